"""Packages that only some parts of Turnwright need. If one is missing, the error names the extra to install."""

from importlib.util import find_spec

from turnwright.core.errors import TurnwrightError

EXTRA_OF = {"matplotlib": "plots", "scipy": "training"}
"""The extra that installs a package, for packages that several parts need."""


class MissingExtraError(TurnwrightError):
    """A package that is not installed."""


def need(package: str, purpose: str) -> None:
    """Raise an error of one sentence if a package is not installed."""
    if find_spec(package) is None:
        install = f"pip install 'turnwright[{EXTRA_OF[package]}]'"
        raise MissingExtraError(f"{purpose} needs the package {package}, which is not installed: {install}")
