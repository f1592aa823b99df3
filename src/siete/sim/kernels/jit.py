"""Compiles the kernels with numba, without the GIL and cached on disk.

Only whole kernels are cached. Numba looks at the file of a cached function alone, so a cached helper in another file
would outlive a change of what it calls; helpers are compiled into the kernels, whose key carries a hash of all code.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, SupportsInt, TypeVar, cast

import numba
import numpy as np
from numba.core.registry import CPUDispatcher
from numba.core.types import unliteral

whole = cast(Callable[[SupportsInt], int], np.int64)
"""Any number as a signed one: a byte taken from an array is unsigned, and both kinds together make a float."""

_Function = TypeVar("_Function", bound=Callable[..., object])


_HELPERS: Any = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}  # some of them have no type in numba
_any: Callable[[object], object] = unliteral
"""The type of a constant as that of any number."""


def compiled(function: _Function) -> _Function:
    """A helper as machine code, compiled into the kernels that call it.

    Kernel helpers are compiled without reference counting: the kernel that calls them owns every array, so no helper
    may allocate or keep one. With it, every array passed to a helper that is not inlined costs atomic additions, some
    tens for a split round; without them a chart's round takes about a fifth less. Numba's own sorts do the same.
    Decision: 0134.
    """
    made: Any = numba.njit(**_HELPERS)(function)
    if isinstance(made, CPUDispatcher):  # where numba is switched off it is the function itself
        made.__class__ = _Helper
    return cast(_Function, made)


class _Helper(CPUDispatcher):
    """A helper that is compiled once for all numbers that are written into calls of it, and for kernels alone.

    Numba would compile it anew for each constant that is passed, and each time for callers in Python, too: both
    together were two fifths of the time to compile. Decision: 0372.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The compiled form that fits a call's types, constants among them taken for any number."""
        named = {name: _any(kind) for name, kind in dict(kws).items()}
        return super().get_call_template(tuple(map(_any, args)), named)

    def __call__(self, *args: object) -> object:
        """Call it from Python, compiled for that once more: only tests and measurements do."""
        return _from_python(self.py_func)(*args)


@cache
def _from_python(function: Callable[..., object]) -> Callable[..., object]:
    made: Callable[..., object] = numba.njit(nogil=True, error_model="numpy")(function)
    return made


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
