"""Ctrl-C and signals end a command soon, whatever a strategy is doing, and all that it started."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from commands import command, environment, posix

from gin_fast import simulate

pytestmark = posix

STRATEGIES = """
import sys, time
from gin_fast import Strategy
from gin_fast.reference.players import ACTS

def think():
    while True:
        pass

class Plain:
    rounds = 0
    def begin(self, rng):
        self.rng, self.memory = rng, {}
        Plain.rounds += 1
        self.round = Plain.rounds
    def act(self, view):
        if self.round == 6:
            print("thinking", file=sys.stderr, flush=True)
            self.round = None
            self.think()
        return ACTS["simple"](view, self.rng, self.memory)
    def think(self):
        pass

class Busy(Plain):
    def think(self):
        while True:
            pass

class Asleep(Plain):
    def think(self):
        time.sleep(1000)

class Deaf(Plain):
    def think(self):
        for _ in range(2):
            try:
                time.sleep(1000)
            except BaseException:
                pass
"""
BOT = """
import os, sys, time
os.write(2, f"thinking {os.getpid()}\\n".encode())
time.sleep(1000)
"""
COMMANDS = {
    "simulate": ["simple", "--threads", "1"],
    "in threads": ["simple", "--threads", "3"],
    "in processes": ["simple", "--processes", "2"],
    "compare": ["simple", "--threads", "1"],
    "tournament": ["simple", "--threads", "1"],
    "play": ["--seed", "1"],
}
BOTS = {"in threads": 3, "in processes": 2}
"""How many programs a command starts at once, if it is not one."""


def begun(tmp_path, how, strategy):
    """A command whose strategy is thinking; and the process that thinks, if it is a program."""
    (tmp_path / "own.py").write_text(STRATEGIES)
    (tmp_path / "bot.py").write_text(BOT)
    bot = f"exec:{sys.executable} {tmp_path / 'bot.py'}"
    name = bot if strategy == "bot" else f"{tmp_path / 'own.py'}:{strategy}"
    verb = how if how in ("compare", "tournament", "play") else "simulate"
    process = subprocess.Popen(
        command(verb, name, *COMMANDS[how], *([] if how == "play" else ["--json"])),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(PYTHONPATH=str(Path(__file__).parent.parent)),
        start_new_session=True,
    )
    if how == "play":
        process.stdin.write("pass\n" * 2)
        process.stdin.flush()
    for _ in range(BOTS.get(how, 1) if strategy == "bot" else 1):
        said = process.stderr.readline().split()
        assert said[:1] == ["thinking"], said
    return process, int(said[1]) if len(said) > 1 else None


def is_alive(pid):
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        return not state.exists() or ") Z" not in state.read_text()
    return False


def ends(pid):
    for _ in range(600):
        if not is_alive(pid):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("how", ["simulate", "in threads", "in processes"])
@pytest.mark.parametrize("strategy", ["Busy", "Asleep", "Deaf", "bot"])
def test_ctrl_c_breaks_off_what_takes_long(tmp_path, how, strategy):
    """Pressed once, as at a terminal: it reaches the workers too."""
    process, bot = begun(tmp_path, how, strategy)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    told = json.loads(out)
    assert told["interrupted"]
    assert told["rounds"] < told["requested"]
    again = simulate("simple", "simple", rounds=told["rounds"], seed=told["seed"])
    assert told["sums"] == again.sums._asdict()
    assert bot is None or ends(bot)


@pytest.mark.parametrize("how", COMMANDS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_bot_that_does_not_heed_the_end_of_its_input_ends(tmp_path, how, number):
    process, bot = begun(tmp_path, how, "bot")
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert "Traceback" not in err
    assert ends(bot)


def test_a_long_decision_of_compiled_code_is_left_behind():
    process = subprocess.Popen(
        command("simulate", "montecarlo:samples=100000", "simple", "--threads", "1", "--json"),
        stdout=subprocess.PIPE,
        text=True,
        env=environment(PYTHONPATH=str(Path(__file__).parent.parent)),
    )
    time.sleep(2)
    while process.poll() is None:  # again, if it came before the start
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(3)
    assert process.returncode == 130
