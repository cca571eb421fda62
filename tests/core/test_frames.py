"""Rows as frames of pandas or polars."""

import pandas
import polars
import pytest

from turnwright import Report, TurnwrightError
from turnwright.core import frames


def test_a_curve_becomes_a_frame_of_either_library():
    report = Report(curve=((1, 0.5, 10.0), (20, 1.5, 12.5)))
    for made, kind in ((report.to_frame(), pandas.DataFrame), (report.to_frame("polars"), polars.DataFrame)):
        assert isinstance(made, kind)
        assert list(made.columns) == ["evaluations", "milliseconds", "value"]
        assert list(made["value"]) == [10.0, 12.5]
    assert list(Report().to_frame().columns) == ["evaluations", "milliseconds", "value"]


def test_what_is_missing_is_named(monkeypatch):
    with pytest.raises(TurnwrightError, match="there are no frames of 'excel'; name one of pandas, polars"):
        Report().to_frame("excel")
    monkeypatch.setattr(frames, "find_spec", lambda name: None)
    with pytest.raises(TurnwrightError, match="a frame needs pandas or polars, which is not installed"):
        Report().to_frame()
