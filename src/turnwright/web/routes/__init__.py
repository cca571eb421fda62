"""Where requests come in, a file for each kind of thing that can be asked for."""
