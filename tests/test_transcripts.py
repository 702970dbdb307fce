"""What the page about the command line shows is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import run

PAGE = Path(__file__).parents[1] / "docs" / "command_line.md"
SHOWN = re.findall(
    r"```console\n\$ gin-fast ([^\n]*)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL
)


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_transcripts_of_the_page(command, shown, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = shown.splitlines()
    typed = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    printed = run(*shlex.split(command), typed=typed).splitlines()
    expected = [line for line in lines if not line.startswith("> ")]
    assert printed[: len(expected)] == expected


def test_the_page_has_transcripts():
    assert len(SHOWN) >= 2
