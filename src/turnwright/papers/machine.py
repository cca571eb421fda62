"""Where a result comes from: machine and versions."""

import os
import platform
from pathlib import Path

from turnwright.arena.provenance import versions


def machine() -> dict[str, str]:
    """The machine and the versions that matter for a result, in words."""
    return {
        **versions(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": str(os.cpu_count()),
    }


def _processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"
