"""Records in files: written while playing, read up to the last whole round, refused if changed."""

from __future__ import annotations

import io
import json
import random
import re
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import hasty, played

from gin_fast import ENGINE, Game, Match, Round, Rules
from gin_fast.game.records import Log, Recorded, read

QUICK = Rules.preset("eaai", target=30)
QUICK_MATCH = Rules.preset("tournament", target=30, match_target=300)


def two_rounds() -> Game:
    """A game that is over after two rounds."""
    return played(Game(QUICK, seed=31, dealer=1))


@cache
def log_of_two_rounds() -> bytes:
    return logged(two_rounds())


def logged(table: Game | Match) -> bytes:
    """The log of what was played."""
    head = {"format": "gin_fast log", "version": 1, "of": table.record()["format"], **table.head()}
    record = table.record()
    games = [record] if isinstance(table, Game) else record["games"]
    rounds = [round for game in games for round in game["rounds"] if round["result"]]
    return "".join(json.dumps(line) + "\n" for line in (head, *rounds)).encode()


def put(path: Path, data: bytes | str) -> Path:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 600
    return said


def refused_lines(path: Path, *data: bytes) -> str:
    """What is said of a file with these lines."""
    return refused(lambda: read(put(path, b"".join(data))))


# Written and read.


@pytest.mark.parametrize("table", [Game("palace", seed=3), Game("openspiel", seed=1)])
def test_a_log_is_written_as_the_game_is_played(tmp_path, table):
    path, rng = tmp_path / "game.jsonl", random.Random(1)
    game = table.copy()
    with Log(path, game) as log:
        assert read(path) == Recorded((), game, False)
        while not game.is_over:
            round = game.round
            while not round.is_over:
                round.apply(hasty(round, rng))
                assert len(read(path).rounds) == len(game.rounds) - round.is_over
            log.save()
            log.save()
            assert path.read_bytes() == logged(game)
            assert read(path) == Recorded(game.rounds, game, False)
    assert read(path).table == game
    assert path.read_bytes() == logged(game)


def test_a_log_of_a_match(tmp_path):
    path, match, rng = tmp_path / "match.jsonl", Match(QUICK_MATCH, seed=2), random.Random(2)
    with Log(path, match) as log:
        while not match.is_over:
            match.apply(hasty(match.game.round, rng))
            if rng.random() < 0.02:
                log.save()
        log.save()
    found = read(path)
    assert found.table == match
    assert found.rounds == tuple(round for game in match.games for round in game.rounds)
    assert path.read_bytes() == logged(match)


def test_a_log_begins_with_what_was_played_before(tmp_path):
    game = two_rounds()
    Log(tmp_path / "late", game).close()
    assert (tmp_path / "late").read_bytes() == log_of_two_rounds()


def test_every_kind_of_file(tmp_path):
    path = tmp_path / "file"
    game, match = two_rounds(), played(Match(QUICK_MATCH, seed=2))
    assert read(put(path, game.to_json())) == Recorded(game.rounds, game, False)
    rounds = tuple(round for each in match.games for round in each.rounds)
    assert read(put(path, match.to_json() + "\n")) == Recorded(rounds, match, False)
    begun = Round.deal(7)
    begun.apply("pass")
    singles = (
        *game.rounds,
        begun,
        Round.from_deck(range(52), rules="oklahoma", dealer=0, scores=(5, -3)),
        Round.from_position(begun.position(), rules="modern"),
        Round.deal(9, rules=Rules(gin_bonus=30)),
    )
    text = "".join(round.to_json() + "\n" for round in singles)
    assert read(put(path, text)) == Recorded(singles, None, False)
    assert read(str(path)) == read(io.StringIO(text)) == read(path)
    with open(path, encoding="utf-8") as file:
        assert read(file) == read(path)
    unfinished = Match(QUICK_MATCH, seed=2)
    unfinished.apply("pass")
    assert read(put(path, unfinished.to_json())) == Recorded((), unfinished, False)


def test_lines_that_end_in_other_ways(tmp_path):
    path = tmp_path / "file"
    data = log_of_two_rounds()
    windows = data.replace(b"\n", b"\r\n")
    assert read(put(path, windows)) == read(put(path, data))
    with open(put(path, windows), encoding="utf-8") as file:
        assert read(file).table == two_rounds()
    # A log from elsewhere is continued.
    cut = windows[: windows.index(b"\n", windows.index(b"\n") + 1) + 1]
    Log(put(path, cut), two_rounds(), resume=True).close()
    assert read(path) == Recorded(two_rounds().rounds, two_rounds(), False)


