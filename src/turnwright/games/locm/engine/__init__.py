"""The compiled rules of Legends of Code and Magic. Their digest is part of the keys of compiled code and stored
games."""
