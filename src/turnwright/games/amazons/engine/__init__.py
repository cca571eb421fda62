"""What the machine code of Amazons is made of."""