# Cut by a crash.


def test_a_log_cut_at_every_byte(tmp_path):
    data, game, path = log_of_two_rounds(), two_rounds(), tmp_path / "cut"
    ends = [at for at, byte in enumerate(data) if byte == ord("\n")]
    first = ends[0] - 30
    for cut in (*range(0, first, 40), *range(first, len(data) + 1, 1 if ENGINE == "native" else 9)):
        put(path, data[:cut])
        if cut < ends[0]:
            said = "there is no record" if cut == 0 else "the record is cut short"
            assert refused(lambda: read(path)) == f"line 1: {said}"
            assert refused(lambda: Log(path, game, resume=True)) == f"line 1: {said}"
            assert path.read_bytes() == data[:cut]
        else:
            whole = sum(cut >= end for end in ends) - 1
            is_cut = not any(cut in (end, end + 1) for end in ends)
            found = read(path)
            assert found == Recorded(game.rounds[:whole], found.table, is_cut)
            assert found.table.rounds == game.rounds[:whole]
            if cut % 7 == 0 or not is_cut:
                Log(path, game, resume=True).close()
                assert path.read_bytes() == data


@pytest.mark.parametrize(
    "junk", [b"\0" * 5000, b"\xff\xfe", b'{"actions": ["0 pa', b"7", b"[]", b"\r"]
)
def test_junk_at_the_end(tmp_path, junk):
    """Without the end of its line it broke off; with it, it is a line that is wrong."""
    data, game, path = log_of_two_rounds(), two_rounds(), tmp_path / "cut"
    lines = data.splitlines(keepends=True)
    part = b"".join(lines[:2])
    found = read(put(path, part + junk))
    assert (found.rounds, found.is_cut) == (game.rounds[:1], True)
    Log(path, found.table, resume=True).close()
    assert path.read_bytes() == part
    for rest in (b"\n", b"\n" + lines[2]):
        assert refused_lines(path, part, junk, rest).startswith("line 3: ")
        refused(lambda: Log(path, game, resume=True))
        assert path.read_bytes() == part + junk + rest


def test_rounds_cut_at_the_end(tmp_path):
    rounds = two_rounds().rounds
    text = "".join(round.to_json() + "\n" for round in rounds)
    assert read(put(tmp_path / "cut", text[:-20])) == Recorded(rounds[:1], None, True)


def test_a_game_in_one_line_is_read_whole_or_not_at_all(tmp_path):
    text, path = two_rounds().to_json(), tmp_path / "game"
    for cut in range(0, len(text), 97):
        assert refused_lines(path, text[:cut].encode()).startswith("line 1: ")
    for more in ("\n{", "\n" + text, "\n\n"):
        said = refused(lambda more=more: read(put(path, text + more)))
        assert said.startswith("line 2: ")
    said = refused(lambda: read(put(path, text + "\n" + text)))
    assert said == "line 2: nothing may follow the record of a Game"


def test_going_on_after_a_crash(tmp_path):
    """Whatever a crash leaves, the game is taken up from there, and the log grows whole."""
    path, rng = tmp_path / "log", random.Random(5)
    game = Game("classic", seed=77)
    Log(path, game).close()
    while not game.is_over:
        found = read(path)
        game = found.table
        with Log(path, game, resume=True) as log:
            for _ in range(rng.randrange(1, 4)):
                done = len(game.rounds)
                while len(game.rounds) == done and not game.is_over:
                    game.apply(hasty(game.round, rng))
                log.save()
        if rng.random() < 0.5:
            whole = path.read_bytes()
            put(path, whole[: len(whole) - rng.randrange(400)])
            game = read(path).table
    assert read(path) == Recorded(game.rounds, game, False)
    assert path.read_bytes() == logged(game)


# Changed by hand.


def changed(line: bytes, change: Callable[[dict[str, Any]], Any]) -> bytes:
    record = json.loads(line)
    change(record)
    return json.dumps(record).encode() + b"\n"


