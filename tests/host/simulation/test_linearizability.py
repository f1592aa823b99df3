"""Concurrent purchases from one wallet, at two tables through two processes under faults, could have come in order."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from siete.host.aggregate_cache import AggregateCache, ReadWallet
from siete.table.money.wallet import Wallet
from tests.host.simulation.linearizability import Purchase, begins_with, is_linearizable, purchases


@pytest.mark.parametrize("seed", range(3))
def test_a_wallet_is_linearizable_under_faults(seed: int) -> None:
    history = purchases(seed)
    assert any(each.is_done for each in history)
    assert any(not each.is_done for each in history)
    assert is_linearizable(history, begins_with())


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_wallet_is_linearizable_under_many_faults(part: int) -> None:
    _check(range(100 + part, 300, 4))


def _check(seeds: Iterable[int]) -> None:
    for seed in seeds:
        assert is_linearizable(purchases(seed), begins_with()), seed


def test_a_history_that_cannot_be_is_recognised() -> None:
    one, two = Purchase(0.0, 1.0, 60, True), Purchase(2.0, 3.0, 60, True)
    assert not is_linearizable([one, two], 100), "the wallet was spent twice"
    refused = Purchase(0.0, 1.0, 60, False)
    assert not is_linearizable([refused, two], 100), "refused although the wallet held enough, and nobody else asked"
    assert is_linearizable([Purchase(0.0, 2.5, 60, False), two], 100), "refused after the other, which it overlaps"


def test_a_wallet_that_is_taken_for_empty_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a wallet whose first read failed stays empty, as it did before."""
    read_on = AggregateCache.read_on

    async def hasty(self: AggregateCache, stream: str) -> ReadWallet:
        if stream not in self._wallets:
            self._wallets[stream] = ReadWallet(0, Wallet())
            await read_on(self, stream)
        return self._wallets[stream]

    async def trusting(self: AggregateCache, stream: str) -> None:
        if stream not in self._wallets or self._wallets[stream].version:
            await read_on(self, stream)

    monkeypatch.setattr(AggregateCache, "wallet", hasty)
    monkeypatch.setattr(AggregateCache, "read_on", trusting)
    with pytest.raises(AssertionError):  # a seat or chips were refused that the wallet could pay for
        _check(range(40))
