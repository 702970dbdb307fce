"""What is written down of rounds, and the Parquet files that it is kept in."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from types import ModuleType

import numpy as np
import pytest
from commands import posix
from layouts import TABLES
from own import Clumsy

from gin_fast._version import __version__
from gin_fast.answers.batch import GAME_STRIDE
from gin_fast.answers.rows import COLUMNS, DECISION_DTYPE, ROW_DTYPE, SIDES, Logged
from gin_fast.answers.sums import Tally
from gin_fast.cards.hands import hand_of
from gin_fast.game.round import View
from gin_fast.rules.rules import Rules
from gin_fast.simulation import recording
from gin_fast.simulation.recording import Recorder, parts_of, settings_of
from gin_fast.state.actions import KINDS, PHASES, SOURCES

SETTINGS = {"a": "simple", "b": "random", "seed": 7, "rules": {"knock_limit": 10}}


@pytest.fixture
def games(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.games")


def same(one: Logged, other: Logged) -> bool:
    return one.tally == other.tally and all(
        (mine is None and theirs is None)
        or (mine.dtype == theirs.dtype and mine.tolist() == theirs.tolist())
        for mine, theirs in zip(one[1:], other[1:], strict=True)
    )


# What the engines write down.


def test_nothing_is_written_down_unless_asked_for(playout, games):
    for tally in (playout.tally, games.tally_games):
        plain = tally("simple", "random", 1, 0, 3)
        assert type(plain) is Tally
        assert type(tally("simple", "random", 1, 0, 3, log=None)) is Tally
        rounds = tally("simple", "random", 1, 0, 3, log="rounds")
        assert (rounds.tally, rounds.decisions) == (plain, None)
        assert rounds.rows.dtype == ROW_DTYPE
        decisions = tally("simple", "random", 1, 0, 3, log="decisions")
        assert decisions.tally == plain
        assert decisions.rows.tolist() == rounds.rows.tolist()
        assert decisions.decisions.dtype == DECISION_DTYPE
        none = tally("simple", "random", 1, 0, 0, log="decisions")
        assert (len(none.rows), len(none.decisions)) == (0, 0)
        assert (none.rows.dtype, none.decisions.dtype) == (ROW_DTYPE, DECISION_DTYPE)
        assert same(none, Logged(Tally(), none.rows, none.decisions))


@pytest.mark.parametrize("log", ["", "games", "round", 1, True, b"rounds", ["rounds"]])
def test_what_is_no_log(playout, games, log):
    for tally in (playout.tally, games.tally_games):
        with pytest.raises(ValueError, match=r"^log must be rounds or decisions, or None, not "):
            tally("simple", "random", 1, 0, 3, log=log)


PAIRINGS = [("simple", "random", True), ("random", "random", False), ("greedy", "simple", True)]


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_both_engines_write_down_the_same(native, reference, rules):
    ours, twin = (
        importlib.import_module(f"{engine.__name__}.playout").tally
        for engine in (native, reference)
    )
    for a, b, mirrored in PAIRINGS:
        setting = {"rules": rules, "mirrored": mirrored, "log": "decisions"}
        assert same(*(tally(a, b, 5, 2**64 - 2, 2, **setting) for tally in (ours, twin)))


@pytest.mark.parametrize("rules", ["modern", "openspiel", "oklahoma"])
def test_both_engines_write_down_the_same_games(native, reference, rules):
    ours, twin = (
        importlib.import_module(f"{engine.__name__}.games").tally_games
        for engine in (native, reference)
    )
    for b, count, mirrored in (("random", 2, True), ("simple", 1, False)):
        setting = {"rules": rules, "mirrored": mirrored, "log": "decisions"}
        assert same(*(tally("simple", b, 5, 6, count, **setting) for tally in (ours, twin)))


def test_parts_are_written_down_as_the_whole(playout):
    for log in ("rounds", "decisions"):
        setting = {"mirrored": True, "log": log}
        whole = playout.tally("simple", "random", 1, 2, 20, **setting)
        parts = [
            playout.tally("simple", "random", 1, start, count, **setting)
            for start, count in ((2, 4), (6, 2), (8, 14))
        ]
        for place in (1, 2):
            rows = [part[place] for part in parts if part[place] is not None]
            assert (whole[place] is None) == (rows == [])
            assert rows == [] or np.concatenate(rows).tolist() == whole[place].tolist()


def test_many_rows(native):
    """More than the memory that they begin with has room for; and they are NumPy's to keep."""
    from gin_fast.native.playout import tally

    rows, decisions = tally("simple", "greedy", 1, 0, 20_000, log="decisions")[1:]
    assert rows["number"].tolist() == list(range(20_000))
    starts = np.flatnonzero(decisions["turn"] == 0)
    assert len(starts) == 20_000
    turns = np.diff([*starts, len(decisions)])
    assert decisions["turn"].tolist() == [turn for count in turns for turn in range(count)]
    assert decisions["number"].tolist() == np.repeat(rows["number"], turns).tolist()
    net = (rows["scored_a"] - rows["scored_b"]).repeat(turns)
    assert (decisions["net_points"] == np.where(decisions["side"] == 0, net, -net)).all()
    kept = rows[5:9].copy()
    rows["kind"] = 0
    assert kept["kind"].all()


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("rules", ["modern", "openspiel", "oklahoma", "rlcard"])
def test_rows_are_the_rounds_that_are_played(engine, playout, rules, mirrored):
    """Round by round: the result, and each decision with what its seat saw."""
    count = 40 if engine.__name__.endswith("native") else 6
    setting = {"rules": rules, "mirrored": mirrored, "log": "decisions"}
    _, rows, decisions = playout.tally("greedy", "random", 3, 10, count, **setting)
    left = iter(decisions)
    for number, row in zip(range(10, 10 + count), rows, strict=True):
        swapped, index = (number & 1, number >> 1) if mirrored else (0, number)
        assert (row["number"], row["index"], row["round_of_game"]) == (number, index, 0)
        players = ("random", "greedy") if swapped else ("greedy", "random")
        played = playout.play(*players, 3, index, rules=rules)
        state = engine.RoundState.deal(3, index, rules=rules, dealer=1 - (index & 1))
        for turn, (seat, action) in enumerate(played.actions):
            decision = next(left)
            told = {"number": number, "index": index, "turn": turn, "side": seat ^ swapped}
            saw(decision, state.view(seat), told, played.result, swapped)
            assert decision["action"] == action
            state.apply(int(decision["action"]))
        assert state.result == played.result
        ended(row, state.result, state.view(0), swapped)
    assert next(left, None) is None


