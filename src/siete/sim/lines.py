"""How often each line of a wager came, by the words of its paytable."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from siete.sim.chunks import compiled_of
from siete.sim.codes import DEALERS, DOUBLINGS, ENDS, JACKPOT_LINES, SPOTS, WagerCode, line_of
from siete.sim.compiler.jackpot_tables import NO_LINE
from siete.sim.totals import Totals

_MATCHES = ("none", "unsuited", "suited")


def lines_of(totals: Totals, wager: WagerCode) -> Iterator[tuple[str, int]]:
    """The lines of a wager with their counts."""
    counts = totals.counts
    if wager is WagerCode.BASE:
        yield from hands_by_line(totals).items()
    elif WagerCode.MATCH_UP <= wager < WagerCode.MATCH_UP + SPOTS:
        spot = wager - WagerCode.MATCH_UP
        for code, count in enumerate(counts["matches"][spot * 9 : spot * 9 + 9].tolist()):
            yield f"{_MATCHES[code // 3]}, {_MATCHES[code % 3]}", count
    elif wager in (WagerCode.JACKPOT_1, WagerCode.JACKPOT_2):
        row = (wager - WagerCode.JACKPOT_1) * (NO_LINE + 1)
        names = [*(line.value for line in JACKPOT_LINES), "none"]
        found = counts["lines"][row : row + NO_LINE + 1].tolist()
        yield from ((name, count) for name, count in zip(names, found, strict=True) if count)
    elif wager is WagerCode.SUPER_BONUS:
        yield "super bonus", int(counts["supers"][0])
    elif wager is WagerCode.ENVY:
        yield "envy", int(counts["envies"][0])
    elif wager is WagerCode.INSURANCE:
        yield "insured", int(counts["insured"].sum())
    else:
        yield from _wheels(totals, wager)


def _wheels(totals: Totals, wager: WagerCode) -> Iterator[tuple[str, int]]:
    """The symbols that wheels came to."""
    counts, compiled = totals.counts, compiled_of(totals.setup)
    if wager is WagerCode.BONUS_SPIN:
        yield from zip(compiled.spin.symbols, counts["spins"].tolist(), strict=False)
        yield from (("ace", int(counts["aces"][0])),) if totals.setup.rules.spin_ace_pays else ()
    elif wager is WagerCode.XTREME_16:
        for kind, table, name in (("community", compiled.community, "communities"), ("hot spot", compiled.hot, "hots")):
            found = counts[name].tolist()
            yield from ((f"{kind} {each}", count) for each, count in zip(table.symbols, found, strict=False))


def hands_by_line(totals: Totals) -> dict[str, int]:
    """Hands by the line they ended on."""
    found: dict[str, int] = {}
    for name in ("ends", "split_ends"):
        ends = totals.counts[name]
        for end in np.flatnonzero(ends).tolist():
            kind, rest = divmod(end % ENDS, DOUBLINGS * DEALERS)
            line = line_of(kind, rest // DEALERS, rest % DEALERS)
            found[line] = found.get(line, 0) + int(ends[end])
    return dict(sorted(found.items()))
