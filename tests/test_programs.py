"""External programs as strategies: those that play well, and every way to fail."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import pickle
import re
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from simulating import interrupt

from gin_fast import Round, View, cards_of, parse_hand
from gin_fast.rules.rules import PROFILES
from gin_fast.strategies import processes, programs
from gin_fast.strategies.processes import ProgramError
from gin_fast.strategies.programs import Program

HERE = Path(__file__).parent
posix = pytest.mark.skipif(sys.platform == "win32", reason="process groups and signals are POSIX")
with_proc = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="there is no /proc")
SOON = 10.0


def misbehaving(fault: str, good: int = 0, **options: Any) -> Program:
    """A program that has a fault after so many good answers."""
    command = [sys.executable, HERE / "bots" / "misbehaving.py", fault, str(good)]
    return Program(command, **{"name": fault, **options})


def documented(language: str) -> str:
    text = (HERE.parent / "docs" / "programs.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return next(block for block in blocks if not block.startswith(">>>"))


@pytest.fixture(params=["_Polled", "_Threaded"])
def pipes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either way to talk to a program."""
    if request.param == "_Polled" and sys.platform == "win32":
        pytest.skip("pipes cannot be polled")
    monkeypatch.setattr(processes, "_PIPES", getattr(processes, request.param))


@pytest.fixture(autouse=True)
def no_process_left() -> Iterator[None]:
    """No test leaves a process, or one that nobody waits for."""
    before = children()
    yield
    assert children() <= before


def children() -> set[int]:
    """The processes that we have started, with those that have ended and are not waited for, where
    the system tells."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has just ended
            continue
        if parent == os.getpid():
            found.add(int(stat.parent.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def view() -> View:
    return Round.deal(seed=7).view(0)


def study() -> Round:
    """Seat 0 may knock."""
    hands = parse_hand("4H 5H 6H 7C 7D 7S KC KD KH AC 2S"), parse_hand("7H8H2C4C6C8CQC2D4D6D")
    rest = cards_of((1 << 52) - 1 - sum(hands))
    return Round.from_position({"hands": hands, "pile": rest[:9], "stock": rest[9:]})


def pids(program: Program) -> set[int]:
    return {process._popen.pid for process in program._pool._all}


def play(rules: str, index: int, *programs: Program) -> Round:
    round = Round.deal(seed=7, index=index, rules=rules)
    seats = [program() for program in programs]
    while not round.is_over:
        round.apply(seats[round.to_move].act(round.view(round.to_move)))
    return round


def has_written(program: Program) -> bool:
    """Whether its one process has written something that is not read, or has ended."""
    (process,) = program._pool._all
    if isinstance(process._pipes, processes._Threaded):
        return not process._pipes._chunks.empty()
    return bool(select.select([process._popen.stdout], [], [], 0)[0])


def failure(seat: Any) -> str:
    """Why a program fails; it goes on to fail with the same words."""
    with pytest.raises(ProgramError) as caught:
        seat.act(view())
    with pytest.raises(ProgramError) as again:
        seat.act(view())
    assert str(again.value) == str(caught.value)
    text = str(caught.value)
    assert text.startswith("the program ")
    assert len(text) < 250
    return text.removeprefix("the program ")


def test_documented_bots_play_by_all_rules(pipes, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(documented("python"), encoding="utf-8")
    with Program([sys.executable, bot]) as program:
        kinds = [play(rules, k, program, program).result.kind for k, rules in enumerate(PROFILES)]
        assert len(pids(program)) == 2
    assert len(set(kinds)) > 1


@posix
def test_documented_bot_of_the_shell(tmp_path):
    bot = tmp_path / "bot.sh"
    bot.write_text(documented("sh"), encoding="utf-8")
    bot.chmod(0o755)
    with Program("./bot.sh", cwd=tmp_path) as program, misbehaving("none") as other:
        rounds = [play(rules, 3, program, other) for rules in ("modern", "eaai", "parlett")]
        assert all(round.is_over for round in rounds)
        knock = study()
        for _ in range(2):
            knock.apply(program().act(knock.view(0)))
    assert [str(action) for _, action in knock.actions] == ["knock 2S", "auto"]


ECHO = """
import json, sys
for line in sys.stdin:
    sys.stderr.write(line)
    question = json.loads(line)
    if question["type"] == "act":
        print(question["legal"][-1])
