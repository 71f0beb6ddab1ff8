"""Measures mattetool beside zxing-cpp with its defaults, on the pictures of composed.py, or on photos without codes.

    python3 measure.py composed FOLDER [--tool .build/release/mattetool] [--effort balanced]
    python3 measure.py photos FOLDER [--count 2000] [--tool ...] [--effort ...]

"composed" prints how many codes each reads, how many texts are wrong, and the distance of mattetool's corners from the
true ones, in modules. "photos" prints every code that mattetool reads in up to COUNT photos; inspect each, as some may
be real.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys

import cv2
import zxingcpp

from composed import TYPES


def by_tool(options, inputs, types):
    """{file name: codes}, with corners as fractions."""
    found = {}
    for start in range(0, len(inputs), 200):
        part = [str(path) for path in inputs[start:start + 200]]
        run = subprocess.run(
            [options.tool, "codes", "--json", "--types", types, "--effort", options.effort, "--maximum-codes", "100", *part],
            capture_output=True, text=True)
        if run.returncode not in (0, 1):
            sys.exit(f"measure: mattetool ended with {run.returncode}: {run.stderr.strip()}")
        for line in run.stdout.splitlines():
            report = json.loads(line)
            found[report["file"]] = report["codes"]
    return found


def composed(options):
    truth = json.loads((options.folder / "truth.json").read_text())
    formats = [getattr(zxingcpp.BarcodeFormat, name) for name, _ in TYPES.values()]
    found = by_tool(options, [options.folder / name for name in truth], ",".join(TYPES))
    kinds = {kind: [0, 0, 0] for kind in TYPES}
    wrong, errors = [0, 0], []
    for name, codes in truth.items():
        picture = cv2.imread(str(options.folder / name), cv2.IMREAD_GRAYSCALE)
        height, width = picture.shape
        texts = [code.text for code in zxingcpp.read_barcodes(picture, formats=formats)]
        ours = found[str(options.folder / name)]

        def is_same(code, seen):
            # mattetool reports the eight digits of a UPC-E, and zxing-cpp the number that they encode.
            return code["type"] == seen["type"] and (code["type"] == "upce" or code["text"] == seen.get("text"))

        wrong[0] += sum(text not in [code["text"] for code in codes] for text in texts)
        wrong[1] += sum(not any(is_same(code, seen) for code in codes) for seen in ours)
        for code in codes:
            read = next((seen for seen in ours if is_same(code, seen)), None)
            counts = kinds[code["type"]]
            counts[0] += 1
            counts[1] += code["text"] in texts
            counts[2] += read is not None
            if read:
                errors.append(max(
                    math.dist((x * width, y * height), corner) / code["module"]
                    for (x, y), corner in zip(read["corners"], code["corners"])))
    print("| type | codes | zxing-cpp | mattetool |\n| --- | --- | --- | --- |")
    for kind, counts in kinds.items():
        print(f"| {kind} | " + " | ".join(map(str, counts)) + " |")
    total = [sum(counts[column] for counts in kinds.values()) for column in range(3)]
    print(f"| all | {total[0]} | {total[1]} ({wrong[0]} wrong) | {total[2]} ({wrong[1]} wrong) |")
    print(f"mattetool reads {total[2] / max(1, total[1]):.2f} times as many")
    print(f"corners within 1.5 modules: {sum(error <= 1.5 for error in errors)} of {len(errors)}")


def photos(options):
    suffixes = (".jpg", ".jpeg", ".png", ".heic")
    paths = sorted(path for path in options.folder.rglob("*") if path.suffix.lower() in suffixes)
    random.Random(1).shuffle(paths)
    paths = paths[:options.count]
    found = by_tool(options, paths, "all")
    codes = [(name, code) for name, list_ in found.items() for code in list_]
    for name, code in codes:
        print(f"{name}: {code['type']} {code.get('text')!r} at {code['bounds']}")
    print(f"{len(codes)} codes in {len(found)} photos")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["composed", "photos"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tool", default=".build/release/mattetool")
    parser.add_argument("--effort", default="balanced")
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    composed(options) if options.what == "composed" else photos(options)


if __name__ == "__main__":
    main()