SEEN = [name for name in DECISION_DTYPE.names if name in View._fields]
SEEN = [name for name in SEEN if name not in ("starter", "phase", "drawn_from", "pile")]


def saw(decision, view, told, result, swapped):
    """That a row holds the view, and what came of it."""
    assert {name: int(decision[name]) for name in told} == told
    for name in SEEN:
        assert decision[name] == getattr(view, name), name
    assert decision["starter"] == view.starter ^ swapped
    assert PHASES[decision["phase"]] == view.phase
    assert SOURCES[decision["drawn_from"]] == view.drawn_from
    assert decision["pile"] == hand_of(view.pile)
    assert decision["pile_top"] == (view.pile[-1] if view.pile else -1)
    melds = [int(decision[f"meld_{place}"]) for place in range(3)]
    assert melds == [*view.melds, 0, 0, 0][:3]
    seat = view.seat
    assert (decision["score"], decision["other_score"]) == (
        view.scores[seat],
        view.scores[1 - seat],
    )
    assert decision["net_points"] == result.scored[seat] - result.scored[1 - seat]
    assert decision["won"] == (-1 if result.winner is None else result.winner == seat)


def ended(row, result, view, swapped):
    """That a row holds the result."""

    def side(seat):
        return -1 if seat is None else seat ^ swapped

    assert KINDS[row["kind"]] == result.kind
    assert (row["winner"], row["knocker"]) == (side(result.winner), side(result.knocker))
    assert (row["scored_a"], row["scored_b"]) == (
        result.scored[swapped],
        result.scored[1 - swapped],
    )
    for name in ("knocker_deadwood", "defender_deadwood"):
        value = getattr(result, name)
        assert row[name] == (-1 if value is None else value)
    assert (row["draws"], row["pile_draws"]) == (result.draws, result.pile_draws)
    assert (row["limit"], row["multiplier"]) == (view.limit, view.multiplier)
    assert (row["seat_of_a"], row["starter"]) == (swapped, view.starter ^ swapped)


