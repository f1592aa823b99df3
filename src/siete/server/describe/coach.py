"""What the coach says of a decision: what each action is worth at this wager, and why, in words."""

from __future__ import annotations

from collections.abc import Sequence

from siete.cards import Card, Rank
from siete.money import Cents, cents_to_text
from siete.plain import Plain

_VERBS = {
    "hit": "hitting",
    "stand": "standing",
    "double": "doubling",
    "split": "splitting",
    "surrender": "surrendering",
    "rescue": "rescuing",
    "takeinsurance": "insuring",
    "declineinsurance": "going without",
}
_NAMES = {"takeinsurance": "insure", "declineinsurance": "no insurance"}
"""How actions are called whose names in the odds are no words."""
CENT = 0.005
"""Half a cent of a dollar: less is told as nothing."""


def priced(actions: Sequence[tuple[str, float]], wager: Cents) -> list[Plain]:
    """Each action with its value per unit of the wager and in cents at this wager."""
    return [
        {"action": name, "name": _NAMES.get(name, name), "ev": worth, "cents": round(worth * wager)}
        for name, worth in actions
    ]


def reason(situation: str, actions: Sequence[tuple[str, float]]) -> str:
    """The best action and the next in cents of a dollar: `17 against an ace: hitting loses 52 cents of a dollar`."""
    parts = [f"{_VERBS.get(name, name)} {_worth(value)}" for name, value in actions[:2]]
    first = f"{situation}: {parts[0]}"
    if len(parts) < 2:
        return f"{first}."
    return f"{first} of a dollar, {parts[1]}." if abs(actions[0][1]) >= CENT else f"{first}, {parts[1]}."


def _worth(value: float) -> str:
    cents = round(abs(value) * 100)
    if not cents:
        return "comes out even"
    return f"{'wins' if value > 0 else 'loses'} {cents} cent{'s' if cents > 1 else ''}"


def situation(total: str, up: Card) -> str:
    """`soft 17 against an ace`."""
    shown = "an ace" if up.rank is Rank.ACE else "an 8" if up.rank.value == "8" else f"a {_rank(up)}"
    return f"{total} against {shown}"


def _rank(card: Card) -> str:
    return {"J": "jack", "Q": "queen", "K": "king"}.get(card.rank.value, card.rank.value)


def bonus_words(award: Cents, wager: Cents, worth: float) -> str:
    """What a chance at the super bonus adds to the value of an action, in words; `worth` is per unit of the wager."""
    chance = round(award / (worth * wager))
    added = cents_to_text(Cents(round(worth * wager)))
    if chance <= 1:
        return f"The super bonus of {cents_to_text(award)} is won."
    return f"One chance in {chance} at the super bonus of {cents_to_text(award)} is worth {added} of it."


def left_out(shoe: str) -> str:
    """How sure the values are, and what they leave out."""
    of = "the cards left in the shoe" if shoe == "remaining" else "a full shoe"
    return f"Exact for {of}, with the super bonus that this wager can win; what others win (envy) is not counted."
