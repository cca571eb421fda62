"""Errors about input. Every message is one sentence that says what was given, what was expected and what to do. The
command line prints it and exits with code 2."""


class TurnwrightError(ValueError):
    """Input that cannot be used."""


class ContractError(TurnwrightError):
    """A game that breaks the contract. It is not the fault of the agent that plays it."""


def in_one_line(error: BaseException) -> str:
    """An error in foreign code, as one line."""
    try:
        lines = str(error).splitlines()
    except Exception:  # the text of the error comes from foreign code too
        lines = []
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}"
