"""`turnwright match`: two agents, many games, and who is stronger."""

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

import turnwright
from turnwright import Budget
from turnwright.arena.match import compile_for, play_contest
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.scores import Score, score_of
from turnwright.arena.sequential import SequentialTest
from turnwright.arena.statistics import Sprt
from turnwright.arena.store import Store
from turnwright.cli.arena_options import (
    DEFAULT_PATIENCE,
    AnySourceOption,
    BackendOption,
    PatienceOption,
    PlainOption,
    StoreOption,
    WorkersOption,
    checked_workers,
    store_place,
)
from turnwright.cli.arena_progress import following
from turnwright.cli.console import JsonFlag, announce_compiling, out, print_json
from turnwright.cli.cross_table import show_forfeits
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME

_OVERRUN = 5.0
"""Milliseconds over the time budget that are worth a warning."""


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="An agent, such as oep or oep@1s.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    game: Annotated[str, typer.Option(help="The game.")] = DEFAULT_GAME,
    games: Annotated[int, typer.Option(help="Games, in pairs: the same deal, seats swapped.")] = 100,
    budget: Annotated[
        str | None, typer.Option(help="What an agent may spend on a turn: 100ms, 20kev, …", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="Deals and the agents' seeds follow from it.")] = 0,
    view: Annotated[ViewKind, typer.Option(help="What the agents may know.")] = "open",
    sprt: Annotated[
        str | None,
        typer.Option(metavar="elo0=0,elo1=20", help="Stop as soon as this is answered.", show_default=False),
    ] = None,
    workers: WorkersOption = None,
    backend: BackendOption = "processes",
    store: StoreOption = None,
    patience: PatienceOption = DEFAULT_PATIENCE,
    any_source: AnySourceOption = False,
    plain: PlainOption = False,
    json: JsonFlag = False,
) -> None:
    """Let two agents play each other, and say who is stronger and how sure that is.

    The same command resumes where it was stopped: games in the store are not played again.
    """
    limit = None if budget is None else Budget.parse(budget)
    pairing = Pairing(
        game=turnwright.game(game).spec,
        players=(Player.parse(first, limit), Player.parse(second, limit)),
        games=games,
        seed=seed,
        view=view,
    )
    question = None if sprt is None else Sprt.parse(sprt)
    hands = checked_workers(workers, backend, [pairing])
    with Store(store_place(store)) as opened:
        score, test = play_match(
            pairing,
            opened,
            workers=hands,
            backend=backend,
            patience=patience,
            any_source=any_source,
            question=question,
            plain=plain,
        )
    if json:
        settings = {"game": pairing.game, "seed": seed, "view": view, "store": opened.place}
        print_json(settings | score.as_dict() | ({} if test is None else {"sprt": test.as_dict()}))
    else:
        show_score(score, f"{pairing.game}, view {turnwright.game(game).view_text(view)}")
        if test is not None:
            out.print(test.sentence(), soft_wrap=True)
        warn_of_overrun(score.overrun)
        out.print(f"games are in {opened.place}", markup=False, soft_wrap=True)


def play_match(
    pairing: Pairing,
    store: Store,
    *,
    workers: int,
    backend: str,
    patience: float,
    any_source: bool,
    question: Sprt | None,
    plain: bool,
) -> tuple[Score, SequentialTest | None]:
    """Play a pairing, or as much of it as answers a question, and give its score."""
    before = score_of(pairing, store, any_source=any_source)
    test = None if question is None else SequentialTest(pairing, store, question, any_source=any_source)
    announce_compiling(f"{pairing.players[0].agent} and {pairing.players[1].agent} for {pairing.game}")
    compile_for([pairing])
    with following([pairing], before.games, plain=plain) as follow:
        play_contest(
            [pairing],
            store,
            workers=workers,
            backend=backend,
            patience=patience,
            any_source=any_source,
            listener=follow if test is None else test.listening(follow),
            wanted=(lambda pairing, pair: True) if test is None else test.wants,
            finder=(lambda pairing, found: None) if test is None else test.found,
        )
    if question is None:
        return score_of(pairing, store, any_source=any_source), None
    # Read from the store once more: another run may have stored a game first that was played here, too.
    test = SequentialTest(pairing, store, question, any_source=any_source)
    return score_of(pairing, store, any_source=any_source, pairs=test.pairs_used), test


def show_score(score: Score, where: str) -> None:
    """A score as a table for people, under the game and view that it was played with."""
    first, second = score.players
    out.print(where, markup=False, soft_wrap=True)
    out.print(f"{escape(str(first))} against {escape(str(second))}", soft_wrap=True)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    low, high = score.interval
    table.add_row("games", f"{score.games:,}: {score.wins:,} won, {score.draws:,} drawn, {score.losses:,} lost")
    if score.games:
        table.add_row("score", f"{100 * (score.share or 0):.1f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f}")
    paired = score.paired
    if paired.share is not None:
        low, high = paired.interval
        counts = " ".join(str(count) for count in paired.counts)
        table.add_row("in pairs", f"{100 * paired.share:.1f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f}")
        table.add_row("", f"pairs with 0, ½, 1, 1½, 2 points: {counts}")
        table.add_row("Elo", str(score.elo))
        table.add_row("Wilcoxon", f"p = {score.signed_rank.p:.2g}")
    out.print(table)
    show_forfeits([score])


def warn_of_overrun(overrun: float | None) -> None:
    """Say so if time budgets were not kept, which makes results doubtful."""
    if overrun is not None:
        doubt = "; the machine was overloaded, or an agent does not watch its time" if overrun > _OVERRUN else ""
        out.print(f"the longest turn took {max(0.0, overrun):.1f} ms more than its budget{doubt}", soft_wrap=True)
