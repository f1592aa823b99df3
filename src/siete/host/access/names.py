"""Names that people choose: what may be in one, so that nobody passes for somebody else and no name breaks a line."""

from __future__ import annotations

import re
import unicodedata

from siete.errors import SieteError

_ALLOWED = re.compile(r"[\w][\w .'_-]{0,23}")
_RESERVED = frozenset({"house", "dealer", "floorperson", "siete"})
_LIKE_LATIN = frozenset(
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"  # Cyrillic
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0423\u0406\u0408\u0405"  # its capitals
    "\u03b1\u03bf\u03b9\u03bd\u03c1\u03c4\u03c5\u03ba\u03c7"  # Greek
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"  # its capitals
)
"""Letters of other scripts that look like Latin ones."""
_LIKE_LETTERS = {"0": "o", "1": "l", "|": "l"}


def is_printable(name: str) -> bool:
    """Whether the name has no control, format, bidirectional or unassigned character, and stays on one line."""
    return all(unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in name)


def is_of_one_script(name: str) -> bool:
    """Whether all letters are of one script, in their usual form, and do not pass for Latin ones."""
    if unicodedata.normalize("NFKC", name) != unicodedata.normalize("NFC", name):
        return False
    letters = [letter for letter in name if letter.isalpha()]
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in letters}
    return len(scripts) <= 1 and not (letters and all(letter in _LIKE_LATIN for letter in letters))


def looks_like(name: str) -> str:
    """The name as it is read at a glance: marks and capitals do not count, nor digits that look like letters."""
    plain = "".join(_LIKE_LETTERS.get(each, each) for each in unicodedata.normalize("NFKD", name.casefold()))
    return "".join(letter for letter in plain if letter.isalnum())


def display_name(name: str) -> str:
    """The name as it is shown; refused where it could pass for the house or mixes scripts."""
    shown = unicodedata.normalize("NFC", name).strip()
    if not _ALLOWED.fullmatch(shown) or not is_of_one_script(shown) or looks_like(shown) in _RESERVED:
        sentence = "A name has 1 to 24 letters of one script, digits, spaces or .'_- and begins with a letter or digit."
        raise SieteError("session/bad-name", sentence)
    return shown
