"""The games of side wagers as rules describe them: sizes of the Bonus Spin, amounts of jackpots.

Paytables and wheels are `paytable`'s; who wins what is the engine's.
"""
