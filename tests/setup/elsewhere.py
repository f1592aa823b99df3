"""Run as a program: siete as a system without POSIX modules and calls would import it.

Everything is imported once as it is, so that other packages stand; then siete's own modules are forgotten, what only
POSIX has is taken away, and they are imported anew. Each argument is a command line to run after that; the last line on
standard output is their exit codes.
"""

from __future__ import annotations

import builtins
import os
import pkgutil
import shlex
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType

MODULES = {"fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "readline", "syslog", "crypt"}
CALLS = (
    "O_CLOEXEC", "O_NOFOLLOW", "O_DIRECTORY", "chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid",
    "getgid", "getgroups", "getpgid", "getuid", "killpg", "lchown", "nice", "posix_spawn", "pread", "pwrite", "setpgid",
    "setsid", "statvfs", "sched_getaffinity", "uname", "wait3", "wait4",
)  # fmt: skip
SIGNALS = ("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGSTOP", "SIGUSR1", "SIGUSR2")
SOCKETS = ("AF_UNIX", "SO_REUSEPORT")

_as_it_is = builtins.__import__


def _without_posix(
    name: str,
    globals_: Mapping[str, object] | None = None,
    locals_: Mapping[str, object] | None = None,
    wanted: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    importer = str((globals_ or {}).get("__name__", ""))
    if name in MODULES and importer.partition(".")[0] == "siete":
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _as_it_is(name, globals_, locals_, wanted, level)


def _all_modules() -> list[str]:
    import siete

    found = pkgutil.walk_packages(siete.__path__, "siete.")
    skipped = ("__main__", ".migrations.env")  # a program, and a script that alembic runs
    return sorted(each.name for each in found if not each.name.endswith(skipped))


def main(commands: Sequence[str]) -> None:
    """Import everything twice, the second time without POSIX, and run the commands."""
    from prometheus_client import REGISTRY

    for name in _all_modules():
        import_module(name)
    for name in [name for name in sys.modules if name.partition(".")[0] == "siete"]:
        del sys.modules[name]
    for collector in tuple(REGISTRY._collector_to_names):
        REGISTRY.unregister(collector)
    for module, missing in ((os, CALLS), (signal, SIGNALS), (socket, SOCKETS)):
        for name in missing:
            if hasattr(module, name):
                delattr(module, name)
    builtins.__import__ = _without_posix  # type: ignore[assignment]
    for name in _all_modules():
        import_module(name)
    sys.platform = "win32"
    print(*[_left(shlex.split(command)) for command in commands])


def _left(words: Sequence[str]) -> object:
    """The exit code of a command."""
    sys.argv = ["siete", *words]
    try:
        import_module("siete.cli").main()
    except SystemExit as left:
        return left.code or 0
    return 0


if __name__ == "__main__":
    main(sys.argv[1:])
