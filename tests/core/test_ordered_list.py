"""Putting a list of actions in order."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.core.compiled import entry
from turnwright.core.ordered_list import BLOCK, count_lower, sort_by_keys

INT32 = st.integers(-(2**31), 2**31 - 1)


@entry
def _count(words, count, word):
    return count_lower(words, count, word)


@entry
def _sort(actions, keys, count):
    sort_by_keys(actions, keys, count)


@settings(deadline=None)
@given(st.lists(INT32, max_size=50), INT32)
def test_lower_words_are_counted_whatever_lies_behind_them(words: list[int], word: int):
    array = np.full(len(words) + BLOCK, -(2**31), dtype=np.int32)
    array[: len(words)] = words
    assert _count(array, len(words), word) == sum(other < word for other in words)


@settings(deadline=None)
@given(st.lists(st.integers(-3, 3), max_size=40))
def test_sorting_puts_the_highest_key_first_and_is_stable(keys: list[int]):
    actions = np.arange(len(keys), dtype=np.int32)
    _sort(actions, np.array(keys, dtype=np.int64), len(keys))
    assert actions.tolist() == sorted(range(len(keys)), key=lambda place: -keys[place])