def test_changes_in_the_middle_are_told_by_their_line(tmp_path):
    path, game = tmp_path / "log", played(Game("classic", seed=9))
    lines = logged(game).splitlines(keepends=True)
    assert len(lines) > 6

    def said(number: int, *instead: bytes) -> str:
        return refused_lines(path, *lines[: number - 1], *instead, *lines[number:])

    def swap(record: dict[str, Any]) -> None:
        actions = record["actions"]
        actions[2], actions[4] = actions[4], actions[2]

    changes: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
        (lambda r: r["actions"].__setitem__(3, "0 pass"), "action 4"),
        (lambda r: r["actions"].__setitem__(0, "1" + r["actions"][0][1:]), "action 1"),
        (lambda r: r["actions"].__setitem__(0, "0" + r["actions"][0][1:]), "action 1"),
        (lambda r: r["actions"].pop(), "the actions lead to the result None"),
        (lambda r: r["actions"].append("0 pass"), "nobody is to move"),
        (lambda r: r["actions"].clear(), "the actions lead to the result None"),
        (lambda r: r["result"].update(points=1000), "the actions lead to the result"),
        (lambda r: r["result"].update(winner=None), "the actions lead to the result"),
        (lambda r: r.update(result=None), "the actions lead to the result"),
        (lambda r: r.update(note=1), "unknown field of the record: 'note'"),
        (lambda r: r.pop("actions"), "the record lacks the field actions"),
        (lambda r: r.update(actions=[], result=None), "the round is not over"),
        (swap, "action"),
    ]
    found = 0
    for number in (3, 5):
        for change, message in changes:
            line = changed(lines[number - 1], change)
            if line != lines[number - 1]:  # one of the two seats began
                found += 1
                told = said(number, line)
                assert told.startswith(f"line {number}: ")
                assert message in told
        for instead in (b"", lines[number - 1] * 2, lines[number], b"\n", b"{}\n", b"[]\n", b"7\n"):
            assert re.match(rf"line ({number}|{number + 1}): ", said(number, instead))
        assert "it is not UTF-8" in said(number, lines[number - 1].replace(b"discard", b"d\xff", 1))
        for junk in (b"\0", b"\xef\xbb\xbf", b"// \n", b"\x1a"):
            assert said(number, junk, lines[number - 1]).startswith(f"line {number}: ")
    assert found == 2 * (len(changes) - 1)
    after = refused_lines(path, *lines, lines[-1])
    assert after == f"line {len(lines) + 1}: the game is already over"


HEADS = [
    (lambda r: r.update(format="gin_fast tune"), "the field format must be that of a record"),
    (lambda r: r.update(format=None), "the field format must be that of a record, not None"),
    (lambda r: r.update(format=["gin_fast log"]), "the field format must be that of a record"),
    (lambda r: r.update(format="gin_fast game"), "the record lacks the field rounds"),
    (lambda r: r.update(version=2), "the field version must be 1, not 2"),
    (lambda r: r.update(version=True), "the field version must be an int, not True"),
    (lambda r: r.update(of="gin_fast round"), "the field of must be gin_fast game or gin_fast"),
    (lambda r: r.update(of="gin_fast match"), "these rules have no match"),
    (lambda r: r.update(of=None), "the field of must be a str, not None"),
    (lambda r: r.update(rules="whist"), "unknown rules 'whist'"),
    (lambda r: r["rules"].update(target="30"), "target must be an int, not '30'"),
    (lambda r: r["rules"].pop("box"), "Rules lacks the field box"),
    (lambda r: r["rules"].update(knock_limit=500), "knock_limit must be from 0 to 100"),
    (lambda r: r["rules"].update(oklahoma_spades_double=True), " clashes with "),
    (lambda r: r.update(seed=2**64), "seed must be from 0"),
    (lambda r: r.update(seed="31"), "the field seed must be an int, not '31'"),
    (lambda r: r.update(index=-1), "index must be from 0"),
    (lambda r: r.update(dealer=None), "the field dealer must be an int, not None"),
    (lambda r: r.update(note=""), "unknown field of the record: 'note'"),
    *[
        (lambda r, name=name: r.pop(name), f"the record lacks the field {name}")
        for name in ("format", "version", "of", "rules", "seed", "index", "dealer")
    ],
]


