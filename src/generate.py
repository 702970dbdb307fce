"""Writes what C and Cython repeat, from the one place where it is said.

    gin_fast.rules, gin_fast.state -> gin_fast.h -> the .pxd files and capi.pyx
    gin_fast.strategies -> the .pxd files

`setup.py` calls this before it compiles, and a test that nothing is left to write. The sources are
read as text, for a build has no NumPy to import gin_fast with. What is written stands in the header
where an enum or a struct says so, and in Cython between ``# [`` and ``# ]``: the first line says
what goes there.

    # [gin_fast.h: gf_view GF_DRAW         enums (by any name in them), structs, macros
    # [gin_fast.h, functions: Cards Rules  the functions below these headings of the table
    # [gin_fast.h, names                   the names of all functions, as fields of the table
    # [gin_fast.h, table                   and the table with them in it
    # [gin_fast.rules: DEAD_STOCK          a constant
    # [gin_fast.rules: choices             what the fields of rules that name a choice may be
    # [gin_fast.strategies: greedy gf_weights   the parameters of a strategy as a struct
"""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
HEADER = Path("gin_fast/include/gin_fast.h")
ACTIONS = Path("gin_fast/state/actions.py")
RULES = Path("gin_fast/rules/fields.py")
RECORD = Path("gin_fast/state/seen_record.py")
STRATEGIES = Path("gin_fast/strategies/builtin.py")
WIDTH = 100


class Member(NamedTuple):
    """An enumerator, or a field of a struct."""

    text: str
    comment: str

    def in_c(self, end: str) -> str:
        return f"    {self.text}{end}" + (f" /* {self.comment} */" if self.comment else "")

    def in_cython(self) -> str:
        return f"    {self.text}" + (f"  # {self.comment}" if self.comment else "")


class Function(NamedTuple):
    """A function of the table."""

    name: str
    answer: str
    arguments: str
    heading: str
    takes_gil: bool


# The Python sources


def _assigned(tree: ast.Module, name: str) -> ast.expr:
    """What a module gives a name, or an item, as in ``NAMES["key"]``."""
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if target is not None and ast.unparse(target) == name and node.value is not None:
            return node.value
    raise ValueError(f"there is no {name}")


def actions(source: str) -> list[Member]:
    """The numbers of actions, with the comments on their lines."""
    names = {"N_ACTIONS": "ACTION_COUNT"}
    found = re.findall(r"^([A-Z]\w+) = (\d+)(?:  # (.*))?$", source, re.MULTILINE)
    return [
        Member(f"GF_{names.get(name, name)} = {number}", comment)
        for name, number, comment in found
        if number != "0"
    ]


def rules(source: str) -> tuple[list[str], dict[str, list[str]], list[str]]:
    """The fields of rules; the choices of those that name one; and those that may be None."""
    tree = ast.parse(source)
    body = next(
        node.body
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == "RuleFields"
    )
    fields, choices, or_none = [], {}, []
    for node in body:
        if not isinstance(node, ast.AnnAssign):
            continue
        name, call = ast.unparse(node.target), node.value
        kind = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
        if kind == "field":  # which is made of the others
            continue
        fields.append(name)
        if kind == "_choice":
            assert isinstance(call, ast.Call)
            choices[name] = ast.literal_eval(_assigned(tree, ast.unparse(call.args[1])))
        if ast.unparse(node.annotation).endswith("| None"):
            or_none.append(name)
    return fields, choices, or_none


def _number(path: Path, name: str) -> int:
    """A constant of a module."""
    return int(ast.literal_eval(_assigned(ast.parse(path.read_text("utf-8")), name)))


def parameters(source: str, strategy: str) -> list[Member]:
    """The parameters of a strategy, with what they mean."""
    tree = ast.parse(source)
    if strategy == "greedy":
        table = _assigned(tree, "_WEIGHTS")
    else:
        call = _assigned(tree, f"BUILTINS['{strategy}']")
        assert isinstance(call, ast.Call)
        table = call.args[1]
    assert isinstance(table, ast.Dict)
    return [
        Member(f"int32_t {ast.literal_eval(key)}", _text_in(value))
        for key, value in zip(table.keys, table.values, strict=True)
        if key is not None
    ]


