"""Reply: plans a turn that stands up to the opponent's answer.

Other agents judge a turn where it ends, or after a greedy model of the reply. This one lets the opponent really
answer: own turns evolve against a growing archive of refuting replies, and the most promising turns are verified by
searched replies of growing effort.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.constants import DESCRIBED
from turnwright.agents.duel_kernel import CANDIDATE, COUNTS, FACTS, Archive, Candidates
from turnwright.agents.edit_kernel import Script
from turnwright.agents.genome_kernel import REPAIR_GREEDILY
from turnwright.agents.memory import DOUBLE, Rooms, expected_nodes, genome_width, new_win_search, new_workspace
from turnwright.agents.oep import new_population
from turnwright.agents.oep_kernel import TABU
from turnwright.agents.reply_kernel import search_against_replies
from turnwright.agents.search import SearchAgent, actions_left, controls_for, finished, run_parts, shared_out
from turnwright.agents.settings import SearchSettings, at_least, shares
from turnwright.core.budget import Budget
from turnwright.core.control_kernel import MAX_TURN
from turnwright.core.records import blank_records
from turnwright.core.rng import generator
from turnwright.core.spec import SpecError
from turnwright.core.state import State

_MOST_KEYS = 1 << 24
_SEEN = 1 << 13
"""Ends that one search for a reply remembers."""
_FILLED = 1 << 14
"""States that a search remembers from which a turn was completed."""
_EFFORT_PER_ACTION = 40
_REPLIES_BASE, _REPLIES_PER_ACTION = 8, 1.6
"""A longer turn has more to search: 200 tries with 16 replies at five actions, 400 with 24 at ten."""
_SHORT, _REPAIR_TOP = 5, 8
"""A longer turn also takes longer to play again; looking at fewer actions where it needs repair gives more tries."""


_GUARD = 25
"""A step costs a tenth of a try, so an undecided look takes about twice as long as the search for a reply."""


@dataclass(frozen=True, kw_only=True)
class ReplySettings(SearchSettings):
    """Settings of the reply agent; its shares and weights were found by sequential tests."""

    record_names: ClassVar[dict[str, str]] = {"greedy": "greedy_genomes"}
    record_constants: ClassVar[dict[str, int]] = {
        "variant": DESCRIBED,
        "horizon": 0,  # genomes are whole turns
        "repair": REPAIR_GREEDILY,
        "diversity": TABU,
        "model_top": 0,
        "edits": 0,  # set for every search, by the length of its turn
    }

    population: int = 40
    """Own turns that evolve together; half of them survive a generation."""
    mutation: float = 0.75
    """Probability that an own turn is mutated while it is crossed."""
    greedy: float = 0.2
    """Share of the first population that is made by Greedy Action."""
    edit_from: int = 10
    """Turns of at least this many actions are bred by edits, and shorter ones place by place."""
    repair_top: int | None = None
    """Greedy repair looks only at this many best-ordered actions; 0: at all; none: at all, but at 8 in a turn of more
    than five actions that is bred place by place."""
    patience: int = 50
    """Start a new population after this many generations without a better turn; what was found is kept."""
    candidates: int = 256
    """The own turns that are kept as candidates."""
    gather: float = 0.4
    """Share of the budget in which own turns are judged as they stand, before replies are looked for."""
    replies: int = 32
    """The refuting replies that are kept; the most useful stand in front."""
    known_replies: int = 12
    """How many of them every own turn meets, and a search for a new reply begins with."""
    effort: int | None = None
    """Replies that the first search for the answer to a turn tries; none: 40 for every action of a turn."""
    growth: int = 4
    """Every further search for the answer to the same turn tries this many times as many."""
    levels: int = 4
    """How many searched replies a turn has to meet at most."""
    reply_population: int | None = None
    """Replies that evolve together; none: 8 and 1.6 for every action of a turn."""
    follow: float = 0.5
    """How much it counts what the own next turn makes of the position after the reply."""
    follow_effort: float = 0.25
    """Tries for the own next turn, as a share of those for the reply; 0: it is played greedily."""
    guard: int | None = None
    """Steps of the look for a reply that wins, for every try of the search for a reply; 0: there is none; none: 25
    where the game has a bound on wins, and 0 elsewhere."""
    progress: bool = True
    """A turn that brings a position back counts as a draw at most, where the way to the state is known."""
    parts: int = 1
    """Searches beside each other, each with its share of the budget; the highest value is played."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(4, self, "population", "reply_population")
        at_least(1, self, "candidates", "replies", "known_replies", "growth", "levels", "patience", "parts", "effort")
        at_least(1, self, "edit_from")
        at_least(0, self, "repair_top", "guard")
        shares(self, "mutation", "greedy", "gather")
        for name in ("follow", "follow_effort"):
            if not getattr(self, name) >= 0.0:
                raise SpecError(f"{name} is {getattr(self, name):g}; it must be at least 0")


