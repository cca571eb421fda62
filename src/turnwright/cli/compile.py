"""`turnwright compile`: make all machine code ahead of time."""

import gc
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated

import typer

import turnwright
from turnwright import Budget
from turnwright.agents.registry import agent, own_agent_names
from turnwright.bench import environment
from turnwright.bench.measures import measures_of
from turnwright.bench.search import search_measures
from turnwright.bench.workload import workloads
from turnwright.cli.console import JsonFlag, err, out, print_json
from turnwright.core import compiled
from turnwright.core.compile_cache import cache_folder
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.perft import PerftError, perft
from turnwright.core.spec import choose
from turnwright.games.registry import own_game_names
from turnwright.neat.fitness import deals_of, scores_against_evaluation, scores_against_policy


def compile(
    game: Annotated[str | None, typer.Argument(help="The game; without it, all games.", show_default=False)] = None,
    part: Annotated[
        list[str] | None,
        typer.Option(
            help="Compile only this part: states, perft, agents, benchmark, environment or neat; may be times.",
            show_default=False,
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option("--agents", metavar="NAME[,NAME…]", help="Compile only these agents.", show_default=False),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Compile a game and its agents ahead of time, so that the first use need not wait."""
    gc.set_threshold(50_000, 20, 100)  # compiling makes millions of objects, few of them garbage
    everyone = own_agent_names()
    playing = everyone if agents is None else [choose(name, everyone, "agent") for name in agents.split(",")]
    parts: dict[str, Callable[[Game], None]] = {
        "states": _use_states,
        "perft": _use_perft,
        "agents": partial(_use_agents, playing),
        "benchmark": _use_benchmark,
        "environment": _use_environment,
        "neat": _use_neat,
    }
    wanted = {choose(name, list(parts), "part"): parts[name] for name in part or parts}
    rows = []
    for name in [game] if game is not None else own_game_names():
        chosen = turnwright.game(name)
        for title, use in wanted.items():
            err.print(f"compiling {chosen.name}: {title} …", markup=False)
            names: list[str] = []
            compiled.announce = names.append
            begun = time.perf_counter()
            use(chosen)
            rows.append(
                {
                    "game": chosen.name,
                    "part": title,
                    "compiled": len(names),
                    "seconds": round(time.perf_counter() - begun, 2),
                }
            )
            if not json:
                out.print(_sentence(names, title, rows[-1]["seconds"]))
    if json:
        print_json({"folder": str(cache_folder()), "parts": rows})
    else:
        out.print(f"The machine code is in {cache_folder()}", soft_wrap=True)


def _sentence(names: list[str], part: str, seconds: object) -> str:
    if not names:
        return f"{part}: nothing to compile (checked in {seconds} s)"
    return f"{part}: {len(names)} functions in {seconds} s"


def _use_states(game: Game) -> None:
    """Ask a state everything that can be asked."""
    state = game.start(seed=0)
    action = (state.candidates() or state.legal_actions() or [state.end_action])[0]
    state.is_legal(action)
    state.priority(action)
    state.normalised()
    state.play(action).under(game)
    state.view(kind="hidden").world()


def _use_perft(game: Game) -> None:
    with suppress(PerftError):  # the first action is enough
        perft(game.start(seed=0), limit=1)


def _use_agents(names: Sequence[str], game: Game) -> None:
    view = game.start(seed=0).view()
    for name in names:
        agent(name).plan(view, Budget(iterations=1))


def _use_benchmark(game: Game) -> None:
    loads = workloads(game)
    for measure in (*measures_of(loads), *search_measures(loads, effort=0.001)):
        measure.run(1)


def _use_environment(game: Game) -> None:
    for measure in environment.environment_measures(game, set(environment.NAMES)):
        measure.run(1)


def _use_neat(game: Game) -> None:
    """Play the games of an evolution, where networks can judge the game."""
    with suppress(TurnwrightError):
        game.network_inputs("simple")
        scores_against_policy(game, deals_of(0, 0, 1), "global", 0.5)
        scores_against_evaluation(game, game, deals_of(0, 0, 1))