@pytest.mark.parametrize(("change", "message"), HEADS)
def test_changed_heads(tmp_path, change, message):
    head, *rounds = log_of_two_rounds().splitlines(keepends=True)
    said = refused_lines(tmp_path / "log", changed(head, change), *rounds)
    assert said.startswith("line 1: ")
    assert message in said


@pytest.mark.parametrize("name", ["seed", "index", "dealer"])
def test_rounds_of_another_deal(tmp_path, name):
    head, *rounds = log_of_two_rounds().splitlines(keepends=True)
    other = changed(head, lambda record: record.update({name: 0 if record[name] else 1}))
    assert refused_lines(tmp_path / "log", other, *rounds).startswith("line 2: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"[" * 200_000, "nested too deeply"),
        (b'{"actions": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested too deeply"),
        (b'{"actions": [], "result": ' + b"9" * 200_000 + b"}", "too large a number"),
        (b'{"actions": [], "result": NaN}', "NaN is not a whole number"),
        (b'{"actions": [], "result": -1e999}', "-1e999 is not a whole number"),
        (b'{"actions": [], "actions": [], "result": null}', "'actions' is given twice"),
        (b'{"actions": [], "result": null, "\\u0000": 1}', "unknown field of the record"),
        (b'{"actions": ["0 \\ud800"], "result": null}', "action 1: unknown action"),
        (b'{"actions": ["0 ' + b"x" * 200_000 + b'"], "result": null}', "at most 200 characters"),
        (b'{"actions": {"0 pass": 1}, "result": null}', "the field actions must be a list"),
        (b" " * 10_000_100, "line 2: it is longer than 10,000,000 characters"),
        (b'"' + b"x" * 1_000_000 + b'"', "a record must be a JSON object"),
        (random.Random(1).randbytes(5000).replace(b"\n", b"") + b"\xff", "it is not UTF-8"),
    ],
    ids=range(13),
)
def test_hostile_lines(tmp_path, line, message):
    head, first, _ = log_of_two_rounds().splitlines(keepends=True)
    path = tmp_path / "log"
    said = refused_lines(path, head, line, b"\n", first)
    assert said.startswith("line 2: ")
    assert message in said
    assert refused_lines(path, line, b"\n", first).startswith("line 1: ")


def test_a_line_that_is_too_long_has_not_broken_off(tmp_path):
    """What follows it would be lost without a word."""
    path = put(tmp_path / "log", log_of_two_rounds() + b" " * 10_000_100)
    assert refused(lambda: read(path)).startswith("line 4: it is longer than")


@given(st.data())
def test_any_byte_changed(tmp_path_factory, data):
    """What is read then is a game all the same, or it is refused by a line."""
    log = bytearray(log_of_two_rounds())
    at = data.draw(st.integers(0, len(log) - 1))
    at = data.draw(st.sampled_from([at, log.index(b"\n") + at % (len(log) - log.index(b"\n"))]))
    log[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    path = put(tmp_path_factory.getbasetemp() / "changed", bytes(log))
    try:
        found = read(path)
    except ValueError as error:
        assert re.match(r"line [1-4]: \S", str(error))  # noqa: PT017
    else:
        assert Game.from_json(found.table.to_json()) == found.table


# Files that are not what they should be.


def test_other_files(tmp_path):
    path = tmp_path / "file"
    for data in (
        b"",
        b"\n",
        b"\xef\xbb\xbf",
        random.Random(1).randbytes(100) + b"\n",
        b"hello\n",
        b"\0" * 9000,
    ):
        assert refused_lines(path, data).startswith("line 1: ")
    said = refused_lines(path, b"\xef\xbb\xbf" + log_of_two_rounds())
    assert "BOM" in said
    assert refused_lines(path, log_of_two_rounds().decode().encode("utf-16")).startswith("line 1: ")
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "missing")
    with pytest.raises(OSError, match=r"\S"):
        read(tmp_path)
    with pytest.raises(FileNotFoundError):
        Log(tmp_path / "missing", two_rounds(), resume=True)
    assert not (tmp_path / "missing").exists()
    with pytest.raises(OSError, match=r"\S"):
        Log(tmp_path, two_rounds(), resume=True)


def test_what_is_no_file(tmp_path):
    for source in (None, 5, ["x"], Game, b"path"):
        with pytest.raises(TypeError, match="expected a path or a file open for reading"):
            read(source)
    path = put(tmp_path / "log", log_of_two_rounds())
    with open(path, "rb") as file, pytest.raises(TypeError, match="open for reading text"):
        read(file)
    with open(path, encoding="ascii") as file:
        assert read(file).table == two_rounds()
    put(path, b"\xff" + log_of_two_rounds())
    with open(path, encoding="utf-8") as file:
        assert refused(lambda: read(file)) == "line 1: it is not UTF-8"
    for table in (None, "game", Round.deal(7), {}):
        with pytest.raises(TypeError, match="table must be a Game or a Match"):
            Log(tmp_path / "new", table)
    assert not (tmp_path / "new").exists()
    for bad in (None, 5, 1.0):
        with pytest.raises(TypeError):
            Log(bad, two_rounds())


def test_a_file_that_exists_is_left_alone(tmp_path):
    path = put(tmp_path / "mine", b"dear diary")
    with pytest.raises(FileExistsError):
        Log(path, two_rounds())
    assert path.read_bytes() == b"dear diary"


def other_games() -> dict[str, bytes]:
    game = two_rounds()
    played_on = Game(QUICK, seed=31, dealer=1)
    played_on.play("random", "random")
    line = game.rounds[0].to_json().encode() + b"\n"
    return {
        "another seed": logged(played(Game(QUICK, seed=32, dealer=1))),
        "another dealer": logged(Game(QUICK, seed=31, dealer=0)),
        "another index": logged(Game(QUICK, seed=31, index=1, dealer=1)),
        "other rules": logged(Game("eaai", seed=31, dealer=1)),
        "a match": logged(Match(QUICK_MATCH, seed=31)),
        "other rounds": logged(played_on),
        "single rounds": line,
        "a game in one line": game.to_json().encode(),
        "the same with an end": game.to_json().encode() + b"\n",
        "a diary": b"dear diary\n",
        "nothing": b"",
        "a broken head": log_of_two_rounds()[:20],
        "a changed round": log_of_two_rounds().replace(b"knock", b"dead", 1),
        "more than was played": logged(game),
    }


@pytest.mark.parametrize("name", other_games())
def test_the_log_of_another_game_is_left_alone(tmp_path, name):
    data = other_games()[name]
    path = put(tmp_path / "log", data)
    game = Game(QUICK, seed=31, dealer=1) if name.startswith("more") else two_rounds()
    refused(lambda: Log(path, game, resume=True))
    assert path.read_bytes() == data


# What goes wrong while it is written.


def test_a_full_disk(tmp_path, monkeypatch):
    """What could not be written is written by the next `save`."""
    path, game = tmp_path / "log", Game(QUICK, seed=31, dealer=1)
    log = Log(path, game)
    played(game)
    raw = log._file

    class Full:
        """Takes some bytes, and no more."""

        def __init__(self, room: int) -> None:
            self.room = room

        def __getattr__(self, name: str) -> Any:
            return getattr(raw, name)

        def write(self, data: memoryview) -> int:
            if not self.room:
                raise OSError(28, "No space left on device")
            done = raw.write(data[: min(self.room, 7)])
            self.room -= done
            return done

    for room in (0, 1, 700, 100):
        monkeypatch.setattr(log, "_file", Full(room))
        with pytest.raises(OSError, match="No space"):
            log.save()
        assert read(path).rounds == game.rounds[: len(read(path).rounds)]
    monkeypatch.setattr(log, "_file", Full(10**6))
    log.save()
    assert path.read_bytes() == log_of_two_rounds()
    log.close()


def test_many_threads_save_a_round_once(tmp_path):
    path, game = tmp_path / "log", Game(QUICK, seed=31, dealer=1)
    with Log(path, game) as log:
        played(game)
        threads = [threading.Thread(target=log.save) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert path.read_bytes() == log_of_two_rounds()


def test_a_log_that_is_closed(tmp_path):
    game = two_rounds()
    with Log(tmp_path / "log", game) as log:
        pass
    log.close()
    assert "closed" in refused(log.save)
    assert (tmp_path / "log").read_bytes() == log_of_two_rounds()


# Records of single rounds.

STARTS: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda r: r.update(format="gin_fast game"), "the field format must be gin_fast round"),
    (lambda r: r.update(version=0), "the field version must be 1"),
    (lambda r: r.update(note=1), "unknown field of the record: 'note'"),
    (lambda r: r.pop("result"), "the record lacks the field result"),
    (lambda r: r.pop("start"), "the record lacks the field start"),
    (lambda r: r.pop("rules"), "the record lacks the field rules"),
    (lambda r: r.pop("actions"), "the record lacks the field actions"),
    (lambda r: r.update(rules=7), "the field rules must be a str or an object"),
    (lambda r: r.update(start=[]), "the field start must be an object"),
    (lambda r: r.update(start={}), "a start must have the fields"),
    (lambda r: r["start"].update(more=1), "a start must have the fields"),
    (lambda r: r["start"].pop("scores"), "a start must have the fields"),
    (lambda r: r["start"].update(seed="7"), "seed must be an int, not '7'"),
    (lambda r: r["start"].update(seed=True), "seed must be an int, not True"),
    (lambda r: r["start"].update(index=2**64), "index must be from 0"),
    (lambda r: r["start"].update(dealer=None), "dealer must be an int, not None"),
    (lambda r: r["start"].update(scores=5), "scores must be a sequence, not 5"),
    (lambda r: r["start"].update(scores=[0]), "scores must have 2 values"),
    (lambda r: r["start"].update(scores=[0, 10**30]), "scores must be from"),
    (lambda r: r["start"].update(scores={"0": 1}), "scores must be a sequence"),
    (lambda r: r.update(start={"position": 5}), "a position must be a mapping"),
    (lambda r: r.update(start={"position": {}}), "a position lacks the field hands"),
    (lambda r: r.update(start={"position": {"hands": [[], {}]}}), "hands must be given by the"),
    (lambda r: r.update(start={"position": {"hands": "KH"}}), "a position lacks the field pile"),
    (lambda r: r.update(start={"position": {"stock": 3}}), "stock must be the names of cards"),
    (lambda r: r.update(start={"position": {"pile": "XX"}}), "unknown card 'XX'"),
    (lambda r: r.update(start={"position": {"drawn": 5}}), "drawn must be given by the names"),
    (lambda r: r.update(start={"position": {"pile": "KH " * 900}}), "pile must be the names"),
    (lambda r: r.update(start={"deck": 5, "dealer": 0, "scores": [0, 0]}), "deck must be the"),
    (lambda r: r.update(start={"deck": "KH KH", "dealer": 0, "scores": [0, 0]}), "a deck must"),
]


