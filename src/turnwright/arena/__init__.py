"""The arena: agents play each other, and statistics say who is stronger.

`match`, `tournament` and `ladder` are its front doors. They make `pairing`s of `players` and have played what the
`store` lacks (`match.play_pairings`), as an `ArenaConfig` says (`config`). Games go as setups to a backend
(`backends`): `process_pool` starts `worker_process`es, `ray_pool` does so on a cluster. There `play_game` plays one
game and gives a `record`, the `writer` stores it (`store`, `schema`, `database`), and `scores` and `statistics` count.
`provenance` says with which sources a game was played, `sequential` when a question is answered, `replay` checks a
stored game, `text` writes tables for people, `plots` draws, and `failure` keeps our own errors in a log.
"""
