"""Extends the import path on import, so that modules of the other benchmarks can be imported. Those of this folder come
first, because Mattes has a measures.py too."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BENCHMARKS = os.path.dirname(HERE)
for _folder in (BENCHMARKS, os.path.join(BENCHMARKS, "Mattes")):
    if _folder not in sys.path:
        sys.path.append(_folder)


def check_tool():
    """Exits with a message if mattetool is not built."""
    from measuring import TOOL
    if not os.path.exists(TOOL):
        sys.exit(f"bench-movies: no {TOOL}: run make build")
