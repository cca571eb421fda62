"""Players outside: programs that talk over stdin and stdout, and our agents as such programs."""
