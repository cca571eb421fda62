"""Experiments with human players: what is asked and played (`plan`), what is kept of it (`ledger`, `schema`), what
comes of it (`games`, `outcomes`), and a file of it all (`export`)."""
