"""What somebody may ask of a simulation, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from siete.cards import Rank
from siete.errors import SieteError
from siete.money import Cents, cents_from_text
from siete.rules.submission import compile_rules, submission_from_text

if TYPE_CHECKING:  # what is compiled is loaded by the process that deals
    from siete.sim.chunks import Setup
    from siete.sim.plan import Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A simulation that was asked for; amounts are in dollars, as they were typed."""

    text: str
    """The submission."""
    rounds: int
    seed: int = 1
    cards: Literal["shoe", "fresh"] = "fresh"
    strategy: Literal["derived", "never-bust", "mimic-dealer", "random"] = "derived"
    wager: Literal["all", "base"] = "all"
    bet: str = ""
    session: int = 0
    bankroll: str = "0"
    tags: tuple[tuple[str, int], ...] = ()
    """A count, by rank; none where nothing is counted."""
    bets: tuple[tuple[int, str], ...] = ()
    """The base wager from a true count on."""
    play_from: int | None = None
    """The true count below which rounds are sat out."""

    def setup(self) -> Setup:
        """The set-up of the simulation; what the rules refuse is refused."""
        from siete.lab.simulation import setup_of

        rules = compile_rules(submission_from_text(self.text))
        return setup_of(
            rules,
            strategy=self.strategy,
            wager=None if self.wager == "all" else self.wager,
            bet=self.bet or None,
            seed=self.seed,
            cards=self.cards,
            session=self.session,
            bankroll=self.bankroll,
            count=self._count(),
        )

    def check(self) -> None:
        """Refuse what cannot be dealt, without deriving the strategy that it is to be dealt by."""
        if self.session > self.rounds:
            raise SieteError("sim/long-session", "A session is longer than the run. Deal more rounds.")
        replace(self, strategy="never-bust").setup()

    def _count(self) -> Count | None:
        if not self.tags:
            return None
        unknown = [rank for rank, _ in self.tags if rank not in {each.value for each in Rank}]
        if unknown:
            raise SieteError("sim/unknown-rank", f"There is no rank {unknown[0][:10]!r} to tag.")
        from siete.sim.plan import Count

        tags = {Rank(rank): tag for rank, tag in self.tags}
        wagers = tuple((least, Cents(cents_from_text(amount))) for least, amount in self.bets)
        return Count(tags=tags, wagers=wagers, play_from=self.play_from)

    def command(self) -> str:
        """What deals the same rounds in a terminal."""
        from siete.lab.command_line import submission_words

        parts = ["siete simulate", submission_words(self.text), f"--rounds {self.rounds} --seed {self.seed}"]
        parts.append(f"--cards {self.cards}" if self.cards != "shoe" else "")
        parts.append(f"--strategy {self.strategy}" if self.strategy != "derived" else "")
        parts.append("--wager base" if self.wager == "base" else "")
        parts.append(f"--bet {self.bet.lstrip('$')}" if self.bet else "")
        parts.append(f"--session {self.session} --bankroll {self.bankroll.lstrip('$')}" if self.session else "")
        if self.tags:
            tags = ",".join(f"{rank}{tag:+d}" for rank, tag in self.tags if tag)
            bets = ",".join(f"{least}:{amount.lstrip('$')}" for least, amount in self.bets)
            parts.append(f"--count {tags}" + (f" --bets {bets}" if bets else ""))
            parts.append("" if self.play_from is None else f"--play-from {self.play_from}")
        return " ".join(filter(None, parts))
