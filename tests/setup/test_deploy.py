"""The files in deploy/: read as far as can be without a container engine, and every command in them checked."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # comes with dask
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509 import CertificateBuilder, Name, NameAttribute
from cryptography.x509.oid import NameOID

from tests.docs.shown import blocks
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
    assert services["two"]["depends_on"] == {"one": {"condition": "service_healthy"}}, "which makes the schema and keys"
    assert all(each["restart"] == "unless-stopped" for each in services.values())


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
    _check_site(tmp_path, site.replace("listen 80", "listen 18080"))


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx_accepts_the_example_of_the_operations_page(tmp_path: Path) -> None:
    (site,) = blocks((ROOT / "docs/operations.md").read_text("utf-8"), "nginx")
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    name = Name([NameAttribute(NameOID.COMMON_NAME, "casa.example")])
    made = CertificateBuilder(name, name, key.public_key(), 1, datetime(2026, 1, 1), datetime(2046, 1, 1))
    (tmp_path / "casa.example.key").write_bytes(pem)
    (tmp_path / "casa.example.pem").write_bytes(made.sign(key, None).public_bytes(Encoding.PEM))
    _check_site(tmp_path, site.replace("/etc/ssl", str(tmp_path)).replace("listen 443", "listen 18443"))


def _check_site(folder: Path, site: str) -> None:
    whole = f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off;\n{site}\n}}"
    (folder / "nginx.conf").write_text(whole)
    ran = subprocess.run(
        ["nginx", "-t", "-q", "-p", folder, "-c", folder / "nginx.conf"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """As it is but for the place of the checkout and the account, which are not on this machine."""
    text = (DEPLOY / "siete.service").read_text().replace("/opt/siete/siete", str(ROOT / "siete"))
    (tmp_path / "siete.service").write_text(text.replace("User=siete", "User=root"))
    ran = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / "siete.service"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
