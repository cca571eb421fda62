"""What can be wrong with what we are given. Every message is one sentence that says what was given, what was
expected and what to do; the command line prints it and exits with code 2."""


class TurnwrightError(ValueError):
    """Input that cannot be used."""


class ContractError(TurnwrightError):
    """A game that breaks the contract. Whoever plays it is not to blame."""


def in_one_line(error: BaseException) -> str:
    """What went wrong in somebody's code, as far as one line can say."""
    try:
        lines = str(error).splitlines()
    except Exception:  # it is somebody's code, too, that says what went wrong
        lines = []
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}"
