"""Builds one extension for each src/*.pyx as gin_fast.native.<its name>."""

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PURE = os.environ.get("GIN_FAST_PURE") == "1"


class BuildExt(build_ext):
    """A build that cannot compile says why and what to do, and fails."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        self.translate()
        super().run()

    def translate(self):
        """Writes the declarations that are derived, and has Cython write the C, in several
        processes. Only here, for those who merely ask for the metadata run this file too, several
        times for one installation."""
        if not self.extensions:
            return
        from Cython.Build import cythonize

        runpy.run_path("src/generate.py")["main"]()
        translated = cythonize(
            self.extensions,
            include_path=["."],
            force=True,  # a changed .pxd of the module itself is otherwise not seen
            compiler_directives={"language_level": 3},
            nthreads=self.parallel,
        )
        for extension, made in zip(self.extensions, translated, strict=True):
            extension.sources = made.sources

    def build_extension(self, ext):
        flags = ["/O2"] if self.compiler.compiler_type == "msvc" else ["-O3"]
        ext.extra_compile_args = flags
        try:
            super().build_extension(ext)
        except Exception as error:
            sys.exit(
                f"gin_fast: could not compile {ext.name}: {error}\n"
                "gin_fast needs a C compiler. Install one (on Debian: apt-get install gcc "
                "python3-dev), or set GIN_FAST_PURE=1 to install the plain-Python reference alone."
            )


def extensions():
    if PURE:
        return []
    sources = sorted(path.as_posix() for path in Path("src").glob("*.pyx"))
    return [
        Extension(
            f"gin_fast.native.{Path(source).stem}",
            [source],
            include_dirs=["src", "gin_fast/include"],
        )
        for source in sources
    ]


if __name__ == "__main__":  # which the processes that translate are not
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExt})
