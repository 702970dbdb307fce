"""Runs the command line as a person, a program, a terminal and a pipe do."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
from click.testing import CliRunner

import gin_fast
from gin_fast.cli import cli

posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and signals are POSIX")


def run(*arguments, typed=None):
    """What a command prints; it must go well."""
    result = CliRunner().invoke(cli, arguments, input=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def fails(*arguments, typed=None):
    """What a command says to bad input: one line, and nothing else."""
    result = CliRunner().invoke(cli, arguments, input=typed)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch(r"gin-fast: \S.*\n", result.stderr)
    return result.stderr


def told(*arguments):
    return json.loads(run(*arguments, "--json"))


def names(mask):
    return gin_fast.format_hand(mask).split()


def command(*arguments):
    # Whoever starts a program in the background may have it ignore SIGINT, and Python keeps to it.
    program = (
        "import signal, runpy; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "runpy.run_module('gin_fast', run_name='__main__', alter_sys=True)"
    )
    return [sys.executable, "-c", program, *arguments]


def environment(**changes):
    plain = {"NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM", "PYTHONIOENCODING"}
    kept = {name: value for name, value in os.environ.items() if name not in plain}
    return kept | {"TERM": "xterm-256color"} | changes


def on_terminal(*arguments, **changes):
    """What a command sends to a terminal that is its standard output."""
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command(*arguments), stdout=theirs, stderr=subprocess.PIPE, env=environment(**changes)
    )
    os.close(theirs)
    sent = read_all(ours)
    assert (process.wait(60), process.stderr.read()) == (0, b"")
    process.stderr.close()
    os.close(ours)
    return sent.replace("\r\n", "\n")


def read_all(terminal):
    sent = b""
    while True:
        try:
            more = os.read(terminal, 65_536)
        except OSError:  # the other side is closed
            more = b""
        if not more:
            return sent.decode()
        sent += more


class Terminal:
    """A command with a terminal of its own, to talk with."""

    def __init__(self, *arguments, **changes):
        import pty

        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(**changes),
        )
        os.close(theirs)
        self.read = self.shown = ""

    def expect(self, text):
        """Waits until a text is shown, beyond what was waited for before."""
        while text not in self.shown:
            assert select.select([self._ours], [], [], 60)[0], f"{text!r} was not shown"
            more = os.read(self._ours, 65_536).decode(errors="replace")
            self.read += more
            self.shown += more
        self.shown = self.shown.partition(text)[2]

    def type(self, line):
        os.write(self._ours, f"{line}\n".encode())

    def interrupt(self):
        """Presses Ctrl-C, again if it came between the prompt and the waiting for a key."""
        while self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(2)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if error[0] is not None:
            self.process.kill()
        self.rest = read_all(self._ours)
        self.status = self.process.wait(60)
        os.close(self._ours)
