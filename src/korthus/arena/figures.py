"""Figures as people read them."""

from __future__ import annotations

from korthus.arena.stats import Estimate


def percent(share: Estimate) -> str:
    """A share with its interval.

    >>> percent(Estimate(0.5, 0.4, 0.6))
    '50.0 % [40.0 … 60.0]'
    """
    return f"{100 * share.value:.1f} % [{100 * share.low:.1f} … {100 * share.high:.1f}]"


def points(difference: Estimate) -> str:
    """A difference with its interval: the smaller the interval, the more digits.

    >>> points(Estimate(1.0, -2.0, 4.0)), points(Estimate(0.25, 0.1, 0.4))
    ('+1.0 [−2.0 … +4.0]', '+0.25 [+0.10 … +0.40]')
    >>> points(Estimate(1.0, float("-inf"), float("inf")))
    '+1.0 [−∞ … +∞]'
    """
    digits = 1 if difference.high - difference.low >= 1 else 2
    value, low, high = (
        f"{figure:+.{digits}f}".replace("-", "−").replace("inf", "∞")
        for figure in (difference.value, difference.low, difference.high)
    )
    return f"{value} [{low} … {high}]"


def duration(seconds: float) -> str:
    """A time.

    >>> duration(0.0000123), duration(0.0045), duration(0.0456), duration(7.89)
    ('12 µs', '4.5 ms', '46 ms', '7.9 s')
    """
    if seconds < 0.001:
        return f"{1e6 * seconds:.0f} µs"
    if seconds < 0.01:
        return f"{1000 * seconds:.1f} ms"
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def signed(value: float) -> str:
    """A figure with its sign: the larger it is, the fewer digits.

    >>> signed(3.21), signed(-0.004), signed(-151.3)
    ('+3.2', '0.0', '−151')
    """
    digits = 0 if abs(value) >= 100 else 1
    text = f"{value:+.{digits}f}"
    return text[1:] if not float(text) else text.replace("-", "−")


def amount(value: float, error: float) -> str:
    """A cost with its standard error, or alone where it is exact.

    >>> amount(3.21, 0.4), amount(4, 0)
    ('3.2 ± 0.4', '4.0')
    """
    digits = 0 if value >= 100 else 1
    return f"{value:.{digits}f} ± {error:.{1 if error >= 0.05 else 2}f}" if error else f"{value:.{digits}f}"


def share(value: float, error: float) -> str:
    """A part of a whole in percent with its standard error, or alone where it is exact.

    >>> share(0.123, 0.0301), share(0.5, 0), share(0.004, 0.002)
    ('12 ± 3 %', '50 %', '0.4 ± 0.2 %')
    """
    digits = 0 if abs(value) >= 0.01 or not value else 1
    said = f"{100 * value:.{digits}f}"
    return f"{said} ± {100 * error:.{digits}f} %" if error else f"{said} %"
