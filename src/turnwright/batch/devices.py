"""Whether batches can run on a GPU here. Nothing of CUDA is imported before its packages and driver are known to be
there."""

import sys
from ctypes import CDLL
from functools import cache
from importlib.util import find_spec

import numpy as np

PACKAGE = "numba_cuda"


@cache
def missing() -> str:
    """What is missing to run on a GPU, in a sentence that says what to do; empty where nothing is."""
    if find_spec(PACKAGE) is None:
        return "the GPU needs the package numba-cuda, which is not installed; pip install 'turnwright[gpu]'"
    if not hasattr(np, "row_stack"):
        return f"numba-cuda 0.30 cannot be used with NumPy {np.__version__}; pip install 'numpy<2.5'"
    if not _has_driver():
        return "there is no NVIDIA driver on this machine; run on one with an NVIDIA GPU, or leave the GPU out"
    from turnwright.batch import gpu

    if not gpu.is_usable():
        return "the NVIDIA driver finds no GPU that can be used; look at what nvidia-smi says"
    return ""


def _has_driver() -> bool:
    """Whether the driver's library can be loaded; not every system lists it among those that it knows."""
    try:
        CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return False
    return True
