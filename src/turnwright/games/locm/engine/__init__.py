"""What the machine code of Legends of Code and Magic is made of: its digest keys compiled code and stored games."""
