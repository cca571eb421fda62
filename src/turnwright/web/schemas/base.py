"""What all descriptions have in common."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema, core_schema

Side = Literal[0, 1]
Hands = Literal["open", "hidden"]
Outcome = Literal[-1, 0, 1]
Two = Field(min_length=2, max_length=2, description="Of the first and the second player.")


class Message(BaseModel):
    """Something that comes in. Unknown fields and other types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Answer(BaseModel):
    """Something that goes out, every field of it described.

    Tests compare answers with it. While the server runs, nothing does: that would only make a click slower.
    """

    model_config = ConfigDict(extra="forbid")


class Refusal(Answer):
    """Why something was not done."""

    detail: str = Field(examples=["one sentence"])


def answers(model: Any, status: int = 200) -> dict[str, Any]:
    """How a route says what it answers: further arguments of its decorator."""
    return {"response_model": None, "status_code": status, "responses": {status: {"model": model}}}


@dataclass(frozen=True)
class FromBoards:
    """Annotates something that each game has its own kind of. The games are asked when it is needed, not before."""

    adapter: Callable[[], TypeAdapter[Any]]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(lambda given: self.adapter().validate_python(given))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return handler(self.adapter().core_schema)
