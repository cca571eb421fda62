"""The process in which a game is checked: `python -m turnwright.conformance SPEC` prints one line of JSON."""

import json
import sys

from turnwright.conformance.game import findings_of_spec

findings, trace = findings_of_spec(sys.argv[1])
print(json.dumps({"findings": [finding.as_dict() for finding in findings], "trace": trace}))
