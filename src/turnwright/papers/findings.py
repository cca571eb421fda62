"""Measured means and exact counts, compared with the published ones."""

from collections.abc import Sequence
from statistics import fmean, stdev

from turnwright.arena.statistics import Interval, Sample, VerdictWord, mean_difference_interval, verdict_of_means
from turnwright.papers.published import Quantity
from turnwright.papers.result import Finding, Mean

# A published mean without its error is taken at its word: as if it were over enough values for its error to vanish.
_TAKEN_AT_ITS_WORD = 1_000_000


def number_text(value: float) -> str:
    """A number with as many digits as are worth reading.

    >>> number_text(258488.0), number_text(4.8612)
    ('258,488', '4.86')
    """
    size = abs(value)
    return f"{value:,.0f}" if size >= 1000 else f"{value:.1f}" if size >= 100 else f"{value:.2f}"


def scientific(number: int, digits: int = 3) -> str:
    """A whole number of any size as mantissa and exponent.

    >>> scientific(60**400)
    '1.82e711'
    """
    text = str(number)
    if len(text) <= digits + 6:
        return f"{number:,}"
    rounded = str(round(number, digits - len(text)))
    return f"{rounded[0]}.{rounded[1:digits]}e{len(rounded) - 1}"


def mean_interval(values: Sequence[float]) -> Interval | None:
    """The 95 % interval of a mean; None below two values."""
    if len(values) < 2:
        return None
    ours = Sample(mean=fmean(values), deviation=stdev(values), count=len(values))
    return mean_difference_interval(ours, Sample(mean=0.0, deviation=0.0, count=_TAKEN_AT_ITS_WORD))


def mean_finding(
    group: str,
    label: str,
    values: Sequence[float],
    published: Sequence[float] = (),
    *,
    sigma: float | None = None,
    note: str = "",
    is_given: bool = False,
    is_judged: bool = True,
) -> Finding:
    """A measured mean compared with a published one, or with the two ends of a published range.

    `is_given`: the figure is set by the budget, so agreeing would mean nothing.
    """
    mean, interval = fmean(values), mean_interval(values)
    word: VerdictWord | None = None
    remarks = [note] if note else []
    if published and is_given:
        remarks.append("set by the budget")
    elif published and interval is not None and is_judged:
        nearest = min(max(mean, min(published)), max(published))
        theirs = Sample(mean=nearest, deviation=sigma or 0.0, count=_TAKEN_AT_ITS_WORD)
        word = verdict_of_means(Sample(mean=mean, deviation=stdev(values), count=len(values)), theirs).word
    if sigma is not None:
        remarks.append(f"published σ {number_text(sigma)}, ours {number_text(stdev(values) if len(values) > 1 else 0)}")
    return Finding(
        group=group,
        label=label,
        ours=number_text(mean),
        interval="" if interval is None else f"{number_text(interval.low)} – {number_text(interval.high)}",
        published=" to ".join(number_text(value) for value in published),
        ratio=f"{mean / published[0]:.2f}" if len(published) == 1 and published[0] else "",
        word=word,
        note="; ".join(remarks),
        measured=Mean(
            mean=mean,
            low=mean if interval is None else interval.low,
            high=mean if interval is None else interval.high,
            published=published[0] if len(published) == 1 else None,
        ),
    )


def counted_finding(quantity: Quantity, value: int, group: str = "") -> Finding:
    """An exact number compared with a published one; they agree if they are the same to the digits printed."""
    word: VerdictWord | None = None
    if quantity.published is not None:
        word = "agrees" if same_digits(value, quantity.published) else "differs"
    return Finding(
        group=group,
        label=quantity.label,
        ours=scientific(value),
        published=_grouped(quantity.published or ""),
        word=word,
        note=quantity.note,
    )


def same_digits(value: int, printed: str) -> bool:
    """Whether a whole number of any size is the printed one, as far as that has digits.

    >>> same_digits(777_600_000, "7.78e8"), same_digits(777_600_000, "7.77e8")
    (True, False)
    """
    mantissa, _, exponent = printed.partition("e")
    if not exponent:
        return value == int(printed)
    digits = len(mantissa.replace(".", "").replace("-", ""))
    rounded = str(round(value, digits - len(str(abs(value)))))
    return rounded[:digits] == mantissa.replace(".", "") and len(rounded) - 1 == int(exponent)


def published_numbers(quantity: Quantity) -> tuple[float, ...]:
    """The published number, or the ends of a published range."""
    return tuple(float(part) for part in quantity.published.split(" to ")) if quantity.published else ()


def _grouped(text: str) -> str:
    return f"{int(text):,}" if text.lstrip("-").isdigit() else text
