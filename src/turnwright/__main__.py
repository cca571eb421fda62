"""Where the command begins. Processes that it starts import this file, too, but need nothing of the command line."""

import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:2] == ["bot"] and "--help" not in sys.argv:
        from turnwright.wire.door import enter  # a contest does not wait until everything is loaded

        sys.exit(enter(sys.argv[2:]))
    try:
        from turnwright.cli import main
    except KeyboardInterrupt:  # loading takes a moment, in which somebody may change his mind
        sys.exit(130)
    main()


if __name__ == "__main__":
    main()
