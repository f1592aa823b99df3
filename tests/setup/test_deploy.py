"""The files in deploy/: read as far as can be without a container engine, and every command in them checked."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # comes with dask

from tests.setup.stand_in import ROOT

DEPLOY = ROOT / "deploy"


def _options_of_serve() -> set[str]:
    shown = subprocess.run(
        [sys.executable, "-m", "siete.cli", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": "200", "TERM": "dumb", "PATH": "/usr/bin"},
    )
    return set(re.findall(r"--[a-z-]+", shown.stdout))


def _compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def _unit() -> configparser.ConfigParser:
    found = configparser.ConfigParser(interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read_string((DEPLOY / "siete.service").read_text())
    return found


def test_every_option_that_is_given_to_serve_exists() -> None:
    known = _options_of_serve()
    docker = (DEPLOY / "Dockerfile").read_text()
    given = [part for service in ("one", "two") for part in _compose()["services"][service]["command"]]
    given += shlex.split(_unit()["Service"]["ExecStart"]) + re.findall(r'"(--[a-z-]+)"', docker)
    used = {part.partition("=")[0] for part in given if part.startswith("--")}
    assert used
    assert used <= known


def test_the_composition_is_reached_through_its_proxy() -> None:
    services = _compose()["services"]
    assert services["proxy"]["ports"] == ["127.0.0.1:2121:80"]
    assert all("ports" not in services[name] for name in ("one", "two", "database"))
    conf = (DEPLOY / "nginx.conf").read_text()
    assert all(f"server {name}:2121;" in conf for name in ("one", "two"))
    for name in ("one", "two"):
        assert f"--internal=http://{name}:2121" in services[name]["command"]


def test_what_the_image_copies_is_there() -> None:
    for line in (DEPLOY / "Dockerfile").read_text().splitlines():
        if line.startswith("COPY "):
            *sources, _ = line.split()[1:]
            assert [source for source in sources if not (ROOT / source).exists()] == []


def test_the_unit_runs_where_only_its_own_folders_can_be_written() -> None:
    service = _unit()["Service"]
    assert service["ProtectSystem"] == "strict"
    assert f"--data /var/lib/{service['StateDirectory']}" in service["ExecStart"]
    assert service["Environment"] == f"NUMBA_CACHE_DIR=/var/cache/{service['CacheDirectory']}"


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    site = (DEPLOY / "nginx.conf").read_text().replace("one:2121", "127.0.0.1:1").replace("two:2121", "127.0.0.1:2")
    site = site.replace("listen 80", "listen 18080")
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {site} }}"
    (tmp_path / "nginx.conf").write_text(whole)
    ran = subprocess.run(
        ["nginx", "-t", "-q", "-p", tmp_path, "-c", tmp_path / "nginx.conf"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
