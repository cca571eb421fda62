"""What can be wrong with what we are given. Every message is one sentence that says what was given, what was
expected and what to do; the command line prints it and exits with code 2."""


class TurnwrightError(ValueError):
    """Input that cannot be used."""
