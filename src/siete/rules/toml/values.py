"""Values of parameters as TOML, the way an operator writes them in a submission."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from siete.money import Chips, Odds, dollars
from siete.rules.paytable import Wheel
from siete.rules.value_kinds import DollarPrize, MatchOdds


def toml_of(value: Any, *, is_money: bool) -> str:
    """A value as TOML; whole numbers are cents where it `is_money`."""
    match value:
        case None:
            return '"none"'
        case bool():
            return "true" if value else "false"
        case str() | Odds():
            return json.dumps(str(value), ensure_ascii=False)
        case Fraction():
            return f'"{value.numerator}/{value.denominator}"'
        case Chips():
            return toml_of(value.denominations, is_money=True)
        case tuple():
            return f"[{', '.join(toml_of(each, is_money=is_money) for each in value)}]"
        case MatchOdds():
            return f'{{ unsuited = "{value.unsuited}", suited = "{value.suited}" }}'
        case Wheel():
            return f"{{ {', '.join(f'{json.dumps(symbol)} = {weight}' for symbol, weight in value.segments)} }}"
        case DollarPrize():
            made = f'basis = "{value.basis}", value = {value.per_dollar}, funded_by = "{value.funded_by}"'
            return f"{{ {made} }}"
    return dollars(value) if is_money else str(value)
