"""Files of rounds that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.cli.round_files import LARGEST_FILE, round_file_text
from siete.errors import FaultyDocumentError


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.s21"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(FaultyDocumentError) as refused:
        round_file_text(path)
    assert refused.value.code == "notation/too-large"


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(FaultyDocumentError) as refused:
        round_file_text(tmp_path / "none.s21")
    assert refused.value.code == "file/unreadable"
