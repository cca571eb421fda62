"""The agents, all written against the game contract alone.

`<family>.py` is an agent's face: its settings, its docstring, and `search`. `<family>_kernel.py` is its compiled
search. A kernel holds compiled functions, named tuples of arrays and constants, and imports nothing but kernels and the
compiled parts of the core; all compiled code of this room is in kernels.

Faces: `random`, `greedy_action`, `greedy_turn`, `mcts`, `oep`, `emcts`, `permutation`. What they share: `search`
(running a search, from budget to report), `settings`, `memory` (room for searches), `win_probe` (wins at hand).
Kernels that others use: `choice_kernel` (one action), `rollout_kernel` (the value of a state), `genome_kernel` (turns
as genes), `ucb_kernel` (confidence bounds), `search_kernel` and `constants` (what all of them name alike). The options
of a setting stand in the kernel that reads them.
Around them: `base` (what an agent is), `registry` and `from_file` (agents by name), `turn_check` (asking an agent and
checking what it says), `warm_up`, `population_log` and `plots`.
"""