def _text_in(call: ast.expr) -> str:
    """The last of the arguments that are text."""
    assert isinstance(call, ast.Call)
    texts = [one.value for one in call.args if isinstance(one, ast.Constant)]
    return str([text for text in texts if isinstance(text, str)][-1])


# The header


def header(text: str, root: Path) -> str:
    """The header, with the actions and the rules that Python has."""
    fields, choices, or_none = rules((root / RULES).read_text("utf-8"))
    numbers = actions((root / ACTIONS).read_text("utf-8"))
    lines = [number.in_c("," if number is not numbers[-1] else "") for number in numbers]
    version = _number(root / RECORD, "VIEW_VERSION")
    text = re.sub(r"(#define GF_VIEW_VERSION) \d+", rf"\1 {version}", text)
    text = _filled(text, r"enum \{ /\* written .*? gin_fast\.state\.actions \*/\n", "};", lines)
    lines = []
    for name in fields:
        said = [f"{place} {choice}" for place, choice in enumerate(choices.get(name, ()))]
        comment = ", ".join(said) or ("or -1" if name in or_none else "")
        lines.append(Member(f"int32_t {name}", comment).in_c(";"))
    start = r"typedef struct gf_rules \{ /\* written .*? gin_fast\.rules \*/\n"
    return _filled(text, start, "} gf_rules;", lines)


def _filled(text: str, start: str, end: str, lines: list[str]) -> str:
    """The text with these lines between a start, as a pattern, and the next end."""
    match = re.search(start, text)
    assert match is not None, start
    stop = text.index(end, match.end())
    return text[: match.end()] + "".join(f"{line}\n" for line in lines) + text[stop:]


_DECLARED = re.compile(
    r"(?:/\*(?P<comment>(?:(?!\*/).)*)\*/\n)?"
    r"(?:enum \{(?P<enum>.*?)\};"
    r"|typedef struct \w+ \{(?P<fields>.*?)\} (?P<struct>\w+);"
    r"|typedef (?P<answer>\w+) \(\*(?P<pointer>\w+)\)\((?P<arguments>[^;]*)\);)",
    re.DOTALL,
)
_ENUMERATOR = re.compile(r"\b(GF_\w+(?: = \d+)?),?(?: +/\* (.*?) \*/)?")
_FIELD = re.compile(r"^    (\w[^;(]*);(?: /\* (.*?) \*/)?$", re.MULTILINE)
_FUNCTION = re.compile(
    r"/\* -- (?P<heading>\w[\w ]*\w)|/\* (?P<comment>(?:(?!\*/).)*)\*/\s+"
    r"(?P<answer>\w+) \(\*(?P<name>\w+)\)\((?P<arguments>[^;]*)\);",
    re.DOTALL,
)


def declared(text: str) -> dict[str, str]:
    """What the header declares, by its names, as Cython declares it."""
    found = {}
    for name, number in re.findall(r"^#define (GF_\w+) (\d+)$", text, re.MULTILINE):
        found[name] = f"cdef enum:\n    {name} = {number}\n"
    for match in _DECLARED.finditer(text.replace("/* written by", "\n/* written by")):
        comment = _as_comment(match["comment"] or "")
        if match["enum"]:
            members = [Member(*one) for one in _ENUMERATOR.findall(match["enum"])]
            lines = "".join(f"{member.in_cython()}\n" for member in members)
            for member in members:
                found[member.text.partition(" ")[0]] = f"{comment}cdef enum:\n{lines}"
        elif match["struct"]:
            members = [Member(*one) for one in _FIELD.findall(match["fields"])]
            lines = "".join(f"{member.in_cython()}\n" for member in members)
            found[match["struct"]] = f"{comment}cdef struct {match['struct']}:\n{lines}"
        else:
            start = f"ctypedef {match['answer']} (*{match['pointer']})"
            found[match["pointer"]] = comment + _prototype(start, match["arguments"], "nogil")
    return found


