"""Figures of reports: they follow the page's colours and depend on nothing but their data."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from turnwright.papers.plots import Bar, _draw_bars, draw_curves, draw_mean_bars, style_sheet
from turnwright.papers.result import CurveLine, Curves, Finding, Mean


def a_line(label="OEP", **changes):
    settings = dict(x=(1.0, 2.0, 4.0), y=(20.0, 50.0, 90.0), low=(15.0, 45.0, 85.0), high=(25.0, 55.0, 95.0))
    return CurveLine(label=label, **(settings | changes))


def some_curves(*lines, **settings):
    return Curves(title="Scores <by budget>", x_label="seconds", y_label="score, %", lines=lines, **settings)


def parsed(figure):
    """The figure as XML; what is not well-formed is refused here."""
    return ET.fromstring(figure)


def places_of(figure, gid):
    """The points of the path in a group, in the units of the picture."""
    (group,) = [element for element in parsed(figure).iter() if element.get("id") == gid]
    path = next(element for element in group.iter() if element.tag.endswith("path"))
    return [tuple(map(float, point)) for point in re.findall(r"[ML] ([\d.]+) ([\d.]+)", path.get("d"))]


@pytest.mark.parametrize("is_logarithmic", [False, True])
def test_a_curve_runs_through_its_points(is_logarithmic):
    figure = draw_curves(some_curves(a_line(), logarithmic=is_logarithmic))
    points = places_of(figure, "curve-0")
    assert len(points) == 3
    (x1, y1), (x2, y2), (x3, y3) = points
    assert (x3 - x2) / (x2 - x1) == pytest.approx(1.0 if is_logarithmic else 2.0, abs=0.01)
    assert (y2 - y3) / (y1 - y2) == pytest.approx(40 / 30, abs=0.01)  # y grows downwards in a picture


def test_lines_at_the_same_place_stand_beside_each_other():
    figure = draw_curves(some_curves(a_line("a"), a_line("b"), a_line("c")))
    firsts = [places_of(figure, f"curve-{number}")[0][0] for number in range(3)]
    assert all(after - before == pytest.approx(4.0, abs=0.01) for before, after in pairwise(firsts))


def test_points_that_stand_alone_have_no_line_through_them():
    drawn = draw_curves(some_curves(a_line(), scattered=True, tick_labels=("a", "b", "c")))
    (group,) = [element for element in parsed(drawn).iter() if element.get("id") == "curve-0"]
    assert len([element for element in group.iter() if element.tag.endswith("use")]) == 3
    assert [element for element in group if element.tag.endswith("path")] == []


def test_negative_values_have_an_axis_on_both_sides():
    line = a_line(y=(-40.0, 0.0, 30.0), low=(-40.0, 0.0, 30.0), high=(-40.0, 0.0, 30.0))
    text = draw_curves(some_curves(line, percent=False))
    assert ">−40<" in text
    assert ">40<" in text


def test_bars_are_as_long_as_their_values():
    bars = [
        Bar(label="one", value=20, low=10, high=30),
        Bar(label="two", value=80, low=70, high=90, published=(75, 60, 85)),
    ]
    text = _draw_bars("Scores", bars, 100.0)
    widths = []
    for path in re.findall(r'<path d="([^"]+)"[^>]*fill: var\(--bar\)', text):
        xs = [float(x) for x, _ in re.findall(r"[ML] ([\d.]+) ([\d.]+)", path)]
        widths.append(max(xs) - min(xs))
    assert widths[1] / widths[0] == pytest.approx(4.0, abs=0.01)
    assert "diamonds: published" in text


def test_means_are_drawn_where_there_is_something_to_compare():
    mean = Mean(mean=5.0, low=4.0, high=6.0, published=5.5)
    findings = [Finding(group=group, label="depth", ours="5", measured=mean) for group in ("MCTS", "OEP")]
    findings.append(Finding(group="OEP", label="alone", ours="5", measured=mean))
    (figure,) = draw_mean_bars(findings)
    assert "depth (bars: ours; diamonds: published" in figure


def test_every_colour_is_one_of_the_page_so_that_figures_follow_light_and_dark():
    figure = draw_curves(some_curves(a_line(published=(18.0, None, 91.0))))
    variables = set(re.findall(r"var\(--(\w+)\)", figure))
    light, dark = style_sheet().split("@media")
    assert {"ink", "c0", "line", "soft", "page"} <= variables
    for name in variables:
        assert f"--{name}:" in light
        assert f"--{name}:" in dark
    assert re.findall(r"(?:fill|stroke): (#\w+)", figure) == []


def test_a_figure_is_the_same_text_every_time_and_names_no_date():
    curves = some_curves(a_line(), a_line("other"))
    first = draw_curves(curves)
    assert draw_curves(curves) == first
    assert "dc:date" not in first
    assert "Scores &lt;by budget&gt;" in first
