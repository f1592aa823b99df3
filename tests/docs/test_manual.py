"""The manual page says what the commands' help says, and reads without a complaint."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from scripts.manual import PAGE, manual
from siete.cli.app import COMMANDS


def test_the_manual_is_what_the_commands_say() -> None:
    assert PAGE.read_text("utf-8") == manual(), "scripts/join writes it anew"


def test_every_command_has_its_section() -> None:
    text = PAGE.read_text("utf-8")
    assert [name for name in COMMANDS if f'.SS "siete {name}' not in text] == []


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_a_formatter_takes_it_without_a_warning() -> None:
    ran = subprocess.run(["groff", "-man", "-ww", "-z", str(PAGE)], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
