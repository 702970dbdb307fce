"""Strategies of a script, a notebook or a prompt in worker processes: they play, or one line says
what to do."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAD = """
import gin_fast as gf
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

class Mine(gf.Strategy):
    def draw(self, view):
        return "stock"
    def discard(self, view):
        return gf.best_discards(view.hand, view.barred).cards.bit_length() - 1

def played(strategy, how):
    try:
        with ProcessPoolExecutor(1, mp_context=get_context(how)) as pool:
            print(gf.simulate(strategy, "simple", rounds=4, executor=pool).rounds)
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, error)
"""
GUARD = "if __name__ == '__main__':\n    "
PROMPT = "TypeError the strategy 'Mine' is of a notebook or a prompt, where other processes cannot "
LOST = "BrokenExecutor a worker process was lost: a script that starts processes needs a line "
UNSENT = "TypeError the strategy '{}' cannot be sent to other processes, "
LOCAL = GUARD + "class Local(Mine): pass\n    played(Local, '{}')"
INNER = "def f():\n    class Inner(Mine): pass\n    return Inner\n"


@pytest.mark.parametrize("how", ["spawn", "forkserver"] if sys.platform != "win32" else ["spawn"])
@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        ("script", GUARD + "played(Mine, '{}')", "4"),
        ("script", "gf.simulate('simple', 'simple')\n" + GUARD + "played('greedy', '{}')", "4"),
        ("script", LOCAL, LOST),
        ("script", GUARD + "played(lambda: Mine(), '{}')", UNSENT.format("<lambda>")),
        ("script", INNER + GUARD + "played(f(), '{}')", UNSENT.format("f.<locals>.Inner")),
        ("prompt", "played(Mine, '{}')", PROMPT),
        ("prompt", "from functools import partial\nplayed(partial(Mine), '{}')", "TypeError"),
        ("prompt", "played('greedy', '{}')", "4"),
        ("input", "played(Mine, '{}')", PROMPT),
    ],
)
def test_strategies_in_processes(tmp_path, place, text, expected, how):
    script = HEAD + text.replace("{}", how) + "\n"
    (tmp_path / "script.py").write_text(script)
    command = {"script": ["script.py"], "prompt": ["-c", script], "input": ["-"]}[place]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path,
        input=script,
        capture_output=True,
        text=True,
        timeout=120,
        env={"PYTHONPATH": str(Path(__file__).parent.parent)},
        check=False,
    )
    (line,) = done.stdout.splitlines()
    assert line.startswith(expected), done.stderr
