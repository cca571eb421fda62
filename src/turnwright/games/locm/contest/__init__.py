"""The contest of Legends of Code and Magic: its protocol."""
