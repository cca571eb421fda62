"""Positions and analyses by HTTP."""

from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from turnwright.agents.turn_check import walk_of
from turnwright.arena.live.live_game import PlayError
from turnwright.arena.live.seat import HUMAN
from turnwright.core.budget import BudgetError
from turnwright.web.analysis import Analysis, analysis_of
from turnwright.web.boards import board_of
from turnwright.web.positions import position_of
from turnwright.web.review import review
from turnwright.web.schemas.analyses import AnalysisAnswer
from turnwright.web.schemas.base import answers
from turnwright.web.schemas.positions import ShownState, Step, Target
from turnwright.web.schemas.requests import AnalysisRequest, EffectsRequest, PositionRequest, ReviewRequest
from turnwright.web.seats import allowed_agent, seat_of
from turnwright.web.serialise import on_the_wire, shown_effects, shown_state, shown_steps
from turnwright.web.services import Services, ServicesHere, Visitor, while_connected

_MOST_TURNS = 1000
"""Turns of a game that is reviewed: all its positions are held meanwhile."""

router = APIRouter(prefix="/api", tags=["positions and analyses"])


@router.post("/positions", summary="Read a position", **answers(ShownState))
async def read_position(wanted: PositionRequest, services: ServicesHere, visitor: Visitor) -> Response:
    """A position from its notation, after some actions: what stands where, what is legal, its evaluation."""
    state, actions = wanted.state, wanted.actions
    return await _read(services, visitor, state, lambda: shown_state(position_of(state).play(*actions)))


@router.post("/positions/turn", summary="Play a whole turn", **answers(list[Step]))
async def read_turn(wanted: PositionRequest, services: ServicesHere, visitor: Visitor) -> Response:
    """The actions of a whole turn, each with its effects and the position after it."""

    def read() -> Any:
        walk = walk_of(wanted.actions, position_of(wanted.state))
        return shown_steps(walk.start, walk.actions, walk.start.game.format_actions(walk))

    return await _read(services, visitor, wanted.state, read)


@router.post("/positions/effects", summary="What a piece or card could do", **answers(list[Target]))
async def read_effects(wanted: EffectsRequest, services: ServicesHere, visitor: Visitor) -> Response:
    """For every legal action that begins with a piece or card: what it would do."""
    state, source = wanted.state, wanted.source
    return await _read(services, visitor, state, lambda: shown_effects(position_of(state), source))


async def _read(services: Services, visitor: str, state: str, read: Callable[[], Any]) -> Response:
    """What is read of a position, read and written down beside the event loop: it may build a made-up map."""
    services.check_open()
    text = await services.desk_for(state).run(visitor, lambda: on_the_wire(read()))
    return Response(text, media_type="application/json")


@router.post("/analyses", summary="Have a position analysed", **answers(AnalysisAnswer))
async def analyse(wanted: AnalysisRequest, request: Request, services: ServicesHere, visitor: Visitor) -> JSONResponse:
    """The best turns that an agent finds. It takes as long as the budget says, times the number of lines."""
    analysis = await analysis_for(wanted, services, visitor)

    async def last() -> dict[str, Any]:
        said: dict[str, Any] = {}
        async for message in analysis.messages():
            said = message
        return said

    return JSONResponse(await while_connected(request, last))


async def analysis_for(wanted: AnalysisRequest, services: Services, visitor: str, session: str = "") -> Analysis:
    """The analysis that was asked for; everything is checked."""
    services.check_open()

    def made() -> Analysis:
        state = position_of(wanted.state)
        if state.is_over:
            raise PlayError("the game is over in this position, so there is no turn to search for")
        if wanted.agent == HUMAN:
            raise PlayError("a person cannot give an analysis; name an agent")
        seat = seat_of(wanted.agent, wanted.budget, services.limits, state.game, trust=services.trust)
        return analysis_of(
            state,
            agent=seat.agent,
            budget=seat.budget,
            view=board_of(state.game).view_of(state),
            seed=wanted.seed,
            lines=wanted.lines,
            limits=services.limits,
            pool=services.pool,
            visitor=visitor,
            session=session,
        )

    return await services.desk_for(wanted.state).run(visitor, made)


async def review_for(
    wanted: ReviewRequest, services: Services, visitor: str, session: str = ""
) -> AsyncIterator[dict[str, Any]]:
    """The review that was asked for; everything is checked."""
    services.check_open()
    if wanted.agent == HUMAN:
        raise PlayError("a person cannot give a review; name an agent")

    def made() -> AsyncIterator[dict[str, Any]]:
        allowed_agent(wanted.agent, trust=services.trust)  # before anything is read from the store
        record = services.archive.record(wanted.stored).record
        if len(record.turns) > _MOST_TURNS:
            raise PlayError(f"the game has {len(record.turns)} turns; up to {_MOST_TURNS} can be reviewed here")
        starts = services.archive.starts(record)
        seat = seat_of(wanted.agent, wanted.budget, services.limits, starts[0].game, trust=services.trust)
        assert seat.budget is not None
        if (seat.budget.milliseconds or 0) > services.limits.milliseconds / 10:
            raise BudgetError(f"a review allows {services.limits.milliseconds / 10:g}ms for each turn")
        return review(
            starts[:-1],
            record.turns,
            agent=seat.agent,
            budget=seat.budget,
            view=record.setup.view,
            limits=services.limits,
            pool=services.pool,
            visitor=visitor,
            session=session,
        )

    return await services.library.run(visitor, made)
