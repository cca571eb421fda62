"""A study with human players: what they read, a game, a comment. Nothing of what is recorded can be read here."""

from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from turnwright.web.routes.games import GameName
from turnwright.web.schemas.base import Message, answers
from turnwright.web.schemas.catalogue import Kept, Participation, StudyAnswer
from turnwright.web.services import Services, ServicesHere, Visitor
from turnwright.web.study_session import NoStudyError, Study

router = APIRouter(prefix="/api/study", tags=["study"])


class Agreement(Message):
    """A person takes part."""

    consent: Literal[True] = Field(description="The person has read what is recorded and agrees.")
    skill: Literal["beginner", "intermediate", "expert"]
    person: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")] | None = Field(
        default=None, description="The random id from an earlier game, if there was one."
    )


class Comment(Message):
    """What a person has to say about a game."""

    comment: Annotated[str, Field(max_length=2000, pattern=r"^[^\x00]*$")]


def _study(services: Services) -> Study:
    if services.study is None:
        raise NoStudyError("this server runs no study")
    return services.study


@router.get("", summary="The study", **answers(StudyAnswer))
async def look(services: ServicesHere) -> JSONResponse:
    """What people read before they begin."""
    return JSONResponse(_study(services).shown())


@router.post("/games", summary="Take part", **answers(Participation, 201))
async def begin(wanted: Agreement, services: ServicesHere, visitor: Visitor) -> JSONResponse:
    """The name of a new game against the study's agent, and a random id for further games."""
    session, person = await _study(services).begin(
        services.sessions, skill=wanted.skill, person=wanted.person, visitor=visitor
    )
    return JSONResponse({"name": session.game.name, "person": person}, status_code=201)


@router.post("/games/{name}/comment", summary="Comment on a game", **answers(Kept))
async def comment(name: GameName, wanted: Comment, services: ServicesHere) -> JSONResponse:
    """Keeps a comment; a later one replaces an earlier one."""
    await _study(services).comment(name, wanted.comment)
    return JSONResponse({"kept": True})
