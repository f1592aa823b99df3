"""Short phrases for what happens between rounds: opening, shuffle, cut, burns, idle hours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from siete.table import events as e


def told(events: Iterable[e.Event]) -> tuple[str, ...]:
    """A phrase for each thing that happened between rounds; repeated things are combined."""
    return tuple(_phrases(event for event in events if type(event) in _TOGETHER or type(event) in _ALONE))


def sentence(events: Iterable[e.Event]) -> str:
    """All of it in one sentence; nothing where nothing happened."""
    text = ", ".join(told(events))
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _phrases(events: Iterable[e.Event]) -> Iterator[str]:
    for kind, group in groupby(events, type):
        if kind in _TOGETHER:
            yield _TOGETHER[kind](list(group))
        else:
            yield from (_ALONE[kind](event) for event in group)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


_TOGETHER: dict[type[e.Event], Callable[[list[Any]], str]] = {
    e.ItemSigned: lambda all: f"{_counted(len(all), 'item', 'items')} of the checklist signed",
    e.ShuffleStepDone: lambda all: "by hand: " + " ".join(each.step for each in all),
    e.CardBurned: lambda all: f"{_counted(len(all), 'card', 'cards')} burned",
    e.CutRefused: lambda all: f"cut refused by {' and '.join(each.player for each in all)}",
}

_ALONE: dict[type[e.Event], Callable[[Any], str]] = {
    e.ReaderInspected: lambda event: "card reader inspected",
    e.TableOpenedForPlay: lambda event: "table open",
    e.CardsReceived: lambda event: f"{len(event.cards)} cards brought",
    e.CardsInspected: lambda event: "inspected for defects",
    e.TensRemoved: lambda event: f"{len(event.cards)} 10-spots taken out",
    e.CardsVerified: lambda event: "verified",
    e.TensDisposed: lambda event: f"10-spots disposed of ({event.how.replace('_', ' ')})",
    e.CardsReturned: lambda event: f"{event.count} cards sent back",
    e.CardsSpread: lambda event: "spread face up, each deck by suit",
    e.CardsLookedOver: lambda event: f"looked at by {event.player}",
    e.CardsTurnedDown: lambda event: "turned face down",
    e.CardsWashed: lambda event: "washed",
    e.CardExposed: lambda event: "a card showed its face",
    e.CardsRetired: lambda event: f"{event.count} old cards retired",
    e.IdleCardsSpread: lambda event: f"nobody plays: cards spread face {'up' if event.is_face_up else 'down'}",
    e.CardsTurnedUp: lambda event: "turned face up",
    e.PlayerReturned: lambda event: f"{event.player} wants to play",
    e.BatchChanged: lambda event: "the shuffler's batch taken out",
    e.CardsShuffled: lambda event: f"{len(event.order)} cards shuffled",
    e.PreshuffledStacked: lambda event: f"{len(event.order)} preshuffled cards stacked",
    e.CardsCut: lambda event: f"cut by {event.cutter} under {event.at} cards",
    e.RecutOrdered: lambda event: f"{event.by} has the cards cut again",
    e.CoverCardPlaced: lambda event: f"cover card before the last {event.behind}",
    e.StackLoaded: lambda event: "shoe loaded",
    e.DealerCame: lambda event: f"{event.dealer} comes to deal",
    e.ReshuffleOrdered: lambda event: f"{event.by} orders a shuffle",
    e.ShoeCollected: lambda event: f"{event.count} cards collected and counted",
    e.DecksWithdrawn: lambda event: f"{event.count} cards withdrawn",
    e.DiscardsReused: lambda event: f"the shoe has run out, {event.count} discards taken to be shuffled",
}
