"""Requests made up from the API's own description: none makes the server fail, and answers are as it says."""

import time
from itertools import count

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from turnwright.arena.store import Store
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

AS_DESCRIBED = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
UNLIMITED = Limits(
    requests_a_second=1e6, burst=10**6, games_a_minute=10**6, connections_each=1000, milliseconds=20, count=200
)
FEW = settings(max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
GAMES = [
    {"options": {"map": "a-tiny", "action_points": 2}, "seats": [{}, {"agent": "random"}]},
    {"options": {"map": "a-small"}, "seats": [{"agent": "random"}, {}], "hands": "hidden"},
    {"seats": [{}, {}], "hands": "hidden"},
    {"game": "locm", "seats": [{}, {"agent": "random"}]},
    {"game": "locm", "options": {"draft": "random"}, "seats": [{"agent": "random"}, {"agent": "random"}]},
]
NUMBERS = count()

pytestmark = pytest.mark.slow

with Store.in_memory() as _store:
    DESCRIBED = schemathesis.openapi.from_dict(make_app(_store).openapi())


@pytest.fixture(scope="module")
def server(tmp_path_factory, over_network):
    with over_network(tmp_path_factory.mktemp("fuzzing") / "games.db", UNLIMITED) as (_, address):
        yield address


@pytest.fixture(scope="module")
def asked(server):
    """A person who plays by HTTP; one game is over and stored as number 1."""
    with httpx2.Client(base_url=server, timeout=60) as asked:
        name = asked.post("/api/games", json=GAMES[0]).json()["name"]
        asked.post(f"/api/games/{name}/actions", json={"actions": ["end"]})
        asked.post(f"/api/games/{name}/agent-turn")
        asked.post(f"/api/games/{name}/resignation")
        for _ in range(600):
            if asked.get("/api/stored-games").json()["all"]:
                break
            time.sleep(0.1)
        else:
            pytest.fail("a game that is over was not stored within a minute")
        yield asked


@DESCRIBED.parametrize()
@FEW
def test_made_up_requests(case, server):
    answer = case.call(base_url=server)
    is_refused = answer.status_code == 413  # more than anybody may send; the check knows other refusals only
    case.validate_response(answer, checks=[*AS_DESCRIBED, *([] if is_refused else [negative_data_rejection])])


@DESCRIBED.parametrize()
@FEW
def test_made_up_requests_about_what_is_there(case, server, asked):
    """Names, positions and actions are real ones, so that more than refusals is compared with the description."""
    wanted = GAMES[next(NUMBERS) % len(GAMES)]
    game = asked.post("/api/games", json=wanted).json()
    if "name" in case.path_parameters:
        case.path_parameters["name"] = game["name"]
    if "number" in case.path_parameters:
        case.path_parameters["number"] = 1
    if "turn" in case.path_parameters:
        case.path_parameters["turn"] = 1
    legal = game["legal"] or [{"action": "end", "from": "a1"}]
    if isinstance(case.query, dict) and "source" in case.query:
        case.query["source"] = legal[0]["from"]
    if isinstance(case.body, dict):
        known = {
            "state": game["notation"],
            "source": legal[0]["from"],
            "actions": [legal[0]["action"]],
            "agent": "greedy_action",
            "budget": None,
            "count": 0,
        }
        case.body |= {key: value for key, value in known.items() if key in case.body}
    case.call_and_validate(base_url=server, checks=AS_DESCRIBED)
