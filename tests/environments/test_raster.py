"""SVG drawings as arrays of colours."""

import numpy as np
import pytest

from turnwright.environments.raster import rasterise

GROUND, INK = [0, 0, 255], [255, 0, 0]


def picture(inside: str) -> np.ndarray:
    return rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60"><rect width="100" height="60" fill="#00f"/>'
        f'<g fill="#f00">{inside}</g></svg>'
    )


def test_a_picture_has_the_size_of_its_box():
    array = picture("")
    assert array.shape == (60, 100, 3)
    assert array.dtype == np.uint8
    assert (array == GROUND).all()


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        ('<rect x="10" y="10" width="20" height="10"/>', (15, 20), (25, 20)),
        ('<circle cx="50" cy="30" r="20"/>', (30, 65), (12, 35)),
        ('<ellipse cx="50" cy="30" rx="30" ry="5"/>', (30, 75), (20, 50)),
        ('<path d="M10 10H40V40H10Z"/>', (25, 25), (45, 25)),
        ('<path d="M10 10l30 0l0 30l-30 0Z"/>', (25, 25), (45, 25)),
        ('<path d="M20 30Q50-10 80 30Z"/>', (20, 50), (40, 50)),
        ('<path d="M20 30C20 0 80 0 80 30Z"/>', (15, 50), (40, 50)),
        ('<path d="M20 30A30 20 0 0 1 80 30Z"/>', (15, 50), (40, 50)),
        ('<path d="M10 30H90" fill="none" stroke="#f00" stroke-width="10"/>', (32, 50), (40, 50)),
        (
            '<g transform="translate(50 30) scale(2)"><rect x="-5" y="-5" width="10" height="10"/></g>',
            (38, 58),
            (45, 50),
        ),
        ('<rect x="-5" y="-20" width="10" height="40" transform="translate(50 30) rotate(90)"/>', (30, 35), (15, 50)),
    ],
)
def test_shapes_are_where_they_belong(shape, inside, outside):
    array = picture(shape)
    assert array[inside].tolist() == INK
    assert array[outside].tolist() == GROUND


def test_text_stands_at_its_anchor():
    wide = {}
    for anchor in ("start", "middle", "end"):
        array = picture(f'<text x="50" y="40" font-size="20" text-anchor="{anchor}">HHHH</text>')
        columns = np.flatnonzero((array[:, :, 0] > 128).any(axis=0))
        wide[anchor] = columns[0], columns[-1]
    assert wide["start"][0] >= 50
    assert wide["end"][1] <= 50
    assert abs(sum(wide["middle"]) / 2 - 50) < 3


def test_half_transparent_shapes_let_the_ground_through():
    red, _, blue = picture('<rect x="10" y="10" width="20" height="10" opacity=".5"/>')[15, 20]
    assert abs(int(red) - 128) < 3
    assert abs(int(blue) - 128) < 3
