"""Building gin_fast, installing it away from the checkout, and running programs with it there."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
OUTSIDE = ROOT / "tests" / "outside"
_BUILT = shutil.ignore_patterns(
    "*.so", "*.pyd", "*.c", "*.html", "__pycache__", "build", "dist", "*.egg-info", ".*"
)


def _built(folder: str, names: list[str]) -> set[str]:
    """What is not to be copied, for it was built."""
    sources = {path.name for path in OUTSIDE.glob("*.c")} if Path(folder) == OUTSIDE else set()
    return _BUILT(folder, names) - sources


def away_from_here(**environment: str) -> dict[str, str]:
    """The environment without anything that could lead to the checkout."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GIN_FAST", "PYTHON", "PYTEST", "COV"))
    }
    return {**kept, **environment}


def run(*command: object, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command away from the checkout."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=away_from_here(**environment),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def succeeded(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, f"{done.args}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def copy_of_checkout(place: Path) -> Path:
    """The checkout without anything that was built in it."""
    return shutil.copytree(ROOT, place / "checkout", ignore=_built)


def build(tree: Path, *options: str, **environment: str) -> list[Path]:
    """What `python -m build` makes of a tree, with the build tools that are installed."""
    out = tree.parent / "out"
    command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", out, *options, tree)
    succeeded(run(*command, cwd=tree.parent, **environment))
    return sorted(out.iterdir())


@dataclass
class Installed:
    """A virtual environment with a wheel in it, NumPy, and nothing else."""

    place: Path
    site: Path

    def script(self, name: str) -> Path:
        return self.place / ("Scripts" if os.name == "nt" else "bin") / name

    def python(self, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
        return run(self.script("python"), *arguments, cwd=self.place, **environment)

    def says(self, code: str, **environment: str) -> str:
        return succeeded(self.python("-c", code, **environment)).strip()


def installed(wheel: Path, place: Path) -> Installed:
    venv.create(place, with_pip=False)
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index")
    succeeded(run(*pip, wheel, cwd=place))
    where = "import sysconfig; print(sysconfig.get_path('platlib'))"
    site = Path(succeeded(run(python, "-c", where, cwd=place)).strip())
    lend(site, "numpy")
    return Installed(place, site)


def lend(site: Path, *packages: str) -> None:
    """Links packages of this environment into another, where there is no network to fetch them."""
    for package in packages:
        spec = importlib.util.find_spec(package)
        assert spec is not None, package
        assert spec.origin is not None, package
        source = Path(spec.origin)
        if spec.submodule_search_locations:
            source = source.parent
        for path in (source, source.with_name(f"{package}.libs")):
            if path.exists():
                (site / path.name).symlink_to(path, target_is_directory=path.is_dir())
