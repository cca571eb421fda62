"""What all kernels name alike: sentinels, and the variants of an agent.

The options of one setting stand in the kernel that reads them: a choice is its position in its `Literal`.
"""

NONE = -1
"""No node, edge, row, place or action; and a setting that is none."""
ROOT = 0
"""The node at which a tree begins."""

DESCRIBED, REFERENCE = range(2)
"""`variant`: as the papers describe an agent, or as its published code has it."""