def functions(text: str) -> list[Function]:
    """The functions of the table, in order."""
    inside = text.partition("typedef struct gf_api {")[2].partition("} gf_api;")[0]
    found, heading = [], ""
    for match in _FUNCTION.finditer(inside):
        heading = match["heading"] or heading
        if match["name"]:
            takes_gil = "It takes the GIL." in match["comment"]
            found.append(
                Function(match["name"], match["answer"], match["arguments"], heading, takes_gil)
            )
    return found


def _as_comment(text: str) -> str:
    words = " ".join(re.sub(r"\n \*", "\n", text).split())
    return "".join(f"# {line}\n" for line in textwrap.wrap(words, WIDTH - 2))


def _prototype(start: str, arguments: str, gil: str) -> str:
    each = [" ".join(argument.split()) for argument in arguments.split(",")]
    line = f"{start}({', '.join(each)}) noexcept {gil}"
    if len(line) > WIDTH:
        whole = ", ".join(argument.replace(" ", "\0") for argument in each)  # none is broken
        lines = textwrap.wrap(whole, WIDTH, initial_indent="    ", subsequent_indent="    ")
        inner = "\n".join(lines).replace("\0", " ")
        line = f"{start}(\n{inner}\n) noexcept {gil}"
    return f"{line}\n"


# Cython

_REGION = re.compile(r"^(?P<indent> *)# \[(?P<what>gin_fast.*)\n(?:.*\n)*?(?P=indent)# \]\n", re.M)


def regions(text: str, root: Path) -> str:
    """A Cython file with its regions written anew."""

    def region(match: re.Match[str]) -> str:
        indent, what = match["indent"], match["what"]
        inner = textwrap.indent(_written(what, root), indent)
        return f"{indent}# [{what}\n{inner}{indent}# ]\n"

    return _REGION.sub(region, text)


def _written(what: str, root: Path) -> str:
    kind, _, names = what.partition(": ")
    text = (root / HEADER).read_text("utf-8")
    if kind == "gin_fast.h":
        known = declared(text)
        return "\n".join(known[name] for name in names.split())
    if kind == "gin_fast.h, functions":
        return "".join(
            _prototype(
                f"cdef {each.answer} gf_api_{each.name}",
                each.arguments,
                "with gil" if each.takes_gil else "nogil",
            )
            for each in functions(text)
            if each.heading in names.split(", ")
        )
    if kind == "gin_fast.h, names":
        return "".join(f"void *{each.name}\n" for each in functions(text))
    if kind == "gin_fast.h, table":
        modules = _modules(root)
        return "".join(
            f"table.{each.name} = <void *>{modules[each.heading]}.gf_api_{each.name}\n"
            for each in functions(text)
        )
    if kind == "gin_fast.rules" and names.isupper():
        return f"cdef enum:\n    GF_{names} = {_number(root / RULES, names)}\n"
    if kind == "gin_fast.rules":
        choices = rules((root / RULES).read_text("utf-8"))[1]
        return "\n".join(
            "cdef enum:\n" + "".join(f"    GF_{name}_{each}\n".upper() for each in those)
            for name, those in choices.items()
        )
    if kind == "gin_fast.strategies":
        strategy, struct = names.split()
        members = parameters((root / STRATEGIES).read_text("utf-8"), strategy)
        lines = "".join(f"{member.in_cython()}\n" for member in members)
        return f"cdef struct {struct}:\n{lines}"
    raise ValueError(f"{what!r} is nothing that can be written")


def _modules(root: Path) -> dict[str, str]:
    """Which module has the functions below each heading."""
    found = {}
    for path in sorted((root / "gin_fast" / "native").glob("*.pxd")):
        for names in re.findall(r"# \[gin_fast\.h, functions: (.*)", path.read_text("utf-8")):
            found |= dict.fromkeys(names.split(", "), path.stem)
    return found


def main(root: Path = ROOT) -> list[Path]:
    """Writes what is not as it should be; those files."""
    changed = []
    first = root / HEADER
    others = sorted([*(root / "gin_fast/native").glob("*.pxd"), *(root / "src").glob("*.pyx")])
    for path in (first, *others):
        text = path.read_text("utf-8")
        new = header(text, root) if path == first else regions(text, root)
        if new != text:
            path.write_text(new, "utf-8", newline="\n")
            changed.append(path)
    return changed


if __name__ == "__main__":
    for path in main():
        print(f"wrote {path}")
