"""Warming up: what a first turn takes is compiled and loaded before it counts, also where the first turns come from a
book."""

import pytest

import turnwright
from turnwright.agents import warm_up as warming
from turnwright.agents.search import SearchAgent


@pytest.mark.parametrize("game", ["locm", "locm:book=ranked"])
@pytest.mark.parametrize("spec", ["random", "random:book=mixed"])
def test_a_book_does_not_keep_the_search_from_being_loaded(game, spec, monkeypatch):
    searched = []
    search = SearchAgent.win_or_search

    def noted(self, *arguments):
        searched.append(self.name)
        return search(self, *arguments)

    monkeypatch.setattr(SearchAgent, "win_or_search", noted)
    warming.warm_up(spec, turnwright.game(game).start(0))
    assert searched == ["random"]
