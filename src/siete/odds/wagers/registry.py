"""The wagers a table offers, and the figures of one or all of them."""

from __future__ import annotations

from siete.errors import SieteError, UnknownNameError, nearest
from siete.money import Cents, cents_to_text
from siete.odds.figure import Figure
from siete.odds.wagers import bonus_spin, insurance, jackpot, match_the_dealer, super_bonus, xtreme_16
from siete.odds.wagers.priced_wager import Clauses, PricedWager, PricingTerms, by_line
from siete.rules.table_rules import TableRules
from siete.strategy import Strategy


def _base_figures(rules: TableRules, terms: PricingTerms) -> list[Figure]:
    from siete.odds import base  # compiled code, which the other wagers do without

    return [base.figure(rules, strategy=terms.strategy)]


def _bonus_21(rules: TableRules, figure: Figure) -> Clauses:
    return by_line(rules.bonus_21)


BASE = PricedWager(
    name="base",
    title="Base game",
    figures=_base_figures,
    parameters=("win_pays", "blackjack_pays", "surrender_share", "dealer_soft17", "hole_card_procedure"),
    line_clauses=_bonus_21,
)

_WAGERS: dict[str, PricedWager] = {}


def register(wager: PricedWager) -> None:
    """Let a wager be priced where the rules offer it."""
    assert wager.name not in _WAGERS, f"{wager.name} is registered"
    _WAGERS[wager.name] = wager


for _each in (
    BASE,
    insurance.WAGER,
    match_the_dealer.WAGER,
    super_bonus.WAGER,
    bonus_spin.WAGER,
    xtreme_16.WAGER,
    jackpot.WAGER,
):
    register(_each)


def names() -> tuple[str, ...]:
    """The names of all wagers, whether or not a table offers them."""
    return tuple(_WAGERS)


def priced(name: str) -> PricedWager:
    """The wager with this name."""
    if name not in _WAGERS:
        known = ", ".join(_WAGERS)
        sentence = f"There is no wager {name[:40]!r}; there are {known}.{nearest(name, _WAGERS)}"
        raise UnknownNameError("odds/unknown-wager", sentence)
    return _WAGERS[name]


def offered(rules: TableRules) -> tuple[str, ...]:
    """The names of the wagers this table offers."""
    return tuple(each.name for each in _WAGERS.values() if each.is_offered(rules))


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
    terms = PricingTerms(paytable=paytable, meter=meter, bet=bet, players=players, strategy=strategy)
    chosen = None if wager is None else priced(wager)
    if chosen is None and paytable is not None:
        chosen = _with_paytables(rules)
    check(rules, chosen, terms)
    asked = (chosen,) if chosen else tuple(map(priced, offered(rules)))
    return [figure for each in asked for figure in each.figures(rules, terms)]


def _with_paytables(rules: TableRules) -> PricedWager:
    """The wager of this table that a paytable can be asked for."""
    for wager in (jackpot.WAGER, bonus_spin.WAGER):
        if wager.is_offered(rules):
            return wager
    raise SieteError("odds/no-paytable", f"No wager of {rules.rule_set} has several paytables.")


def check(rules: TableRules, wager: PricedWager | None, terms: PricingTerms) -> None:
    """Refuse what the table does not offer and what cannot be meant."""
    if wager is not None and not wager.is_offered(rules):
        there = ", ".join(offered(rules))
        sentence = f"This table of {rules.rule_set} does not offer {wager.name}; it has {there}."
        raise SieteError("odds/not-offered", sentence, clause=rules.clause(wager.offer))
    if terms.paytable is not None and wager is not None and not wager.has_paytables:
        raise SieteError("odds/no-paytable", f"The wager {wager.name} has no paytables to choose from.")
    if terms.meter is not None:
        _check_meter(rules, wager, terms.meter)
    if terms.bet is not None and terms.bet <= 0:
        raise SieteError("odds/no-wager", f"Give a wager above $0, not {cents_to_text(terms.bet)}.")
    if terms.strategy is not None and wager is not None and wager is not BASE:
        sentence = f"No strategy bears on the wager {wager.name}; only base is played by one."
        raise SieteError("odds/no-strategy", sentence)
    if not 1 <= terms.players <= rules.positions:
        sentence = f"Ask for 1 to {rules.positions} players, one to a box, not {terms.players}."
        raise SieteError("odds/players", sentence, clause=rules.clause("positions"))


def _check_meter(rules: TableRules, wager: PricedWager | None, meter: Cents) -> None:
    if meter < 0:
        raise SieteError("odds/negative-meter", f"Give a meter of $0 or more, not {cents_to_text(meter)}.")
    asked = tuple(map(priced, offered(rules))) if wager is None else (wager,)
    if not any(each.has_meter(rules) for each in asked):
        name = wager.name if wager else rules.rule_set
        raise SieteError("odds/no-meter", f"{name} has no meter and no jackpot prize.")