def test_rows_of_games(engine, games):
    """Deals follow each other, scores add up, and who deals is what the rules say."""
    game_count = 4 if engine.__name__.endswith("native") else 2
    setting = {"rules": "modern", "mirrored": True, "log": "decisions"}
    _, rows, decisions = games.tally_games("greedy", "simple", 3, 2, game_count, **setting)
    assert sorted(set(rows["number"].tolist())) == [*range(2, 2 + game_count)]
    before = np.zeros(2, int)
    for row in rows:
        number, of_game, swapped = (
            int(row["number"]),
            int(row["round_of_game"]),
            int(row["seat_of_a"]),
        )
        assert swapped == number & 1
        assert row["index"] == ((number >> 1) << GAME_STRIDE) + of_game
        if of_game == 0:
            before[:] = 0
        mine = decisions[(decisions["number"] == number) & (decisions["round_of_game"] == of_game)]
        assert (mine["index"] == row["index"]).all()
        assert mine["turn"].tolist() == [*range(len(mine))]
        state = engine.RoundState.deal(
            3,
            int(row["index"]),
            rules="modern",
            dealer=1 - (int(row["starter"]) ^ swapped),
            scores=tuple(before[::-1] if swapped else before),
        )
        for decision in mine:
            assert decision["score"] == before[decision["side"]]
            assert decision["hand"] == state.view(int(decision["seat"])).hand
            state.apply(int(decision["action"]))
        ended(row, state.result, state.view(0), swapped)
        before += row["scored_a"], row["scored_b"]


def test_forfeits(native, reference):
    """A fault is no decision, and the round is written down as it ended."""
    ours, twin = (
        importlib.import_module(f"{engine.__name__}.playout").tally
        for engine in (native, reference)
    )
    setting = {"mirrored": True, "log": "decisions"}
    logged = ours(Clumsy, "simple", 1, 0, 40, **setting)
    assert same(logged, twin(Clumsy, "simple", 1, 0, 40, **setting))
    forfeits = logged.rows[logged.rows["kind"] == KINDS.index("forfeit")]
    assert len(forfeits) == logged.tally.rounds.forfeits_0 + logged.tally.rounds.forfeits_1 > 3
    assert set(forfeits["winner"].tolist()) == {1}
    assert set(forfeits["knocker"].tolist()) == set(forfeits["knocker_deadwood"].tolist()) == {-1}
    assert (forfeits["scored_b"] == forfeits["defender_deadwood"] + 25).all()
    for fault in logged.tally.faults:
        last = logged.decisions[logged.decisions["number"] == fault.number][-1]
        assert last["draws"] <= fault.view.draws
        assert last["won"] == (last["side"] == 1)
    with pytest.raises(RuntimeError, match="Clumsy"):
        ours(Clumsy, "simple", 1, 0, 40, on_error="raise", **setting)


# The files.


@pytest.fixture
def rows(playout):
    return playout.tally("simple", "random", 7, 0, 50, log="rounds").rows


def read(path):
    """All rows of a directory, as they were added."""
    parquet = pytest.importorskip("pyarrow.parquet")
    tables = [parquet.read_table(part) for part in parts_of(path)]
    kind = "decisions" if "turn" in tables[0].column_names else "rounds"
    columns = COLUMNS[kind]
    found = []
    for table in tables:
        assert table.column_names == [column.name for column in columns]
        lists = []
        for column in columns:
            names = dict(enumerate(column.names))
            back = {name: code for code, name in names.items()} | {None: -1}
            values = table[column.name].to_pylist()
            if column.names:
                values = [back[value] for value in values]
            lists.append([-1 if value is None else int(value) for value in values])
        found += zip(*lists, strict=True)
    return found


