"""The web app: play, watch, analyse and replay in the browser, and the same by HTTP.

One room for each purpose:

- `live_game` is a game in progress and `played_turn` a turn of it, `hosting` all of them with whoever is looking on,
  `showing` what they are told, `keeping` and `tables` the rows that let games survive a restart.
- `searching` runs agents beside the event loop; `analysing` and `reviewing` are what people ask of them,
  `insides` what a search tells of its population or tree.
- `studying` is a study with human players, if the server runs one.
- `archive` is what the arena has stored: finished games and tournaments.
- `boards` has a file for each game: what the page is told of a position, and what an action would do.
- `messages` is what may come in, `routes` where it comes in; `answers`, `catalogue_answers` and `analysis_answers` are
  what the description of the API says of what goes out; `guarding` and `limits` keep strangers harmless.
- `page` is what the browser gets, without a build step.
"""
