"""A Gymnasium environment of the whole game, for agents that learn: `gymnasium.make("siete/Spanish21-v0")`.

Needs the extra `siete[learn]`. Importing this package registers the environment; without the import, gymnasium does so
itself when it is asked for `siete.lab.environment:siete/Spanish21-v0`. The engine plays every round; nothing here
decides a rule.
"""

from __future__ import annotations

from siete.errors import SieteError

ENV_ID = "siete/Spanish21-v0"


def register() -> None:
    """Make the environment known to gymnasium, once."""
    try:
        from gymnasium.envs.registration import register as register_env
        from gymnasium.envs.registration import registry
    except ModuleNotFoundError as missing:
        raise SieteError("lab/no-gymnasium", "The environment needs gymnasium. Install siete[learn].") from missing
    if ENV_ID not in registry:
        register_env(
            id=ENV_ID,
            entry_point="siete.lab.environment.env:Spanish21Env",
            vector_entry_point="siete.lab.environment.vector:Spanish21VectorEnv",
        )


register()
