"""`siete staff`: accounts from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "siete.cli", *arguments], capture_output=True, text=True, check=False)


def test_accounts_are_added_and_listed(tmp_path: Path) -> None:
    at = ("--data", str(tmp_path / "data"))
    made = _run("staff", "add", "dora", "--role", "dealer", "--password", "correct horse 21", *at)
    assert made.stdout == "dora may come in as dealer.\n", made.stderr
    listed = _run("staff", "list", "--json", *at)
    assert json.loads(listed.stdout) == [{"name": "dora", "role": "dealer", "is_active": True}]
    assert "correct horse" not in (tmp_path / "data" / "house.db").read_bytes().decode("latin-1")


def test_wrong_roles_and_short_passwords_are_refused(tmp_path: Path) -> None:
    for role, password, code in (
        ("king", "correct horse 21", "staff/unknown-role"),
        ("dealer", "x", "staff/bad-password"),
    ):
        refused = _run("staff", "add", "dora", "--role", role, "--password", password, "--data", str(tmp_path))
        assert (refused.returncode, refused.stderr.split(":")[0]) == (1, code)
