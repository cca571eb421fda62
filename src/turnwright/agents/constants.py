"""Sentinels, and the options of settings as compiled code reads them: a choice is its position in its `Literal`."""

NONE = -1
"""No node, edge, row, place or action; and a setting that is none."""
ROOT = 0
"""The node at which a tree begins."""

DESCRIBED, REFERENCE = range(2)
"""`variant`: as the papers describe an agent, or as its published code has it."""

UNIFORM, META, GLOBAL, LOCAL = range(4)
"""Rollout policies: uniform over legal actions; a piece first, then one of its actions; the top of the ordering over
everything as often as told (else as META); the same within one random piece."""
MEAN, LOWEST, HIGHEST = range(3)
"""How several rollouts make one value."""

REPAIR_RANDOMLY, REPAIR_GREEDILY = range(2)
"""How a gene that cannot be played is replaced."""
BEFORE_END = -1
"""The horizon of genomes that are judged as soon as their turn can only end; 0: behind its end."""
NO_DIVERSITY, TABU, NICHE = range(3)
"""`diversity` of OEP."""
BY_DIVERSITY = NONE
"""`patience` of OEP that depends on whether diversity is kept."""

OPTIMISED, MODELLED = range(2)
"""`future` of EMCTS: own turns beyond the present one are mutated, or only repaired."""
SHUFFLED, LISTED = range(2)
"""`order` of EMCTS: in which order mutations are tried."""
FINAL_ROOT, BEST_SEEN = range(2)
"""`result` of EMCTS; on permutations the first is the best on the best path."""

SORT_ALL, SORT_ROOT, SORT_NONE = range(3)
"""`sort` of Greedy Turn."""
SEE_ALL, SEE_INNER, SEE_NOTHING = range(3)
"""`visited` of Greedy Turn."""
