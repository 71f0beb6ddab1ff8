"""Imported for what it does: modules of the other benchmarks can be imported after it. Those of this folder come first,
since Mattes has a measures.py too."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BENCHMARKS = os.path.dirname(HERE)
for _folder in (BENCHMARKS, os.path.join(BENCHMARKS, "Mattes")):
    if _folder not in sys.path:
        sys.path.append(_folder)


def check_tool():
    """Ends with one line where mattetool is not built."""
    from measuring import TOOL
    if not os.path.exists(TOOL):
        sys.exit(f"bench-movies: no {TOOL}: run make build")