@pytest.mark.parametrize(("change", "message"), STARTS)
def test_changed_rounds(tmp_path, change, message):
    round = Round.deal(7)
    round.apply("pass")
    record = round.record()
    record["start"]["scores"] = list(record["start"]["scores"])
    good = json.dumps(record)
    change(record)
    assert message in refused(lambda: Round.from_record(record))
    said = refused(lambda: read(io.StringIO(f"{good}\n{json.dumps(record)}\n")))
    assert said.startswith("line 2: ")
    assert message in said


@pytest.mark.parametrize(("change", "message"), STARTS[20:])
def test_changed_positions(change, message):
    round = Round.from_position(Round.deal(7).position())
    record = round.record()
    assert Round.from_record(record) == round
    record["start"]["position"]["note"] = 1
    assert "unknown field of a position: 'note'" in refused(lambda: Round.from_record(record))
    change(record)
    assert message in refused(lambda: Round.from_record(record))


@given(st.data())
def test_any_value_in_a_position(data):
    """Whatever a stored position holds, it is a round or it is refused."""
    json_values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=4)
        | st.sampled_from(["AC", "KS QS JS", "", "AC AC", "10♠", "draw", "stock", "pile"]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=6,
    )  # fmt: skip
    record = Round.from_position(Round.deal(7).position()).record()
    position = record["start"]["position"]
    for _ in range(data.draw(st.integers(1, 3))):
        position[data.draw(st.sampled_from(sorted(position)))] = data.draw(json_values)
    text = json.dumps(record)
    try:
        round = Round.from_json(text)
    except ValueError as error:
        assert str(error).isprintable()  # noqa: PT017
    else:
        assert Round.from_json(round.to_json()) == round


def test_a_format_that_is_a_bool_is_refused():
    with pytest.raises(ValueError, match="line 1: the field format must be that of a record"):
        read(io.StringIO('{"format": true}\n'))