def recorded(path, rows, kind="rounds", settings=SETTINGS):
    recorder = Recorder(path, kind, settings)
    recorder.add(rows)
    recorder.close()
    return recorder


@pytest.mark.parametrize("kind", ["rounds", "decisions"])
def test_what_is_recorded_is_read(playout, tmp_path, kind):
    pytest.importorskip("pyarrow")
    for rules in ("modern", "openspiel"):
        logged = playout.tally("greedy", "random", 7, 0, 12, rules, mirrored=True, log=kind)
        rows = logged.rows if kind == "rounds" else logged.decisions
        recorder = recorded(tmp_path / rules, rows, kind)
        assert recorder.rows == len(rows)
        assert read(tmp_path / rules) == rows.tolist()
        assert settings_of(tmp_path / rules) == SETTINGS


SCHEMA = """
number: uint64 not null
index: uint64 not null
round_of_game: uint32 not null
scored_a: int32 not null
scored_b: int32 not null
draws: int16 not null
pile_draws: int16 not null
knocker_deadwood: int16
defender_deadwood: int16
limit: int16 not null
multiplier: int8 not null
seat_of_a: int8 not null
starter: dictionary<values=string, indices=int8, ordered=0> not null
winner: dictionary<values=string, indices=int8, ordered=0>
knocker: dictionary<values=string, indices=int8, ordered=0>
kind: dictionary<values=string, indices=int8, ordered=0> not null
"""
DECISION_SCHEMA = """
number: uint64 not null
index: uint64 not null
hand: uint64 not null
barred: uint64 not null
known: uint64 not null
exposed: uint64 not null
declined: uint64 not null
own_declined: uint64 not null
pile: uint64 not null
meld_0: uint64 not null
meld_1: uint64 not null
meld_2: uint64 not null
unmelded: uint64 not null
laid_off: uint64 not null
round_of_game: uint32 not null
score: int32 not null
other_score: int32 not null
net_points: int32 not null
turn: uint16 not null
action: int16 not null
draws: int16 not null
pile_draws: int16 not null
limit: int16 not null
returns: int16 not null
seat: int8 not null
side: dictionary<values=string, indices=int8, ordered=0> not null
starter: dictionary<values=string, indices=int8, ordered=0> not null
phase: dictionary<values=string, indices=int8, ordered=0> not null
drawn: int8
drawn_from: dictionary<values=string, indices=int8, ordered=0> not null
pile_top: int8
stock: int8 not null
upcard_taken: bool not null
knock_card: int8
multiplier: int8 not null
won: bool
"""


@pytest.mark.parametrize(("kind", "schema"), [("rounds", SCHEMA), ("decisions", DECISION_SCHEMA)])
def test_the_schema_is_pinned(tmp_path, kind, schema):
    """Programs read these columns by their names."""
    parquet = pytest.importorskip("pyarrow.parquet")
    recorded(tmp_path, np.empty(0, ROW_DTYPE if kind == "rounds" else DECISION_DTYPE), kind)
    (part,) = parts_of(tmp_path)
    found = parquet.read_schema(part)
    lines = [
        f"{field.name}: {field.type}{'' if field.nullable else ' not null'}" for field in found
    ]
    assert lines == schema.split("\n")[1:-1]
    for field, column in zip(found, COLUMNS[kind], strict=True):
        assert field.metadata[b"doc"].decode() == column.doc
    told = json.loads(found.metadata[b"gin_fast"])
    assert told == {"kind": kind, "version": __version__, "settings": SETTINGS, "previous": None}


def test_rows_as_c_has_them():
    assert (ROW_DTYPE.itemsize, DECISION_DTYPE.itemsize) == (48, 152)
    assert SIDES == ("a", "b")


