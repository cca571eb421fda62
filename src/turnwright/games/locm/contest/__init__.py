"""The contest of Legends of Code and Magic: its protocol, the referee's end of it, and what our bot says there."""
