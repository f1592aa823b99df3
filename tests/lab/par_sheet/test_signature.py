"""The signature of a PAR sheet: of page and workbook, over everything, by a key that a reader can demand."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from siete.errors import SieteError
from siete.host.audit.heads import public_key, signing_key
from siete.lab.par_sheet.signature import checked, signed
from tests.cli.running import runner


def workbook() -> bytes:
    """An archive like a workbook's."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("sheet.xml", "<edge>0.0078</edge>")
    return made.getvalue()


SHEETS = {"page": b"<!doctype html>\n<p>0.0078</p>\n</html>", "workbook": workbook()}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_good_as_it_was_signed_and_bad_when_anything_was_changed(name: str) -> None:
    key = Ed25519PrivateKey.generate()
    made = signed(SHEETS[name], key)
    found = checked(made)
    assert (found.is_good, found.key) == (True, public_key(key))
    assert not checked(made.replace(b"0.0078", b"0.0077")).is_good
    other = signed(SHEETS[name], Ed25519PrivateKey.generate())
    stolen = made.replace(public_key(key).encode(), checked(other).key.encode())
    assert not checked(stolen).is_good


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_without_a_signature_is_refused(name: str) -> None:
    for data in (SHEETS[name], signed(SHEETS[name], Ed25519PrivateKey.generate()) + b" "):
        with pytest.raises(SieteError) as refused:
            checked(data)
        assert refused.value.code == "report/not-signed"


def test_a_signed_workbook_is_still_an_archive() -> None:
    made = signed(SHEETS["workbook"], Ed25519PrivateKey.generate())
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.testzip() is None
        assert archive.read("sheet.xml") == b"<edge>0.0078</edge>"


def test_the_command_signs_and_verifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    siete, key = runner(monkeypatch, capsys), tmp_path / "audit.key"
    house = public_key(signing_key(key))
    for kind in ("html", "xlsx"):
        sheet = tmp_path / f"par.{kind}"
        assert siete("report", "md", "-o", str(sheet), "--date", "2026-05-01", "--sign", str(key)).code == 0
        good = siete("report", str(sheet), "--verify", "--key", house, "--json")
        assert (good.code, good.json["key"], good.json["is_good"]) == (0, house, True)
        other = siete("report", str(sheet), "--verify", "--key", "0" * 64)
        assert (other.code, "report/other-key" in other.err) == (1, True)
        data = sheet.read_bytes()
        if kind == "html":
            assert b"siete odds md --wager match-the-dealer" in data
        at = len(data) // 2
        sheet.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        changed = siete("report", str(sheet), "--verify")
        assert (changed.code, "report/changed" in changed.err) == (1, True)
