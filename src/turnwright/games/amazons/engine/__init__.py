"""The compiled rules of Amazons."""
