"""Writes FOLDER/SOURCES.md: how many pictures gather.py took from which package, and on what terms.

    python3 sources.py FOLDER
"""
import collections
import glob
import os
import re
import sys

NAMES = r"GPL-?[123](?:\.0)?\+?|LGPL-?[23][.\d]*\+?|CC0(?:-1\.0)?|CC-BY(?:-SA)?-[\d.]+|MIT|BSD-\d-[Cc]lause|Apache-2(?:\.0)?|public[- ]domain|Artistic(?:-2\.0)?|GFDL[-\d.]*|Expat|WTFPL|FAL|OFL[-\d.]*|zlib|AGPL-3\+?|ODbL[-\d.]*"


def of_debian(folder, package):
    found = glob.glob(os.path.join(folder, "packages", package + "_*.deb")) + glob.glob(os.path.join(folder, "first-packages", package + "_*.deb"))
    version = re.sub(r".*?_(.*)_[^_]*\.deb$", r"\1", os.path.basename(found[0])).replace("%3a", ":") if found else "?"
    base = next((b for b in (os.path.join(folder, "packages/x", package), os.path.join(folder, "first-packages/x", package)) if os.path.isdir(b)), "")
    path = os.path.join(base, "usr/share/doc", package, "copyright")
    text = open(path, errors="replace").read() if os.path.exists(path) else ""
    names = collections.Counter(m.strip() for m in re.findall(r"^License: *(\S[^\n]{0,60})$", text, re.M)) or collections.Counter(re.findall(NAMES, text))
    return version, ", ".join(n for n, _ in names.most_common(12)) or "see its copyright file"


def of_wheel(folder, package):
    info = glob.glob(os.path.join(folder, "packages/x", package, "*.dist-info/METADATA")) + glob.glob(os.path.join(folder, "packages/x", package, "*/PKG-INFO"))
    text = open(info[0], errors="replace").read().split("\n\n")[0] if info else ""
    get = lambda key: next(iter(re.findall(rf"^{key}: (.{{1,60}})", text, re.M)), "")
    licence = get("License-Expression") or get("License") or ", ".join(re.findall(r"^Classifier: License :: (?:OSI Approved :: )?(.*)$", text, re.M))
    licence = {"UNKNOWN": "none stated in the wheel", "LICENSE.txt": "see its LICENSE.txt"}.get(licence.strip(), licence.strip())
    return get("Version"), (licence or "none stated") + (" (its pictures are made by image generators)" if "comfyui" in package else "")


def main(folder):
    counts = collections.defaultdict(lambda: [0, 0])
    kinds = collections.defaultdict(lambda: [0, 0])
    for side, where in enumerate(("pictures", "held_out")):
        for path in glob.glob(os.path.join(folder, where, "*/*.jpg")):
            counts[os.path.basename(path).split("__")[0]][side] += 1
            kinds[os.path.basename(os.path.dirname(path))][side] += 1
    with open(os.path.join(folder, "SOURCES.md"), "w") as f:
        f.write("# Where the pictures come from\n\n| package | version | pictures | held out | terms |\n| --- | --- | --- | --- | --- |\n")
        for package, (train, held) in sorted(counts.items()):
            if package == "furniture":
                version, terms = of_debian(folder, "sweethome3d-furniture")
                name = "sweethome3d-furniture (Debian), its models rendered by furniture.py"
            elif package.startswith("py-"):
                (version, terms), name = of_wheel(folder, package), package[3:] + " (PyPI)"
            else:
                version, terms = of_debian(folder, "gcompris-qt-data" if package == "gcompris-rcc" else package)
                name = ("gcompris-qt-data" if package == "gcompris-rcc" else package) + " (Debian)"
            f.write(f"| {name} | {version} | {train} | {held} | {terms} |\n")
        f.write("\n| kind | pictures | held out |\n| --- | --- | --- |\n")
        for kind, (train, held) in sorted(kinds.items()):
            f.write(f"| {kind} | {train} | {held} |\n")
        f.write(f"| all | {sum(k[0] for k in kinds.values())} | {sum(k[1] for k in kinds.values())} |\n")


if __name__ == "__main__":
    main(sys.argv[1])
