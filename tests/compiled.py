"""Compiles the kernels that tests play, before workers would each do it: `python -m tests.compiled`.

Set-up has compiled what people use first; here come the simulator with everything offered and the vectorised
environment. With everything compiled it takes some seconds.
"""

from __future__ import annotations


def compile_simulator() -> None:
    """Every kernel of the simulator."""
    from tests.sim.bounds_program import played

    played(("md",), with_exact=False)


def compile_environment() -> None:
    """The kernels behind the vectorised environment."""
    from siete.lab.environment.vector import Spanish21VectorEnv

    tables = Spanish21VectorEnv("md", num_envs=2)
    _, shown = tables.reset(seed=1)
    tables.step(shown["action_mask"].argmax(axis=1))


if __name__ == "__main__":
    compile_simulator()
    compile_environment()
