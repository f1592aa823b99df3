"""Frames that are put on the wire without the protocol's help are those that it would have made."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from siete.server.direct import text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_is_that_of_the_protocol(size: int) -> None:
    data = b"x" * size
    assert text_frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False)