"""


def test_what_a_program_is_told(capfd):
    """All that it needs, in the order of the protocol, and never the seed."""
    seed = 0xDEADBEEFCAFE
    expected: list[Any] = []
    with Program([sys.executable, "-c", ECHO]) as program:
        for rules in PROFILES:
            round = Round.deal(seed=seed, rules=rules)
            seat = program()
            while not round.is_over and len(round.actions) < 70:
                mover = round.to_move
                legal = [round.action_text(action) for action in round.legal_actions()]
                if mover != 0:
                    round.apply(legal[0])
                    continue
                if not any(who == 0 for who, _ in round.actions):
                    start = {"type": "round", "protocol": 1, "seat": 0}
                    expected.append({**start, "rules": round.rules.to_dict()})
                told = json.loads(round.view(0).to_json())
                expected.append({"type": "act", "view": told, "legal": legal})
                answer = seat.act(round.view(0))
                assert answer == legal[-1]
                round.apply(answer)
    lines = capfd.readouterr().err.splitlines()
    given = [json.loads(line) for line in lines]
    assert given == expected
    assert all(line.startswith('{"type": ') and line.isascii() for line in lines)
    assert all(list(each)[-1] in ("legal", "rules") for each in given)
    assert str(seed) not in "".join(lines)
    views = [json.dumps(each["view"]) for each in given if each["type"] == "act"]
    assert [View.from_json(text).to_json() for text in views] == views


def test_the_answer_is_a_text_or_a_number(pipes):
    for written, answer in [("pass", "pass"), ("106", 106), (" take \\r", "take"), ("-1", "-1")]:
        code = f"[print('{written}') for line in open(0) if 'legal' in line]"
        with Program([sys.executable, "-c", code]) as program:
            assert program().act(view()) == answer


FAULTS = {
    "hang": r"'hang' did not answer within 0\.3 s$",
    "late": r"'late' did not answer within 0\.3 s$",
    "exit": r"'exit' ended with exit code 0$",
    "crash": r"'crash' ended with exit code 3$",
    "close output": r"'close output' closed its input or output but kept running$",
    "garbage": r"'garbage' answered in something other than UTF-8: '\\\\xff\\\\xfe\\\\x80 draw'$",
    "empty": r"'empty' answered an empty line$",
    "flood": r"'flood' wrote more than 1000 bytes in a line: 'xxx",
    "flood of lines": r"'flood of lines' wrote more than one line as an answer: 'pass\\npass",
    "long": r"'long' wrote more than 1000 bytes in a line: 'pass '$",
    "drip": r"'drip' did not answer within 0\.3 s$",
    "twice": r"'twice' wrote more than one line as an answer: 'draw pile\\ndraw pile\\n'$",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_after_a_good_answer(pipes, fault, monkeypatch):
    """The process is killed, and the next round has a new one."""
    monkeypatch.setattr(processes, "_SECONDS_TO_EXIT", 0.2 if fault == "close output" else SOON)
    limit = 0.3 if "did not answer" in FAULTS[fault] else SOON
    with misbehaving(fault, good=1, time_limit=limit) as program:
        seat = program()
        assert seat.act(view()) == "draw pile"
        first = pids(program)
        assert re.match(FAULTS[fault], failure(seat))
        assert pids(program) == set()
        other = program()
        assert other.act(view()) == "draw pile"
        assert pids(program).isdisjoint(first)


@pytest.mark.parametrize("fault", ["crash", "flood", "close output"])
def test_a_fault_at_once(pipes, fault, monkeypatch):
    monkeypatch.setattr(processes, "_SECONDS_TO_EXIT", 0.2 if fault == "close output" else SOON)
    with misbehaving(fault) as program:
        assert re.match(FAULTS[fault], failure(program()))


def test_a_program_that_never_answers_is_asked_whether_it_flushes(pipes):
    with misbehaving("deaf", time_limit=0.2, start_limit=0.1) as program:
        assert failure(program()) == (
            "'deaf' did not answer within 0.3 s (does it flush its output?)"
        )


@posix
def test_killed_by_a_signal():
    with misbehaving("killed") as program:
        assert failure(program()) == "'killed' was ended by signal 9"


def test_input_that_is_not_read(pipes):
    """More than any pipe holds does not block for ever."""
    with misbehaving("deaf", time_limit=0.3, start_limit=0) as program:
        process = program._pool.take(program)
        with pytest.raises(ProgramError, match=r"did not (read its input|answer) within 0\.3 s"):
            process.ask(b"x" * 10_000_000 + b"\n")
        program._pool.drop(process)


def test_a_second_answer_in_a_while(pipes):
    """What waits when a question is put was not meant for it."""
    with misbehaving("twice, in a while") as program:
        seat = program()
        assert seat.act(view()) == "draw pile"
        wait_for(lambda: has_written(program))
        assert failure(seat) == "'twice, in a while' wrote 'draw pile\\n' without being asked"


@pytest.mark.parametrize("fault", ["answer and exit", "twice, in a while"])
def test_between_rounds_nobody_is_at_fault(pipes, fault):
    with misbehaving(fault) as program:
        assert program().act(view()) == "draw pile"
        first = pids(program)
        wait_for(lambda: has_written(program))
        assert program().act(view()) == "draw pile"
        assert pids(program).isdisjoint(first)


def test_what_is_no_answer_puts_nothing_out_of_step(pipes):
    """The answer that comes after it is not taken for one to the next round."""
    with misbehaving("log") as program:
        seat = program()
        assert seat.act(view()) == "Thinking..."
        first = pids(program)
        del seat
        assert pids(program) == set()
        program()
        assert pids(program).isdisjoint(first)


@pytest.mark.parametrize("answer", ["discard KH", "0", "99999", "draw from the hat"])
def test_an_illegal_answer_is_passed_on(answer):
    code = f"[print('{answer}') for line in open(0) if 'legal' in line]"
    with Program([sys.executable, "-c", code]) as program:
        assert program().act(view()) == (int(answer) if answer.isdecimal() else answer)
        assert pids(program) == set()


def test_time_to_start():
    with misbehaving("slow start", time_limit=1, start_limit=20) as program:
        seat = program()
        assert [seat.act(view()) for _ in range(3)] == ["draw pile"] * 3
    with misbehaving("slow start", time_limit=0.2, start_limit=0) as program:
        assert failure(program()).startswith("'slow start' did not answer within 0.2 s")


def test_rounds_share_processes(pipes):
    with misbehaving("none") as program:
        for _ in range(20):
            assert program().act(view()) == "draw pile"
        assert len(pids(program)) == 1
        one, other = program(), program()
        assert len(pids(program)) == 2
        del one, other


# Starting


@pytest.mark.parametrize("command", ["no-such-program --fast", ["./no such program"]])
def test_command_not_found(command):
    with pytest.raises(ProgramError, match=r"could not be started: .*no.such.program"):
        Program(command)()


def test_folder_not_found(tmp_path):
    with pytest.raises(ProgramError, match="could not be started"):
        Program([sys.executable], cwd=tmp_path / "missing")()


@posix
def test_not_executable(tmp_path):
    bot = tmp_path / "bot"
    bot.write_bytes(b"print('pass')\n")
    with pytest.raises(ProgramError, match="could not be started: Permission denied: "):
        Program([bot])()
    bot.chmod(0o755)
    with pytest.raises(ProgramError, match="could not be started: Exec format error: "):
        Program([bot])()
    with pytest.raises(ProgramError, match=r"could not be started: .*surrogates"):
        Program(["\ud800"])()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"command": ""}, ValueError, "command must begin with a program, not ''"),
        ({"command": []}, ValueError, r"command must begin with a program, not \[\]"),
        ({"command": "bot 'x"}, ValueError, "cannot be split: No closing quotation"),
        ({"command": ["a\0b"]}, ValueError, "null characters"),
        ({"command": b"bot"}, TypeError, "command must be a str or a sequence of them, not b'bot'"),
        ({"command": ["bot", 3]}, TypeError, "each part of a command must be a str or a path"),
        ({"command": None}, TypeError, "command must be"),
        ({"time_limit": 0}, ValueError, r"time_limit must be from 0\.001 to 86400 seconds, not 0"),
        ({"time_limit": True}, TypeError, "not True"),
        ({"time_limit": "1"}, TypeError, "not '1'"),
        ({"time_limit": float("nan")}, ValueError, "not nan"),
        ({"start_limit": -1}, ValueError, "start_limit must be from 0 to 86400 seconds, not -1"),
        ({"start_limit": 10**400}, ValueError, "start_limit"),
        ({"cwd": 3}, TypeError, "cwd must be a str or a path, not 3"),
        ({"name": 3}, TypeError, "name must be a str, not 3"),
        ({"quiet": 1}, TypeError, "quiet must be a bool, not 1"),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        Program(**{"command": "bot", **arguments})


def test_bad_views():
    with misbehaving("none") as program:
        seat = program()
        with pytest.raises(TypeError, match="view must be a View, not None"):
            seat.act(None)
        with pytest.raises(ValueError, match="seat 1 is not to move"):
            seat.act(Round.deal(seed=7).view(1))
        assert seat.act(view()) == "draw pile"


# Values


def test_a_program_is_a_value():
    program = Program("bot --level '3 4'", time_limit=1)
    assert program.command == ("bot", "--level", "3 4")
    assert str(program) == program.name == "bot --level '3 4'"
    assert program == Program(["bot", "--level", "3 4"], time_limit=1.0)
    assert hash(program) == hash(Program(["bot", "--level", "3 4"], time_limit=1.0))
    assert program != Program(["bot", "--level", "3 4"])
    assert dataclasses.replace(program, quiet=True).quiet
    with pytest.raises(dataclasses.FrozenInstanceError):
        program.name = "other"


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))]
)
def test_a_copy_takes_no_process_along(again):
    with misbehaving("none", time_limit=3, cwd=HERE) as program:
        seat = program()
        seat.act(view())
        with again(program) as other:
            assert other == program
            assert other().act(view()) == "draw pile"
            assert pids(other).isdisjoint(pids(program))
        assert seat.act(view()) == "draw pile"


# Ends


def test_close(pipes):
    program = misbehaving("none")
    seat = program()
    seat.act(view())
    (process,) = program._pool._all
    program.close()
    program.close()
    assert process._popen.returncode == 0, "it ends by itself"
    assert failure(seat) == "'none' was closed"
    assert program().act(view()) == "draw pile"
    program.close()


def test_a_program_that_does_not_end_is_killed(pipes, monkeypatch):
    monkeypatch.setattr(programs, "_SECONDS_TO_SAVE", 0.2)
    program = misbehaving("stay")
    seats = [program() for _ in range(3)]
    for seat in seats:
        seat.act(view())
    processes = list(program._pool._all)
    start = time.monotonic()
    program.close()
    assert time.monotonic() - start < SOON
    assert all(process._popen.returncode for process in processes)


def test_close_while_it_is_asked(pipes):
    program = misbehaving("hang", time_limit=50)
    told = []
    seat = program()
    thread = threading.Thread(target=lambda: told.append(failure(seat)))
    thread.start()
    wait_for(lambda: any(process._lock.locked() for process in program._pool._all))
    program.close()
    thread.join(SOON)
    assert told == ["'hang' was closed"]


def test_a_forgotten_program_ends_its_processes():
    act = misbehaving("none")().act  # which keeps it
    assert act(view()) == "draw pile"
    del act  # what remains is for the fixture


@posix
def test_interrupt(pipes):
    with misbehaving("hang", time_limit=50) as program:
        seat = program()
        (process,) = program._pool._all
        assert os.getpgid(process._popen.pid) != os.getpgid(0)
        threading.Timer(0.4, interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            seat.act(view())
        assert process._popen.returncode == -signal.SIGKILL
        with pytest.raises(ProgramError, match="KeyboardInterrupt"):
            seat.act(view())


@posix
@with_proc
@pytest.mark.parametrize("fault", ["family", "orphan"])
def test_children_of_a_program_die(fault, capfd):
    with misbehaving(fault, good=1, time_limit=1) as program:
        seat = program()
        assert seat.act(view()) == "draw pile"
        why = failure(seat)
        assert why.startswith(
            f"'{fault}' did not" if fault == "family" else "'orphan' ended with exit code 5"
        )
        pid = int(re.search(r"child (\d+)", capfd.readouterr().err)[1])
        wait_for(lambda: not is_alive(pid))


@posix
@with_proc
def test_crashes_leave_nothing_behind():
    program = Program(["sh", "-c", "read line; exit 3"])
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(200):
        with pytest.raises(ProgramError, match="exit code 3"):
            program().act(view())
    assert len(os.listdir("/proc/self/fd")) == before


@posix
@with_proc
def test_threads_and_descriptors_end_where_pipes_are_not_polled(monkeypatch):
    monkeypatch.setattr(processes, "_PIPES", processes._Threaded)
    program = Program(["sh", "-c", "read line; yes; exit 3"])
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        with pytest.raises(ProgramError, match="more than one line"):
            program().act(view())
    wait_for(lambda: len(os.listdir("/proc/self/fd")) == before)
    wait_for(lambda: not [t for t in threading.enumerate() if t.name == "gin_fast program"])


def test_threads_share_a_program(pipes):
    faults: list[BaseException] = []

    def run() -> None:
        try:
            for _ in range(5):
                assert program().act(view()) == "draw pile"
        except BaseException as error:
            faults.append(error)

    with misbehaving("none") as program:
        threads = [threading.Thread(target=run) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        assert 1 <= len(pids(program)) <= 6


def script(text: str) -> subprocess.CompletedProcess[str]:
    """Runs Python that has a program which stays when its input ends."""
    head = f"""
