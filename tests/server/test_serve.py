"""`siete serve` as people start it: what it prints, what it opens, and how it stops."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.few import first_few
from tests.patience import PATIENCE
from tests.server.serving import free_port


def _serve(tmp_path: Path, port: int, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "siete.cli", "serve", "--port", str(port), "--data", str(tmp_path), *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("number", first_few([signal.SIGTERM], [signal.SIGINT, signal.SIGTERM]))
def test_a_fresh_house_opens_prints_refuses_a_second_server_and_stops(number: signal.Signals, tmp_path: Path) -> None:
    port = free_port()
    process = _serve(tmp_path, port)
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(3)]
        assert f"http://127.0.0.1:{port}/" in lines[0]
        assert str(tmp_path) in lines[1]
        link = re.search(r"/staff#([\w-]{32})$", lines[2])
        assert link is not None
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            tables = client.get("/api/v1/tables").json()["tables"]
            live = {table["rules"] for table in tables if table["mode"] == "live"}
            assert live == {"md", "md-draft", "ma", "s13", "wa", "wa-v002"}
            body = {"name": "floor", "password": "correct horse 21", "link": link[1]}
            assert client.post("/api/v1/staff", json=body).status_code == 201
        second = _serve(tmp_path, free_port())
        _, refusal = second.communicate(timeout=PATIENCE)
        assert (second.returncode, refusal.partition(":")[0]) == (1, "store/locked")
        process.send_signal(number)
        _, stderr = process.communicate(timeout=PATIENCE)
        assert (process.returncode, stderr) == (0, "")
    finally:
        process.kill()
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()}
    assert {name: modes[name] for name in ("house.db", "session.key", "audit.key", "heads.jsonl")} == dict.fromkeys(
        ("house.db", "session.key", "audit.key", "heads.jsonl"), "0o600"
    )
    audit = [sys.executable, "-m", "siete.cli", "audit", "--database", f"sqlite:///{tmp_path}/house.db", "--json"]
    report = subprocess.run([*audit, "--heads", f"{tmp_path}/heads.jsonl"], capture_output=True, text=True, check=False)
    assert report.returncode == 0, report.stdout + report.stderr
    assert json.loads(report.stdout)


@pytest.mark.slow
def test_a_link_is_printed_at_every_start_until_there_is_a_floorperson(tmp_path: Path) -> None:
    for start, is_shown in enumerate((True, True, False)):
        port = free_port()
        process = _serve(tmp_path, port, "--no-demos")
        assert process.stdout is not None
        shown = [process.stdout.readline() for _ in range(3 if is_shown else 2)]
        link = re.search(r"/staff#([\w-]{32})$", shown[-1])
        assert (link is not None) is is_shown
        if link is not None and start == 1:
            body = {"name": "floor", "password": "correct horse 21", "link": link[1]}
            address = f"http://127.0.0.1:{port}/api/v1/staff"
            assert httpx.post(address, json=body, timeout=PATIENCE).status_code == 201
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=PATIENCE)
        assert "/staff#" not in rest
