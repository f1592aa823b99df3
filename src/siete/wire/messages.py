"""What travels over a house's WebSockets: `docs/api.md` describes it, AsyncAPI is generated from here.

Amounts are cents and cards are text. A client ignores fields it does not know, so that a newer server can add some.
"""

from __future__ import annotations

import msgspec

Plain = dict[str, object]


class Legal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command that may be sent now; one with `step` takes any amount from `least` to `most` in such steps."""

    command: Plain
    point: str = ""
    least: int = 0
    most: int = 0
    step: int = 0
    at_stake: int = 0
    words: str = ""
    clause: str = ""

    @property
    def name(self) -> str:
        """The command's name, such as `Hit`."""
        return str(self.command["command"])


class Refused(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command that somebody might want to send and may not, with the reason."""

    command: Plain
    code: str
    clause: str
    sentence: str
    short: str = ""


class You(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the receiver has and may do."""

    name: str | None
    role: str
    legal: tuple[Legal, ...]
    refused: tuple[Refused, ...]
    rack: int = 0
    wallet: int = 0
    boxes: tuple[int, ...] = ()
    is_ready: bool = False
    queue: Plain | None = None
    """One's place among those who wait for a box, and how many they are."""
    desk: Plain | None = None
    """What the person who deals has before them."""


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """A clock that runs: whose it is, and the command that is carried out when it ends."""

    player: str | None
    box: int | None
    question: str
    point: str
    left: float
    of: float
    default: Plain


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """One bettor's money on a hand."""

    player: str
    amount: int
    doubles: tuple[int, ...]
    is_open: bool


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand on the layout."""

    cards: tuple[str, ...]
    total: int = 0
    """0 while the hand has no cards."""
    is_soft: bool = False
    status: str
    is_split: bool
    doublings: int
    stakes: tuple[Stake, ...]


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A box in play."""

    number: int
    decider: str
    hands: tuple[Hand, ...]


class DealerHand(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer's cards that lie face up, and how many lie face down."""

    cards: tuple[str, ...]
    face_down: int
    is_done: bool


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """The round on the layout."""

    number: int
    are_wagers_closed: bool
    dealer: DealerHand
    boxes: tuple[Box, ...]
    insurance: str


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A question that is open."""

    player: str
    box: int
    question: str
    hand: int = 0


class DueStep(msgspec.Struct, frozen=True, kw_only=True):
    """What the table waits for."""

    asks: tuple[Ask, ...] = ()
    clause: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The table as the receiver may see it."""

    rules_hash: str
    rounds: int
    seats: dict[str, str]
    racks: dict[str, int]
    due: DueStep | None = None
    round: Round | None = None


class _Now(msgspec.Struct, frozen=True, kw_only=True, rename={"since": "from"}):
    """The table as it is after the last event."""

    table: str
    since: int
    events: tuple[Plain, ...]
    view: View
    stage: str
    state: str
    dealer: str
    timers: tuple[Timer, ...]
    meters: tuple[Plain, ...]
    ready: tuple[str, ...]
    you: You
    floorperson: str
    reason: str | None = None
    commitment: Plain | None = None
    call: str = ""
    """Why the dealer has called a floorperson who has not answered yet."""
    limits: Plain | None = None
    """Least and most of a base wager, `min` and `max`, as they are now: they change between rounds."""
    notice: Plain | None = None
    """Rules that begin later: when, and each value now and then."""


class Snapshot(_Now, frozen=True, kw_only=True, tag="snapshot"):
    """The first message, and the one after a decision was taken back."""

    version: int


class Events(_Now, frozen=True, kw_only=True, tag="events"):
    """What happened since the message before."""

    to: int

    @property
    def version(self) -> int:
        """The version after the last event."""
        return self.to


class Answer(msgspec.Struct, frozen=True, kw_only=True, tag="answer"):
    """A command was carried out and is durable."""

    id: str
    version: int
    report: Plain | None = None
    """How a run at the dealer's desk went, where the command ended one."""


class CommandRefused(msgspec.Struct, frozen=True, kw_only=True, tag="refused"):
    """A command was refused; without an id, the connection was."""

    id: str | None
    code: str
    clause: str
    sentence: str
    facts: Plain = {}


class LobbyNews(msgspec.Struct, frozen=True, kw_only=True, tag="tables"):
    """The lobby: every table first, each as `GET /tables` lists it, then those that changed."""

    tables: tuple[Plain, ...]
    gone: tuple[str, ...]
    """Tables that are closed."""


class FloorNews(msgspec.Struct, frozen=True, kw_only=True, tag="floor"):
    """The floor: every table first, each as `GET /floor/overview` has it, then those that changed."""

    now: str
    tables: tuple[Plain, ...]
    gone: tuple[str, ...]
    answered: tuple[Plain, ...]
    """What has left the queue, and by whom."""
    queue: tuple[Plain, ...]
    """What waits for the receiver, most urgent first."""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to a ping."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag="command"):
    """A command of the client, with an id of its own and the decision point it answers."""

    id: str
    command: Plain
    point: str = ""


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Asks whether the connection lives."""


FromServer = Snapshot | Events | Answer | CommandRefused | Pong
FromLobby = LobbyNews | CommandRefused | Pong
FromFloor = FloorNews | CommandRefused | Pong
FromClient = Command | Ping

_decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


def decode(data: str | bytes) -> FromServer:
    """A message of the server; raises `msgspec.DecodeError` where it is none."""
    return _decoder.decode(data)


def encode(message: FromClient) -> str:
    """A message of a client as it is sent."""
    return msgspec.json.encode(message).decode()
