"""The compiler of the kernels: numba, cached on disk, no reordered arithmetic, so that results repeat bit for bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bytes = NDArray[np.int8]

_Kernel = TypeVar("_Kernel", bound=Callable[..., object])


def compiled(function: _Kernel) -> _Kernel:
    """The function as machine code, run without the GIL; compiled once, then read from the cache."""
    return cast(_Kernel, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def interpreted(kernel: _Kernel) -> _Kernel:
    """The function as it was before it was compiled, for callers in Python that ask it once."""
    return cast(_Kernel, getattr(kernel, "py_func", kernel))
