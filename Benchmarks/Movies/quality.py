"""Measures mattes of the composed movies against their truth, with peers on the same frames.

    quality.py --movies FOLDER --data DATA [--methods rvm,rvm-0.6,mediapipe,fast] [--answers NAME=FOLDER]...
               [--only REGEX] [--sheets FOLDER] [--json FILE]

Prints a table for each measure (measures.py), with a row for each kind of movie, the mean over its movies, and writes a
contact sheet of each movie. Methods are mattetool's movie command (fast, balanced, accurate), mattetool on each frame
as a photo (fast-single, balanced-single), RVM at its own choice of ratio and at that for whole bodies (rvm, rvm-0.6),
and MediaPipe. --answers adds a column of mattes from elsewhere: FOLDER/MOVIE/*.png or FOLDER/MOVIE/portrait/*.png.
"""
import argparse
import json
import os
import re
import sys

import numpy as np

import contact_sheet
import matte_frames
import measures
import methods
import movie_file

SHOWN = ("MAD", "edge MAD", "dtSSD", "change", *(f"trail {k}" for k in measures.STEPS),
         *(f"trail {k}, worst frame" for k in measures.STEPS), "false positives, % of pixels", "false positives, worst frame")
# Of several frames or movies the worst counts, not the mean.
WORST = re.compile("worst frame")


def kind_of(name):
    return name.rpartition("-")[0]


def measure(folder, name, columns, sheets):
    """Measures by column of one movie."""
    path = os.path.join(folder, name)
    count = movie_file.known(os.path.join(path, "movie.mp4"))[2]
    truth = matte_frames.read(os.path.join(path, "truth"), count)
    mattes = {}
    for column, method in columns.items():
        mattes[column] = matte_frames.read(methods.answers(method, column, path), count, truth.shape[:0:-1])
    if sheets:
        os.makedirs(sheets, exist_ok=True)
        contact_sheet.write(os.path.join(sheets, name + ".png"), os.path.join(path, "movie.mp4"), truth, mattes)
    is_still = kind_of(name) == "still"
    return {column: measures.all_of(alpha, truth, is_still) for column, alpha in mattes.items()}


def summed(values, title):
    return max(values) if WORST.search(title) else float(np.mean(values))


def table(results, columns, title):
    """A measure's rows: a kind of movie each, and all movies."""
    kinds = {}
    for name, by_column in results.items():
        kinds.setdefault(kind_of(name), []).append(by_column)
    rows = []
    for kind, group in [*kinds.items(), ("all movies", list(results.values()))]:
        cells = []
        for column in columns:
            values = [movie[column][title] for movie in group if title in movie[column]]
            cells.append(f"{summed(values, title):.2f}" if values else "")
        if any(cells):
            rows.append(f"| {kind} | " + " | ".join(cells) + " |")
    return [f"| {title} | " + " | ".join(columns) + " |", "| --- |" + " ---: |" * len(columns), *rows, ""] if rows else []


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--movies", required=True)
    p.add_argument("--data", required=True)
    p.add_argument("--methods", default="fast,balanced,fast-single,rvm,rvm-0.6,mediapipe")
    p.add_argument("--answers", action="append", default=[], metavar="NAME=FOLDER")
    p.add_argument("--only", default="", help="the movies whose names match")
    p.add_argument("--sheets", help="the folder for contact sheets")
    p.add_argument("--json", help="the file to write all measures of all movies to")
    a = p.parse_args()
    movie_file.check()
    every = methods.known(a.data)
    columns = {}
    for name in filter(None, a.methods.split(",")):
        if name not in every:
            p.error(f"--methods: no {name}; there are {', '.join(every)}")
        columns[name] = every[name]
    for given in a.answers:
        name, equals, folder = given.partition("=")
        if not equals or not os.path.isdir(folder):
            p.error(f"--answers: {given} is no NAME=FOLDER of a folder that is there")
        columns[name] = methods.Given(folder)
    results = {}
    for name in movie_file.composed_names(a.movies, a.only):
        results[name] = measure(a.movies, name, columns, a.sheets)
        brief = ", ".join(f"{c} {v['MAD']:.1f} / {v['dtSSD']:.2f}" for c, v in results[name].items())
        print(f"{name}: MAD / dtSSD {brief}", file=sys.stderr, flush=True)
    if a.json:
        with open(a.json, "w") as f:
            json.dump(results, f, indent=1)
    for title in SHOWN:
        print("\n".join(table(results, columns, title)), end="\n" if table(results, columns, title) else "")


if __name__ == "__main__":
    main()
