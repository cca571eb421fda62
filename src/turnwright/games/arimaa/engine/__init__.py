"""What the machine code of Arimaa is made of."""