import os, sys
from gin_fast import Round
from gin_fast.strategies import programs
from gin_fast.strategies.programs import Program
programs._SECONDS_TO_SAVE = 0.2
view = Round.deal(seed=7).view(0)
program = Program({[sys.executable, str(HERE / "bots" / "misbehaving.py"), "stay"]})
seat = program()
seat.act(view)
print([process._popen.pid for process in program._pool._all][0], flush=True)
"""
    command = [sys.executable, "-c", head + text]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=60, check=False)


@posix
@with_proc
@pytest.mark.parametrize(("text", "code"), [("", 0), ("raise SystemExit(4)", 4)])
def test_the_end_of_the_interpreter(text, code):
    done = script(text)
    assert done.returncode == code
    assert not is_alive(int(done.stdout))


@posix
@with_proc
def test_a_fork_leaves_the_process_to_its_parent():
    done = script("""
child = os.fork()
if child == 0:
    try:
        seat.act(view)
    except RuntimeError as error:
        print(error, flush=True)
    del seat
    print(program().act(view), flush=True)
    sys.exit(0)  # which ends its own process
assert os.waitpid(child, 0)[1] == 0
print(seat.act(view), flush=True)
""")
    pid, error, *answers = done.stdout.splitlines()
    assert error.endswith("was started by another process, which has forked")
    assert answers == ["draw pile", "draw pile"]
    assert not is_alive(int(pid))


@posix
@with_proc
def test_the_end_of_a_worker():
    done = script("""
import multiprocessing
def work():
    program().act(view)
    print(*(each._popen.pid for each in program._pool._all if each._owner == os.getpid()))
worker = multiprocessing.get_context("fork").Process(target=work)
worker.start()
worker.join()
print(seat.act(view))
""")
    ours, of_worker, answer = done.stdout.splitlines()
    assert answer == "draw pile"
    assert not is_alive(int(ours))
    assert not is_alive(int(of_worker))


def test_standard_error(capfd):
    code = "import sys; print('oh', file=sys.stderr); sys.exit(2)"
    for quiet in (False, True):
        with Program([sys.executable, "-c", code], quiet=quiet) as program:
            failure(program())
        assert capfd.readouterr().err == ("" if quiet else "oh\n")


@pytest.mark.skipif(shutil.which("sed") is None, reason="there is no sed")
@posix
def test_a_program_of_one_line():
    first = r's/.*"legal": \["\([^"]*\)".*/\1/p'
    if subprocess.run(["sed", "-u", "p"], input=b"", check=False).returncode:
        pytest.skip("this sed keeps lines back")
    with Program(["sed", "-u", "-n", first]) as program:
        assert play("modern", 1, program, program).is_over
