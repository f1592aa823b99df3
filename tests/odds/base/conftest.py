"""Solved configurations of a test run are kept apart from those of its user."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache for the whole run of this worker."""
    folder = tmp_path_factory.getbasetemp() / "siete-cache"
    monkeypatch.setenv("SIETE_CACHE_DIR", str(folder))
    return folder
