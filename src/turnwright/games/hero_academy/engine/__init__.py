"""What the machine code of Hero Academy is made of: its digest keys compiled code and stored games."""