def test_parts_are_cut_where_they_are_full(rows, tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    monkeypatch.setitem(recording.ROWS_OF_PART, "rounds", 8)
    for sizes in ([50], [1] * 50, [7, 1, 8, 9, 25], [0, 16, 0, 34]):
        path = tmp_path / str(sizes[:3])
        recorder, at = Recorder(path, "rounds", SETTINGS), 0
        for size in sizes:
            recorder.add(rows[at : at + size])
            at += size
        recorder.flush()
        recorder.flush()
        names = [each.name for each in sorted(path.iterdir())]
        assert names == [f"part-{first:015}.parquet" for first in range(0, 50, 8)]
        recorder.close()
        assert [each.name for each in sorted(path.iterdir())] == names
        assert read(path) == rows.tolist()


@pytest.mark.parametrize("flushed", [0, 1, 8, 20, 50])
def test_going_on(rows, tmp_path, monkeypatch, flushed):
    """What was recorded after the last that is known to be safe is recorded anew."""
    pytest.importorskip("pyarrow")
    monkeypatch.setitem(recording.ROWS_OF_PART, "rounds", 8)
    recorder = Recorder(tmp_path, "rounds", SETTINGS)
    recorder.add(rows[:flushed])
    recorder.flush()
    last = recorder.last
    recorder.add(rows[flushed:])
    recorder.close()
    (tmp_path / f".part-000000000000048.parquet.{'0' * 16}.new").write_bytes(b"PAR1")
    recorder = Recorder.resume(tmp_path, "rounds", SETTINGS, flushed, last)
    assert recorder.rows == flushed
    assert read(tmp_path) == rows[:flushed].tolist() if flushed else parts_of(tmp_path) == []
    recorder.add(rows[flushed:])
    recorder.close()
    assert read(tmp_path) == rows.tolist()
    assert len([*tmp_path.iterdir()]) == len(parts_of(tmp_path))


def test_what_is_there_is_not_overwritten(rows, tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "new" / "rounds"
    recorded(path, rows)
    before = {each.name: each.read_bytes() for each in path.iterdir()}
    with pytest.raises(FileExistsError, match=r"rounds is not empty"):
        Recorder(path, "rounds", SETTINGS)
    with pytest.raises(ValueError, match=r"rounds has other settings: \{'a': 'simple'"):
        Recorder.resume(path, "rounds", {**SETTINGS, "seed": 8}, 0, None)
    for count in (1, 49, 51):
        with pytest.raises(ValueError, match=f"rounds should have {count} rows, not (50|0)$"):
            Recorder.resume(path, "rounds", SETTINGS, count, None)
    assert {each.name: each.read_bytes() for each in path.iterdir()} == before
    with pytest.raises(ValueError, match="should have 50 rows, not 0"):
        Recorder.resume(tmp_path / "none" / "rounds", "rounds", SETTINGS, 50, None)
    assert not (tmp_path / "none").exists()
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(OSError, match="file"):
        Recorder(file, "rounds", SETTINGS)
    assert file.read_text() == "mine"
    empty = tmp_path / "empty"
    empty.mkdir()
    recorded(empty, rows)
    (empty / "part-000000000000000.parquet").write_bytes(b"no Parquet")
    with pytest.raises(ValueError, match="Parquet"):
        Recorder.resume(empty, "rounds", SETTINGS, 0, None)
    none = tmp_path / "none"
    none.mkdir()
    with pytest.raises(ValueError, match="has no rows recorded by gin_fast"):
        settings_of(none)


def test_bad_arguments(rows, tmp_path):
    pytest.importorskip("pyarrow")
    for kind in ("games", None, True):
        with pytest.raises(ValueError, match=r"^kind must be rounds or decisions, not "):
            Recorder(tmp_path, kind, SETTINGS)
    for count in (-1, 1.0, True):
        with pytest.raises((ValueError, TypeError), match=r"^rows must be "):
            Recorder.resume(tmp_path, "rounds", SETTINGS, count, None)
    recorder = Recorder(tmp_path, "decisions", SETTINGS)
    with pytest.raises(TypeError, match=r"^rows must be of the dtype of their kind, not "):
        recorder.add(rows)
    recorder.close()


def test_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"recording needs pyarrow .*pip install gin_fast\[parq"):
        Recorder(tmp_path / "rows", "rounds", SETTINGS)
    assert not (tmp_path / "rows").exists()


def test_a_full_disk(rows, tmp_path, monkeypatch):
    """What could not be written is told, again and again, and leaves no half part."""
    pytest.importorskip("pyarrow")
    monkeypatch.setitem(recording.ROWS_OF_PART, "rounds", 8)
    recorder = Recorder(tmp_path, "rounds", SETTINGS)
    recorder.add(rows[:8])
    recorder.flush()

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        recorder.add(rows)
    for again in (recorder.flush, recorder.close):
        with pytest.raises(OSError, match="No space left"):
            again()
    assert [each.name for each in tmp_path.iterdir()] == ["part-000000000000000.parquet"]
    assert read(tmp_path) == rows[:8].tolist()


KILLED = """
import os, sys, threading, time
from gin_fast.simulation import recording
from gin_fast.engine import playout
recording.ROWS_OF_PART["rounds"] = 1000
recorder = recording.Recorder(sys.argv[1], "rounds", {"seed": 1})
threading.Timer(1.0, os._exit, [9]).start()
start = 0
while True:
    recorder.add(playout.tally("simple", "random", 1, start, 50, log="rounds").rows)
    start += 50
"""


@posix
def test_a_killed_run_leaves_whole_parts(playout, tmp_path):
    pytest.importorskip("pyarrow")
    done = subprocess.run([sys.executable, "-c", KILLED, tmp_path / "rows"], check=False)
    assert done.returncode == 9
    parts = parts_of(tmp_path / "rows")
    assert [part.name for part in parts] == [
        f"part-{1000 * place:015}.parquet" for place in range(len(parts))
    ]
    if len(parts) > 0:
        found = read(tmp_path / "rows")
        assert len(found) == 1000 * len(parts)
        assert found[:20] == playout.tally("simple", "random", 1, 0, 20, log="rounds").rows.tolist()


def test_other_programs_read_a_directory(rows, tmp_path):
    """All that reads Parquet reads the parts as one, also while the next is being written."""
    dataset = pytest.importorskip("pyarrow.dataset")
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    recorder = Recorder(tmp_path, "rounds", SETTINGS)
    for at in range(0, 50, 20):
        recorder.add(rows[at : at + 20])
        recorder.flush()
    recorder.close()
    (tmp_path / f".part-000000000000050.parquet.{'0' * 16}.new").write_bytes(b"PAR1 and no more")
    assert len(parts_of(tmp_path)) == 3
    numbers = rows["number"].tolist()
    assert dataset.dataset(tmp_path).to_table()["number"].to_pylist() == numbers
    frame = pandas.read_parquet(tmp_path)
    assert frame["number"].tolist() == numbers
    assert set(frame["winner"].dropna()) <= {"a", "b"}
    assert frame["winner"].isna().sum() == (rows["winner"] < 0).sum()
    frame = polars.read_parquet(tmp_path / "*.parquet")
    assert frame["number"].to_list() == numbers
    assert frame["winner"].null_count() == (rows["winner"] < 0).sum()
    assert frame["kind"].cast(polars.String).to_list() == [KINDS[kind] for kind in rows["kind"]]


def test_a_round_of_many_draws(playout):
    """Counts that are the largest the rules allow fit their columns."""
    rules = Rules(knock_limit=0, pile_draw_cap=1000, taken_card_may_return=True)
    _, rows, decisions = playout.tally("random", "random", 1, 0, 2, rules, log="decisions")
    assert (rows["draws"] >= rows["pile_draws"]).all()
    assert (decisions["turn"] < 2**16 - 1).all()


SHORT = """
import resource
from gin_fast.native.playout import tally
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (200 << 20), -1))
for _ in range(2):
    try:
        tally("simple", "random", 1, 0, 2**40, log="decisions")
    except MemoryError as error:
        print(error)
print(len(tally("simple", "random", 1, 0, 20, log="decisions").rows))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does it")
def test_more_than_memory_holds(native):
    done = subprocess.run(
        [sys.executable, "-c", SHORT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = "the log of the rounds is too long for memory: play fewer at once"
    assert done.stdout.splitlines() == [said, said, "20"]
