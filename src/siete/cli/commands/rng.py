"""`siete rng`: output of the random generator, for a laboratory."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from siete import __version__
from siete.cli import output
from siete.cli.options import Json
from siete.errors import SieteError

EPILOG = "Example: siete rng sample --bytes 1000000 -o raw.bin"
STANDARD_OUTPUT = "-"

app = typer.Typer(
    help="Export what the generator of live tables gives, for tests of your own.", no_args_is_help=True, epilog=EPILOG
)


@app.callback()
def _group() -> None:
    """Keep `sample` a command of its own while it is the only one."""


@app.command("sample", epilog=EPILOG)
def sample(
    count_bytes: Annotated[
        int | None, typer.Option("--bytes", metavar="N", min=1, help="So many raw bytes, as every draw begins.")
    ] = None,
    numbers: Annotated[
        int | None, typer.Option("--numbers", metavar="N", min=1, help="So many numbers below --below, one on a line.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--below", metavar="L", min=2, help="The numbers are from 0 up to L − 1.")
    ] = None,
    shoes: Annotated[
        int | None,
        typer.Option("--shoes", metavar="N", min=1, help="So many shuffled shoes of --rules, one on a line."),
    ] = None,
    rules: Annotated[
        str, typer.Option("--rules", metavar="RULES", help="The rule set or submission whose shoes are shuffled.")
    ] = "md",
    to: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="The file to write. Default: standard output, or -.")
    ] = STANDARD_OUTPUT,
    json: Json = False,
) -> None:
    """Write raw output of the generator, numbers or shuffled shoes, made by the code that deals live tables.

    The generator is the operating system's; nothing is seeded, and no two samples are alike. The digest names a sample.
    """
    from siete.host.chance import sampling
    from siete.host.chance.entropy import Entropy
    from siete.rules.submission import table_rules

    if sum(each is not None for each in (count_bytes, numbers, shoes)) != 1:
        raise typer.BadParameter("exactly one of --bytes, --numbers and --shoes is needed")
    if (numbers is None) != (limit is None):
        raise typer.BadParameter("--numbers and --below belong together", param_hint="--below")
    if count_bytes is not None and to == STANDARD_OUTPUT and sys.stdout.isatty():
        raise typer.BadParameter(
            "raw bytes are not for a terminal: name a file, or hand them on with |", param_hint="-o"
        )
    entropy = Entropy()
    if count_bytes is not None:
        parts = sampling.raw_bytes(count_bytes, entropy)
    elif numbers is not None and limit is not None:
        parts = sampling.numbers(numbers, limit, entropy)
    else:
        parts = sampling.shoes(shoes or 0, table_rules(rules), entropy)
    size, digest = _write(parts, to)
    told = {"program": f"siete {__version__}", "file": to, "bytes": size, "sha256": digest}
    words = output.json_text(told) if json else f"{size:,} bytes, SHA-256 {digest}\n"
    print(words, end="", file=sys.stderr if to == STANDARD_OUTPUT else sys.stdout)


def _write(parts: Iterable[bytes], to: str) -> tuple[int, str]:
    size, digest = 0, sha256()
    with _opened(to) as file:
        for part in parts:
            file.write(part)
            size += len(part)
            digest.update(part)
    return size, digest.hexdigest()


@contextmanager
def _opened(to: str) -> Iterator[BinaryIO]:
    if to == STANDARD_OUTPUT:
        yield sys.stdout.buffer
        return
    try:
        with Path(to).open("xb") as file:
            yield file
    except FileExistsError:
        raise SieteError("file/exists", f"{to} is there already; a sample overwrites nothing.") from None
    except OSError as error:
        raise SieteError("file/unwritable", f"{to} cannot be written: {error.strerror}.") from None
