"""How costs grow: which positions are measured on, and the form of the report. How fast, is not tested."""

from pathlib import Path

import pytest

import turnwright
from turnwright.bench import scaling
from turnwright.bench.hero_academy import own_units
from turnwright.bench.plots import draw_scaling
from turnwright.bench.scaling import COSTS, Curve, ScalingError, ScalingReport, measure_scaling
from turnwright.bench.workload import workloads

PAIRS = Path(__file__).resolve().parents[2] / "examples" / "pairs.py"


@pytest.mark.slow
def test_the_report_has_every_size_and_every_cost(monkeypatch):
    """Action points from 1 to 25, one to eight units."""
    monkeypatch.setattr(scaling, "_PLANNED", 1)
    report = measure_scaling(turnwright.game("hero_academy"), rounds=1, effort=0.01).as_dict()
    assert set(report) == {"tick_ns", "action_points", "units", "exponents"}
    assert list(report["units"]) == [str(units) for units in range(1, 9)]
    points = [int(size) for size in report["action_points"]]
    assert points[0] == 1
    assert points[-1] == 25
    for over in ("action_points", "units"):
        assert set(report["exponents"][over]) == set(COSTS)
        for costs in report[over].values():
            assert set(costs) == set(COSTS)
            for figure in costs.values():
                assert figure["ticks"] == pytest.approx(figure["ns"] / report["tick_ns"])


@pytest.mark.parametrize("points", [1, 5, 25])
def test_positions_are_starts_of_turns(points: int):
    """All action points are left, nothing is over, and it is not the first turn."""
    sizes = dict(scaling._by_action_points(turnwright.game("hero_academy")))
    positions = sizes[points].positions
    assert (positions["ap"] == points).all()
    assert not positions["over"].any()
    assert (positions["turn"] > 1).all()


def test_own_units_are_the_standing_ones_of_the_player_to_move():
    """Counted piece by piece; crystals and knocked-out units do not count."""
    from turnwright.games.hero_academy.engine.cards import CRYSTAL
    from turnwright.games.hero_academy.state_codec import take_apart

    for load in workloads(turnwright.game("hero_academy")):
        counts = own_units(load.positions)
        for i, count in enumerate(counts.tolist()):
            parts = take_apart(turnwright.State(load.game, load.positions[i : i + 1]))
            own = [piece for piece in parts.pieces if piece.owner == parts.player]
            assert count == sum(piece.hp > 0 and piece.kind != CRYSTAL for piece in own)


def test_the_exponent_is_that_of_a_power_law():
    curve = Curve(over="units", sizes=(1, 2, 4, 8), ns={"random_turn": tuple(3.0 * x**1.5 for x in (1, 2, 4, 8))})
    assert curve.exponent("random_turn") == pytest.approx(1.5)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_picture_is_drawn(tmp_path: Path, ending: str):
    curves = [
        Curve(over=over, sizes=(1, 2, 4), ns={cost: (10.0, 20.0, 40.0) for cost in COSTS})
        for over in ("action_points", "units")
    ]
    report = ScalingReport(game=turnwright.game("hero_academy"), tick_ns=4.0, curves=tuple(curves))
    file = tmp_path / f"scaling.{ending}"
    draw_scaling(report, file)
    assert file.read_bytes().startswith(b"<?xml" if ending == "svg" else b"\x89PNG")


def test_a_game_without_action_points_and_units_is_refused():
    with pytest.raises(ScalingError, match="neither action points to set nor units to count"):
        measure_scaling(turnwright.game(f"{PAIRS}:Pairs"))
