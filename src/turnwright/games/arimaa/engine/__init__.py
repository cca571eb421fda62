"""The compiled rules of Arimaa."""
