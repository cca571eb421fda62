"""The arena: agents play each other, and statistics say who is stronger."""
