"""Results as text."""

from __future__ import annotations

from collections.abc import Iterator

from gin_fast.answers.sums import GameSums
from gin_fast.estimates.means import Estimate, Share
from gin_fast.rules.fields import FIELDS
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.show.shapes import Compared, Result, Standings
from gin_fast.values.checks import plain


def answer_of(of: Compared) -> Iterator[str]:
    result, (mean, _), interval = of.result, of.estimate, of.interval
    first, second = plain(result.a), plain(result.b)
    for name, count in zip((first, second), result.forfeits, strict=True):
        if count:
            yield f"{name} forfeited {count:,} of {result.rounds:,} rounds: see the faults below"
    if mean is None or interval is None:
        yield f"{first} and {second}: not enough was played to say"
        return
    low, high = interval
    if of.better == "b":  # report it from the winner's side
        first, second = second, first
        mean, low, high = 2 * of.even - mean, 2 * of.even - high, 2 * of.even - low
    if of.better is None:
        yield f"{first} and {second}: not decided"
    else:
        yield f"{first} is better than {second}"
    always = ", valid at all times" if result.stop_when is not None else ""
    if result.of_games:
        text = f"{first} won {mean:.2%} of the games, {low:.2%} to {high:.2%}"
    else:
        text = f"{first} won {mean:+.4f} net points a round, {low:+.4f} to {high:+.4f}"
    yield f"{text} with {of.confidence:.4g} confidence{always}{_p_value(of.p_value)}"


def _p_value(value: float | None) -> str:
    if value is None:
        return ""
    return f"; p = {value:.2g}" if value >= 1e-300 else "; p < 1e-300"


def standings_of(of: Standings) -> Iterator[str]:
    """The ratings, and the table of shares of games won, in the same order."""
    first = next(iter(of.results.values()), None)
    if first is not None:
        rules = first.rules.name or "custom"
        counts = [result.games or 0 for result in of.results.values()]
        least, most = min(counts), max(counts)
        games = f"{most:,}" if least == most else f"{least:,} to {most:,}"
        yield f"{games} games a pair, rules {rules}, seed {first.seed}"
    if of.interrupted:
        yield "interrupted"
    ratings = of.ratings
    order = [of.names.index(rating.name) for rating in ratings]
    names = [plain(name) for name in of.names]
    width = max(map(len, names), default=0)
    yield ""
    yield f"{'':>3}  {'':<{width}}  {'Elo':>8}  95 % interval"
    for place, rating in enumerate(ratings, 1):
        low, high = rating.interval()
        name = f"{plain(rating.name):<{width}}"
        yield f"{place:>3}  {name}  {rating.elo:+8.1f}  {low:+.1f} to {high:+.1f}"
    yield ""
    yield f"{'per cent of games won against':<{width + 5}}" + "".join(
        f"{place:>7}" for place in range(1, len(order) + 1)
    )
    for place, player in enumerate(order, 1):
        cells = [_cell(of.share(player, other)) if player != other else "" for other in order]
        line = f"{place:>3}  {names[player]:<{max(width, 24)}}"
        yield (line + "".join(f"{cell:>7}" for cell in cells)).rstrip()
    if any(of.forfeits):
        yield ""
        yield from forfeits_of(of)


def forfeits_of(of: Standings) -> Iterator[str]:
    """Who forfeited how many rounds in a tournament, with the first fault of each."""
    for player, (name, count) in enumerate(zip(of.names, of.forfeits, strict=True)):
        if not count:
            continue
        rounds = sum(result.rounds for pair, result in of.results.items() if player in pair)
        faults = (fault for result in of.results.values() for fault in result.faults)
        first = next((fault for fault in faults if fault.strategy == name), None)
        why = "" if first is None else f"; the first time in {first}"
        yield f"{plain(name)} forfeited {count:,} of {rounds:,} rounds{why}"


def _cell(share: Share | None) -> str:
    return "-" if share is None or share.mean is None else f"{100.0 * share.mean:.1f}"


def percent(share: Share, digits: int = 2) -> str:
    """A share and its error in per cent, with `digits` digits after the point."""
    if share.mean is None:
        return "-"
    error = "" if share.error is None else f" ± {share.error:.{digits}%}"
    return f"{share.mean:.{digits}%}{error}"


def report_of(result: Result) -> Iterator[str]:
    """The lines of a result as text."""
    games = "" if result.games is None else f"games {result.games:,}, "
    rules = result.rules.name or _changes(result.rules)
    mirrored = ", mirrored" if result.mirrored else ""
    yield f"{games}rounds {result.rounds:,}{mirrored}, rules {rules}, seed {result.seed}"
    if result.stopped:
        yield f"stopped early by {result.stop_when}: {result.requested:,} requested"
    if result.interrupted:
        yield f"interrupted: {result.requested:,} {'games' if games else 'rounds'} requested"
    yield ""
    rows: list[tuple[str, ...]] = [
        ("", f"a: {plain(result.a)}", f"b: {plain(result.b)}", "neither")
    ]
    if result.of_games:
        rows += _game_rows(result, result.game_sums)
    neither = result.rounds - sum(result.wins)
    rows.append(("rounds won", *(f"{count:,}" for count in (*result.wins, neither))))
    rows.append(("share", *map(percent, result.win_shares), ""))
    for kind, ending in result.ends.items():
        if kind == "forfeit" and not ending.total:
            continue
        rows.append((kind.replace("_", " "), *(f"{count:,}" for count in ending)))
    rows.append(("points", *(f"{points:,}" for points in result.points), ""))
    rows.append(("points a round", *map(str, result.points_per_round), ""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for label, *cells in rows:
        row = [label.ljust(widths[0]), *map(str.rjust, cells, widths[1:])]
        yield "  ".join(row).rstrip()
    yield ""
    means: tuple[tuple[str, Estimate], ...] = (
        ("net points a round, a minus b", result.net_points),
        ("net points a round for the starter", result.starter_net_points),
        ("draws a round", result.draws),
        ("draws from the pile a round", result.pile_draws),
        ("knocker's deadwood, excluding gin", result.knock_deadwood),
    )
    if result.of_games:
        yield f"{'net total a game, a minus b':<38}  {result.net_total}"
        yield f"{'rounds a game':<38}  {result.rounds_per_game}"
    for label, mean in means:
        yield f"{label:<38}  {mean}"
    yield f"{'decided rounds won by the starter':<38}  {percent(result.starter_share)}"
    yield ""
    yield "± one standard error" + (", by mirrored pairs" if result.mirrored else "")
    if result.faults:
        yield ""
        yield "the first faults:"
        yield from (f"  {fault}" for fault in result.faults)


def _changes(rules: Rules) -> str:
    """The nearest profile, with the fields that differ from it."""

    def differing(name: str) -> list[str]:
        profile = PROFILES[name]
        return [each for each in FIELDS if getattr(rules, each) != getattr(profile, each)]

    nearest = min(PROFILES, key=lambda name: len(differing(name)))
    changes = ", ".join(f"{each}={getattr(rules, each)!r}" for each in differing(nearest))
    return f"{nearest} with {changes}"


def _game_rows(result: Result, sums: GameSums) -> Iterator[tuple[str, ...]]:
    won = result.game_wins
    neither = sums.ties + sums.unfinished
    yield ("games won", *(f"{count:,}" for count in (*won, neither)))
    yield ("share of games", *map(percent, result.game_shares), "")
    yield ("shutouts", f"{sums.shutouts_0:,}", f"{sums.shutouts_1:,}", "")
    yield ("total", f"{sums.totals_0:,}", f"{sums.totals_1:,}", "")