class Reply(SearchAgent):
    """Plans turns that stand up to the opponent's reply."""

    name = "reply"
    settings_class = ReplySettings

    def __init__(self, settings: ReplySettings | None = None) -> None:
        super().__init__(settings)
        self._rooms = Rooms(table=DOUBLE)

    @property
    def actions_probed(self) -> int:
        """Whole turns are looked at for a win before the search."""
        return MAX_TURN if self.settings.win_probe is None else int(self.settings.win_probe)

    def plan_on_worlds(self, worlds: list[State], budget: Budget, seed: int, keep_tree: bool) -> Turn:
        """One search for all worlds: a turn is worth the mean over them, so it is never chosen for one guess alone."""
        search = partial(self._search_worlds, worlds, rng=generator(seed, 0))
        return self.win_or_search(worlds[0], budget, keep_tree, search)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        return self._search_worlds([state], budget=budget, rng=rng)

    def _search_worlds(self, worlds: list[State], *, budget: Budget, rng: np.ndarray) -> Turn:
        state, s = worlds[0], self.settings
        actions = max(1, actions_left(state))
        options = self.options.copy()
        if s.effort is None:
            options[0].effort = _EFFORT_PER_ACTION * actions
        if s.repair_top is None:
            options[0].repair_top = 0 if actions <= _SHORT or actions >= s.edit_from else _REPAIR_TOP
        if s.guard is None:
            options[0].guard = _GUARD if state.game.bounds_wins else 0
        options[0].edits = actions >= s.edit_from
        reply_population = s.reply_population or int(_REPLIES_BASE + _REPLIES_PER_ACTION * actions)
        width = genome_width(state.game, 0)
        starts = state.game.blank(len(worlds))
        for number, world in enumerate(worlds):
            starts[number] = world.records[0]
        controls = controls_for(budget, s.parts)
        keys = [expected_nodes(share, _MOST_KEYS) for share in shared_out(budget, s.parts)]
        rooms = [self._rooms.take(table=most) for most in keys]

        def search_part(part: int) -> None:
            chance = generator(int(rng[0]), part)
            works = new_workspace(state, chance), new_workspace(state, chance), new_workspace(state, chance)
            archives = [_new_archive(reply_population, s.replies, width) for _ in range(2)]
            search_against_replies(
                state.game,
                starts,
                controls[part],
                options,
                (
                    new_population(state, s.population, width, rooms[part].new_table(keys[part]), len(worlds)),
                    _new_candidates(state, s, width, len(worlds)),
                    Script(np.zeros(2 * width, dtype=np.int32), np.zeros(_FILLED, dtype=np.uint64)),
                    new_win_search(state.game),
                ),
                tuple(archives),
                works,
            )

        run_parts([partial(search_part, part) for part in range(s.parts)], s.threads, controls)
        self._rooms.give(rooms)
        return finished(state, controls)


def _new_candidates(state: State, settings: ReplySettings, width: int, worlds: int) -> Candidates:
    number = settings.candidates
    return Candidates(
        genes=np.zeros((number, width), dtype=np.int32),
        turns=blank_records(CANDIDATE, number),
        replies=np.zeros((number, width), dtype=np.int32),
        ends=state.game.blank(number * worlds),
        looked_at=state.game.blank(worlds),
        past=np.unique(np.array(state.past if settings.progress else (), dtype=np.uint64)),
        facts=blank_records(FACTS),
    )


def _new_archive(population: int, kept: int, width: int) -> Archive:
    rows = population + 2 + kept
    return Archive(
        genes=np.zeros((rows, width), dtype=np.int32),
        lengths=np.zeros(rows, dtype=np.int64),
        values=np.zeros(population),
        order=np.arange(population + 2, rows),
        seen=np.zeros(_SEEN, dtype=np.uint64),
        counts=blank_records(COUNTS),
    )
