"""The modules that ttrkit imports by name, and the files that it reads.

The command line, the tools for tests and the adapters are left out: a program that uses them
imports them.
"""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

from ttrkit.board import data_dir

_EXTRAS = ("ttrkit.adapters", "ttrkit.cli", "ttrkit.testing", "ttrkit._pyinstaller")

hiddenimports = collect_submodules("ttrkit", filter=lambda name: not name.startswith(_EXTRAS))
datas = collect_data_files("ttrkit")
datas += [(str(file), "ttrkit/data") for file in data_dir().iterdir()]
