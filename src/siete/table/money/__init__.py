"""Money around a table: meters and wallets (aggregates of their own), the ledger, and the result of each wager.

Amounts are whole cents. What a wager pays is decided in `stages` and `wagers`, not here.
"""
