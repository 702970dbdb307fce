"""What PyInstaller does not see: imports of the compiled modules, and the C header."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

# The native engine imports from the floors below it, all of which need NumPy alone.
_FLOORS = ("native", "answers", "strategies", "state", "rules", "estimates", "cards", "values")

hiddenimports = [module for floor in _FLOORS for module in collect_submodules(f"gin_fast.{floor}")]
datas = collect_data_files("gin_fast", includes=["include/*.h"])
