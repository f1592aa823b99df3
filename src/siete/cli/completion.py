"""`siete completion`: the script by which a shell completes commands and options."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

COMPLETION = "_SIETE_COMPLETE"
"""The variable by which a shell's script asks the program for completions."""

EPILOG = "Example: siete completion bash > ~/.local/share/bash-completion/completions/siete"


class Shell(StrEnum):
    """Shells that there is a script for."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


def command(shell: Annotated[Shell, typer.Argument(help="bash, zsh, fish or powershell.")]) -> None:
    """Print the script that completes siete's commands and options in a shell.

    For zsh write it as _siete into a folder of $fpath, for fish as ~/.config/fish/completions/siete.fish.
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined]  # imported there from a private file

    print(get_completion_script(prog_name="siete", complete_var=COMPLETION, shell=shell.value))
