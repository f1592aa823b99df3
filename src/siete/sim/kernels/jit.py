"""Compiles the kernels with numba, without the GIL and cached on disk.

Only whole kernels are cached. Numba looks at the file of a cached function alone, so a cached helper in another file
would outlive a change of what it calls; helpers are compiled into the kernels, whose key carries a hash of all code.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import SupportsInt, TypeVar, cast

import numba
import numpy as np

whole = cast(Callable[[SupportsInt], int], np.int64)
"""Any number as a signed one: a byte taken from an array is unsigned, and both kinds together make a float."""

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """A helper as machine code, compiled into the kernels that call it.

    Kernel helpers are compiled without reference counting: the kernel that calls them owns every array, so no helper
    may allocate or keep one. With it, every array passed to a helper that is not inlined costs atomic additions, some
    tens for a split round; without them a chart's round takes about a fifth less. Numba's own sorts do the same.
    Decision: 0134.
    """
    made = numba.njit(nogil=True, error_model="numpy", _nrt=False)  # type: ignore[call-overload]  # untyped in numba
    return cast(_Function, made(function))


def kernel(function: _Function) -> _Function:
    """A whole kernel as machine code; compiled once, then read from the cache."""
    return cast(_Function, numba.njit(nogil=True, cache=True, error_model="numpy")(function))


@cache
def code_version() -> int:
    """A number that changes whenever a file of the simulator does."""
    found = sha256()
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        found.update(path.read_bytes())
    return int.from_bytes(found.digest()[:7], "big")
