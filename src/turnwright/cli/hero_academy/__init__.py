"""Commands for Hero Academy alone."""
