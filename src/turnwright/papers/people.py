"""Games against people: the thesis's published games, counted again, and the games of our own studies."""

from collections.abc import Sequence

from turnwright.arena.statistics import VerdictWord, verdict
from turnwright.arena.store import Store
from turnwright.papers.result import CurveLine, Curves, Finding
from turnwright.study.games import SKILLS, WIN, StudyGame, published_games
from turnwright.study.outcomes import Group, by_cores, by_skill

_ABSENT = "–"


def own_games(store: Store) -> list[StudyGame]:
    """The games of people that a store holds."""
    from turnwright.study.ledger import Ledger  # loads the games and their boards

    return [found.game for found in Ledger(store, create=False).participations()]


def people_findings(games: Sequence[StudyGame]) -> tuple[list[Finding], list[Curves], list[str]]:
    """Wins by skill and by cores, lengths, the figures of the thesis, and what must be said about them."""
    theirs = published_games()
    findings: list[Finding] = []
    for label, left_too in (
        ("won, % of finished games", False),
        ("won, including decided games that were abandoned, %", True),
    ):
        pairs = zip(by_skill(games, left_too=left_too), by_skill(theirs, left_too=left_too), strict=True)
        findings += [_wins(label, ours, published) for ours, published in pairs]
    ours_by_cores = {group.label: group for group in by_cores(games)}
    theirs_by_cores = {group.label: group for group in by_cores(theirs)}
    for label in dict.fromkeys([*theirs_by_cores, *ours_by_cores]):
        findings.append(_wins("won, % of finished games", ours_by_cores.get(label), theirs_by_cores.get(label)))
    for ours, published in zip(by_skill(games), by_skill(theirs), strict=True):
        findings.append(
            Finding(
                group=ours.label,
                label="turns of a finished game",
                ours=_turns(ours),
                published=_turns(published),
                note=f"begun: ours {ours.begun}, published {published.begun}",
            )
        )
    curves = [_bars(games, theirs, left_too) for left_too in (False, True)]
    curves += [_left("Where players left, as published", theirs)]
    if any(not game.is_finished for game in games):
        curves.append(_left("Where players left, our study", games))
    remark = (
        f"Our own studies: {len(games)} games of people in this store, {sum(g.is_finished for g in games)} finished."
    )
    if not games:
        remark = "This store has no games of people; 'turnwright serve --study' collects them."
    return findings, curves, [remark]


def _wins(label: str, ours: Group | None, published: Group | None) -> Finding:
    group = ours or published
    assert group is not None
    word: VerdictWord | None = None
    if ours is not None and ours.games and published is not None and published.share is not None:
        word = verdict(ours.won, ours.games, published.share, published.games).word
    return Finding(
        group=group.label,
        label=label,
        ours=_share(ours),
        interval=_interval(ours),
        published=_share(published),
        word=word,
        note=f"published, 95 %: {_interval(published)}" if published is not None else "",
    )


def _share(group: Group | None) -> str:
    if group is None or group.share is None:
        return _ABSENT
    return f"{100 * group.share:.1f} ({group.won} of {group.games})"


def _interval(group: Group | None) -> str:
    if group is None or not group.games:
        return ""
    low, high = (100 * end for end in group.interval)
    return f"{low:.1f} – {high:.1f}"


def _turns(group: Group) -> str:
    return _ABSENT if group.mean_turns is None else f"{group.mean_turns:.1f}"


def _bars(games: Sequence[StudyGame], theirs: Sequence[StudyGame], left_too: bool) -> Curves:
    """Figure 5.9: games won by each group."""
    lines = []
    for label, found in (("published", theirs), ("our study", games)):
        groups = [(i, group) for i, group in enumerate(by_skill(found, left_too=left_too)) if group.games]
        if groups:
            lines.append(
                CurveLine(
                    label=label,
                    x=tuple(float(i) for i, _ in groups),
                    y=tuple(100 * (group.share or 0.0) for _, group in groups),
                    low=tuple(100 * group.interval.low for _, group in groups),
                    high=tuple(100 * group.interval.high for _, group in groups),
                )
            )
    what = "games that were left counted where decided" if left_too else "finished games"
    return Curves(
        title=f"Games that people won, {what}",
        x_label="people, by their own word",
        y_label="won, %",
        lines=tuple(lines),
        tick_labels=SKILLS,
        scattered=True,
    )


def _left(title: str, games: Sequence[StudyGame]) -> Curves:
    """Figure 5.8: the turn and the evaluation at which games were left."""
    lines = []
    for skill in SKILLS:
        left = [game for game in games if game.skill == skill and not game.is_finished]
        if left:
            scores = tuple(100 * game.score / WIN for game in left)
            turns = tuple(float(game.turns) for game in left)
            lines.append(CurveLine(label=skill, x=turns, y=scores, low=scores, high=scores))
    return Curves(
        title=title,
        x_label="turn",
        y_label="evaluation for the person, % of a win",
        lines=tuple(lines),
        percent=False,
        scattered=True,
    )
