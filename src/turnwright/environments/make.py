"""The functions that create environments. Their dependencies are imported on first use."""

from typing import TYPE_CHECKING, Any

from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME
from turnwright.games.registry import game as game_named

if TYPE_CHECKING:
    from turnwright.core.budget import Budget
    from turnwright.environments.aec import TurnEnvironment
    from turnwright.environments.against_agent import AgainstAgent
    from turnwright.environments.open_spiel import SpielGame
    from turnwright.environments.vector import VectorEnvironment


_EXTRAS = {"gymnasium": "rl", "pettingzoo": "rl", "pyspiel": "openspiel"}
"""The extra that installs a package."""


class MissingExtraError(TurnwrightError, ImportError):
    """The packages for environments are not installed."""


def env(
    game: str | Game = DEFAULT_GAME, *, view: ViewKind = "hidden", render_mode: str | None = None, **settings: Any
) -> "TurnEnvironment":
    """A PettingZoo AEC environment of a game; `settings` are the game's.

    >>> import turnwright
    >>> env = turnwright.env("hero_academy", map="a-tiny")
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((23, 3, 5), 25)
    """
    try:
        from turnwright.environments.aec import TurnEnvironment
    except ModuleNotFoundError as error:
        raise _missing("an environment", error) from error
    return TurnEnvironment(_made(game, settings), view=view, render_mode=render_mode)


def vector_env(game: str | Game, num_envs: int, **settings: Any) -> "VectorEnvironment":
    """A Gymnasium vector environment of parallel games, stepped in compiled code.

    `settings` are the game's and those of `VectorEnvironment`: view, opponent, seat, observe, copy, autoreset_mode.

    >>> import turnwright
    >>> envs = turnwright.vector_env("hero_academy", 64, map="a-tiny")
    >>> observations, infos = envs.reset(seed=7)
    >>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample_actions())
    >>> observations["observation"].shape
    (64, 23, 3, 5)
    """
    try:
        from turnwright.environments.vector import VectorEnvironment
    except ModuleNotFoundError as error:
        raise _missing("a vector environment", error) from error
    names = ("view", "opponent", "seat", "observe", "copy", "autoreset_mode")
    own = {name: settings.pop(name) for name in names if name in settings}
    return VectorEnvironment(_made(game, settings), num_envs, **own)


def gym_env(
    game: str | Game = DEFAULT_GAME,
    *,
    opponent: str = "random",
    budget: "str | Budget" = "1000ev",
    seat: int | None = None,
    view: ViewKind = "hidden",
    render_mode: str | None = None,
    **settings: Any,
) -> "AgainstAgent":
    """A Gymnasium environment of one seat of a game; one of our agents plays the other.

    >>> import turnwright
    >>> env = turnwright.gym_env("hero_academy", map="a-tiny", opponent="random", seat=0)
    >>> observation, info = env.reset(seed=7)
    >>> int(observation["action_mask"].sum())
    25
    """
    try:
        from turnwright.environments.against_agent import AgainstAgent
    except ModuleNotFoundError as error:
        raise _missing("an environment", error) from error
    return AgainstAgent(
        _made(game, settings), opponent=opponent, budget=budget, seat=seat, view=view, render_mode=render_mode
    )


def spiel_game(game: str | Game = DEFAULT_GAME, *, seed: int = 0, **settings: Any) -> "SpielGame":
    """A game for OpenSpiel, with its deal fixed by the seed; `settings` are the game's."""
    try:
        from turnwright.environments.open_spiel import SpielGame
    except ModuleNotFoundError as error:
        raise _missing("a game of OpenSpiel", error) from error
    return SpielGame(_made(game, settings), seed)


def _made(game: str | Game, settings: dict[str, Any]) -> Game:
    if not isinstance(game, Game):
        return game_named(game, **settings)
    if settings:
        raise TurnwrightError(
            f"{next(iter(settings))} cannot be set, because the game already exists; give its spec instead"
        )
    return game


def _missing(what: str, error: ModuleNotFoundError) -> Exception:
    """The error for a missing package. Errors of our own modules are raised unchanged."""
    package = (error.name or "").partition(".")[0]
    if package not in _EXTRAS:
        return error
    return MissingExtraError(
        f"{what} needs the package {package}, which is not installed: pip install 'turnwright[{_EXTRAS[package]}]'"
    )
