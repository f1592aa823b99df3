"""The wagers a table offers, and the figures of one or all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from siete.errors import SieteError, UnknownNameError, nearest
from siete.money import Cents, cents_to_text
from siete.odds import bonus_spin, insurance, jackpot, match_the_dealer, super_bonus, xtreme_16
from siete.odds.figure import Figure
from siete.rules.table_rules import TableRules
from siete.strategy import Strategy


class Wager(StrEnum):
    """Everything that can be wagered, or comes with a wager, by its name in figures."""

    BASE = "base"
    INSURANCE = "insurance"
    MATCH_THE_DEALER = "match-the-dealer"
    SUPER_BONUS = "super-bonus"
    BONUS_SPIN = "bonus-spin"
    XTREME_16 = "xtreme-16"
    JACKPOT = "jackpot"


_OFFER = {
    Wager.MATCH_THE_DEALER: "mtd_offered",
    Wager.BONUS_SPIN: "spin_offered",
    Wager.XTREME_16: "xtreme_offered",
    Wager.JACKPOT: "jackpot_games",
}
"""The parameter that says whether a table offers the wager; the others are always there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is asked beside the wager."""

    paytable: str | None = None
    meter: Cents | None = None
    bet: Cents | None = None
    players: int = 1
    strategy: Strategy | None = None


def wager_from_text(name: str) -> Wager:
    """The wager with this name."""
    if name not in set(Wager):
        known = ", ".join(Wager)
        sentence = f"There is no wager {name[:40]!r}; there are {known}.{nearest(name, [each.value for each in Wager])}"
        raise UnknownNameError("odds/unknown-wager", sentence)
    return Wager(name)


def offered(rules: TableRules) -> tuple[Wager, ...]:
    """The wagers this table offers."""
    return tuple(wager for wager in Wager if _is_offered(rules, wager))


def figures(
    rules: TableRules,
    wager: str | None = None,
    *,
    paytable: str | None = None,
    meter: Cents | None = None,
    bet: Cents | None = None,
    players: int = 1,
    strategy: Strategy | None = None,
) -> list[Figure]:
    """The figures of one wager, or of all that the table offers; a jackpot has one for each paytable that fits."""
    terms = Terms(paytable=paytable, meter=meter, bet=bet, players=players, strategy=strategy)
    chosen = None if wager is None else wager_from_text(wager)
    if chosen is None and paytable is not None:
        chosen = _with_paytables(rules)
    _check(rules, chosen, terms)
    asked = (chosen,) if chosen else offered(rules)
    return [figure for each in asked for figure in _FIGURES[each](rules, terms)]


def _is_offered(rules: TableRules, wager: Wager) -> bool:
    return wager not in _OFFER or bool(getattr(rules, _OFFER[wager]))


def _with_paytables(rules: TableRules) -> Wager:
    """The wager of this table that a paytable can be asked for."""
    for wager in (Wager.JACKPOT, Wager.BONUS_SPIN):
        if _is_offered(rules, wager):
            return wager
    raise SieteError("odds/no-paytable", f"No wager of {rules.rule_set} has several paytables.")


def _check(rules: TableRules, wager: Wager | None, terms: Terms) -> None:
    """Refuse what the table does not offer and what cannot be meant."""
    if wager is not None and not _is_offered(rules, wager):
        there = ", ".join(offered(rules))
        sentence = f"This table of {rules.rule_set} does not offer {wager}; it has {there}."
        raise SieteError("odds/not-offered", sentence, clause=rules.clause(_OFFER[wager]))
    if terms.paytable is not None and wager not in (Wager.JACKPOT, Wager.BONUS_SPIN, Wager.XTREME_16):
        raise SieteError("odds/no-paytable", f"The wager {wager} has no paytables to choose from.")
    if terms.meter is not None:
        _check_meter(rules, wager, terms.meter)
    if terms.bet is not None and terms.bet <= 0:
        raise SieteError("odds/no-wager", f"A wager of {cents_to_text(terms.bet)} is none; it must be above $0.")
    if terms.strategy is not None and wager not in (None, Wager.BASE):
        raise SieteError("odds/no-strategy", f"No strategy bears on the wager {wager}; only base is played by one.")
    if not 1 <= terms.players <= rules.positions:
        sentence = f"{terms.players} players, one to a box, cannot sit here; there may be 1 to {rules.positions}."
        raise SieteError("odds/players", sentence, clause=rules.clause("positions"))


def _check_meter(rules: TableRules, wager: Wager | None, meter: Cents) -> None:
    if meter < 0:
        raise SieteError("odds/negative-meter", f"A meter cannot show {cents_to_text(meter)}; it is $0 or more.")
    asked = offered(rules) if wager is None else (wager,)
    if not any(_has_meter(rules, each) for each in asked):
        raise SieteError("odds/no-meter", f"{wager or rules.rule_set} has no meter and no jackpot prize.")


def _has_meter(rules: TableRules, wager: Wager) -> bool:
    if wager is Wager.XTREME_16:
        return rules.xtreme_offered
    return wager in (Wager.BONUS_SPIN, Wager.JACKPOT) and rules.meter_seed is not None


def _base(rules: TableRules, terms: Terms) -> list[Figure]:
    from siete.odds import base  # compiled code, which the other wagers do without

    return [base.figure(rules, strategy=terms.strategy)]


def _bonus_spin(rules: TableRules, terms: Terms) -> list[Figure]:
    """The paytable is part of the rules, for the wheel hangs on it; another one needs other rules."""
    if terms.paytable not in (None, rules.spin_paytable):
        has = f"paytable {rules.spin_paytable}" if rules.spin_paytable else "no paytable, only a wheel"
        sentence = f"The Bonus Spin of these rules has {has}, not {str(terms.paytable)[:20]!r}; set spin_paytable."
        raise SieteError("odds/unknown-paytable", sentence, clause=rules.clause("spin_paytable"))
    return [bonus_spin.figure(rules, meter=terms.meter, players=terms.players)]


def _xtreme_16(rules: TableRules, terms: Terms) -> list[Figure]:
    """There is one paytable; it may be named."""
    if terms.paytable not in (None, rules.xtreme_community):
        sentence = f"Xtreme 16 has paytable {rules.xtreme_community}, not {str(terms.paytable)[:20]!r}."
        raise SieteError("odds/unknown-paytable", sentence, clause=rules.clause("xtreme_community"))
    return [xtreme_16.figure(rules, meter=terms.meter, players=terms.players)]


def _jackpot(rules: TableRules, terms: Terms) -> list[Figure]:
    if terms.paytable is None:
        return jackpot.figures(rules, meter=terms.meter)
    return [jackpot.figure(rules, terms.paytable, meter=terms.meter)]


_FIGURES: dict[Wager, Callable[[TableRules, Terms], list[Figure]]] = {
    Wager.BASE: _base,
    Wager.INSURANCE: lambda rules, _: [insurance.figure(rules)],
    Wager.MATCH_THE_DEALER: lambda rules, _: match_the_dealer.figures(rules),
    Wager.SUPER_BONUS: lambda rules, terms: [super_bonus.figure(rules, bet=terms.bet, players=terms.players)],
    Wager.BONUS_SPIN: _bonus_spin,
    Wager.XTREME_16: _xtreme_16,
    Wager.JACKPOT: _jackpot,
}
