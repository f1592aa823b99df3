"""The actions of an agent, and the commands of the engine that they stand for."""

from __future__ import annotations

from enum import IntEnum
from typing import SupportsInt

from siete.money import Cents
from siete.table import commands as c
from siete.table.due import Question
from siete.table.legal import Template


class Action(IntEnum):
    """What an agent can answer. Sizes of a wager follow: `len(Action) + i` wagers the i-th size."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4
    RESCUE = 5
    DECLINE_INSURANCE = 6
    TAKE_INSURANCE = 7
    TAKE_BLACKJACK = 8
    HOLD_BLACKJACK = 9


_COMMANDS: dict[Action, type[c.PlayerCommand]] = {
    Action.STAND: c.Stand,
    Action.HIT: c.Hit,
    Action.DOUBLE: c.Double,
    Action.SPLIT: c.Split,
    Action.SURRENDER: c.Surrender,
    Action.RESCUE: c.Rescue,
    Action.DECLINE_INSURANCE: c.DeclineInsurance,
    Action.TAKE_INSURANCE: c.TakeInsurance,
    Action.TAKE_BLACKJACK: c.TakeBlackjack,
    Action.HOLD_BLACKJACK: c.HoldBlackjack,
}
_ACTIONS = {command: action for action, command in _COMMANDS.items()}

AGENT_QUESTIONS = frozenset({Question.PLAY, Question.DOUBLED, Question.INSURANCE, Question.BLACKJACK})
"""What the agent answers; cuts, looks at cards and mistakes of a dealer are no decisions of the game."""


def command_of(template: Template, action: SupportsInt) -> c.PlayerCommand | None:
    """The command of a template, with the most that may be wagered; None where the action is another."""
    command = template.command
    if _ACTIONS.get(type(command)) != int(action):
        return None
    if isinstance(command, c.Double | c.TakeInsurance):
        return type(command)(player=command.player, box=command.box, amount=Cents(template.most))
    return command


def action_of(template: Template) -> Action | None:
    """The action that a template stands for, if it is one of the agent's."""
    return _ACTIONS.get(type(template.command))
