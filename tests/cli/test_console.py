"""What the command line prints is what was said."""

from turnwright.cli.console import err, out, report_error


def test_a_class_between_colons_is_no_emoji(capsys):
    spec = "pig.py:Pig:goal=50"
    out.print(spec, markup=False)
    err.print(f"checking {spec}", markup=False)
    report_error(f"{spec} cannot be read")
    printed = capsys.readouterr()
    assert printed.out == f"{spec}\n"
    assert printed.err == f"checking {spec}\nerror: {spec} cannot be read\n"
