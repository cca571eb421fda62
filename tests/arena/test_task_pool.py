"""Tasks done in processes: their results in order, what goes wrong, and workers that die."""

import pytest

from turnwright.arena.task_pool import ProcessTasks, RayTasks, task_pool
from turnwright.arena.tasks import Task, done
from turnwright.core.errors import TurnwrightError


def reading(number: int) -> Task:
    return Task(function="json:loads", arguments={"s": str(number)})


def test_a_task_is_a_function_by_its_name():
    assert done({"function": "json:loads", "arguments": {"s": "[1, 2]"}}) == {"result": [1, 2]}
    assert done({"function": "turnwright:game", "arguments": {"spec": "chess"}})["refusal"].startswith("there is no")
    assert "JSONDecodeError" in done({"function": "json:loads", "arguments": {"s": "["}})["refusal"]


def test_results_come_in_the_order_of_the_tasks_and_a_refusal_is_raised():
    with task_pool("processes", 1) as pool:
        assert list(pool.results([reading(number) for number in range(20)])) == list(range(20))
        with pytest.raises(TurnwrightError, match="there is no game 'chess'"):
            list(pool.results([Task(function="turnwright:game", arguments={"spec": "chess"})]))


def test_a_worker_that_dies_twice_in_one_task_ends_the_work(monkeypatch):
    """The workers are pretended: the first ones die at their task, as a real one does that is killed."""
    ended: list[object] = []

    class Mortal:
        lives = 0

        def __init__(self) -> None:
            self.connection = self

        def send(self, message: dict[str, object]) -> None:
            self.sent = message

        def message(self) -> dict[str, object]:
            if Mortal.lives:
                Mortal.lives -= 1
                raise EOFError
            return done(self.sent)

        def end(self) -> None:
            ended.append(self)

    monkeypatch.setattr("turnwright.arena.task_pool.WorkerProcess", Mortal)
    monkeypatch.setattr("turnwright.arena.task_pool.wait", list)
    Mortal.lives = 1
    pool = ProcessTasks(1)
    assert list(pool.results([reading(4), reading(5)])) == [4, 5]
    assert len(ended) == 1
    Mortal.lives = 2
    with pytest.raises(TurnwrightError, match="died twice in the same task"):
        list(pool.results([reading(6)]))
    pool.end()


def test_a_node_that_cannot_work_is_told():
    class LostError(Exception):
        pass

    class PretendedRay:
        exceptions = type("exceptions", (), {"RayError": LostError})

        def remote(self, **options: object):
            return lambda function: type("Remote", (), {"remote": staticmethod(function)})

        def get(self, answer: str) -> str:
            if answer == '{"result": 0}':
                raise LostError("ImportError: no turnwright")
            return answer

    pool = RayTasks(PretendedRay())
    assert list(pool.results([reading(2), reading(1)])) == [2, 1]
    with pytest.raises(TurnwrightError, match="ImportError: no turnwright"):
        list(pool.results([reading(0)]))
