from setuptools import Extension, setup

from gin_fast import get_include

setup(
    name="search",
    ext_modules=[Extension("search", ["search.c"], include_dirs=[get_include()])],
)
