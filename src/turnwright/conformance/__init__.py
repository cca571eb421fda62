"""Does a game keep the contract, and does an agent keep its promises?

`turnwright check-game` and `check-agent` ask here, and so do the project's own tests.

`game.check_game` and `agent.check_agent` are the doors. Every other file holds the checks of one subject: `dealing`,
`rules` (with `rules_kernel`, the part that is compiled), `turns`, `notation`, `views`.
"""
