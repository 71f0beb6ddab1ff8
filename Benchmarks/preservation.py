#!/usr/bin/env python3
"""Compares how much of their data twelve kinds of file keep in the same edit by exiftool, vips, ImageMagick, Pillow
with pillow-heif, and mattetool. Writes Documentation/Comparison.md.

    Benchmarks/run preservation

Needs the programs of `Scripts/setup --test`. The files are made of the sample portrait and of Tests/Fixtures/Phones;
FILES names a folder in which they and the edited ones are kept.
"""
import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

from measuring import ROOT, TOOL

sys.path.insert(0, os.path.join(ROOT, "Benchmarks/Preservation"))
# Pillow warns about indexes of JPEGs whose pictures are missing.
warnings.simplefilter("ignore")
import findings
import hiding
from editors import EDITORS, Failure
from files import Files

PAGE = os.path.join(ROOT, "Documentation/Comparison.md")
KINDS = ["EXIF", "maker notes", "XMP", "IPTC", "mattes", "depth", "gain map", "movie", "thumbnail", "Photoshop's thumbnail",
         "orientation", "Display P3", "high dynamic range", "more than 8 bits", "transparency"]
INTRODUCTION = """# What an edit keeps: comparison with other programs

The same edit of the same twelve kinds of file by {names}, and the data that remain. `Benchmarks/run preservation` makes the files, edits them and writes this page ({date}; {versions}).

The edit makes the picture a tenth brighter and writes the same format, with one call of each program; Pillow's writers get all metadata that Pillow has read. exiftool does not edit pictures: it sets another artist in EXIF instead, so its column shows files with no other change. Tags count as kept if exiftool reads the same value from the edited file; auxiliary images if a reader still finds them with the same samples (gain maps, which have to follow the edit, with samples that differ by less than a tenth of their range). **Bold** entries are worse than missing ones, because the file is now inconsistent: colours in another space than the file states, a thumbnail of the picture before the edit, XMP that refers to a gain map or a movie that was removed.
"""


def edited(editors, sources, folder):
    """Findings by editor and file; a text instead of findings if the program cannot edit the file."""
    result = {}
    for editor in editors:
        for title, path in sources:
            target = os.path.join(folder, editor.name, os.path.basename(path))
            try:
                editor.brighten(path, target)
                result[editor.name, title] = findings.compare(findings.Source(path), target, edited=editor.name != "exiftool")
            except Failure as failure:
                print(f"{editor.name}, {title}: {failure}", file=sys.stderr)
                result[editor.name, title] = "cannot"
    return result


def what_is_lost(found):
    """The cell of one file: data that are not wholly kept, in bold if they are untrue."""
    if isinstance(found, str):
        return f"*{found} edit it*"
    words = []
    for finding in found:
        if finding.fault == "colours":
            words.append(f"**colours ({finding.kind})**")
        elif finding.fault:
            words.append(f"**{finding.kind} {finding.fault}**")
        elif finding.kept == 0:
            words.append(finding.kind)
        elif finding.kept < finding.there:
            words.append(f"{finding.there - finding.kept} of {finding.there} {finding.kind}")
    return ", ".join(words) or "nothing"


def count(found, name, kind, titles):
    """The cell of one kind of data: kept, of all files that have it."""
    there = kept = faults = 0
    for title in titles:
        is_edited = not isinstance(found[name, title], str)
        # For a file that the program cannot edit, none of the data that others find count as kept.
        for finding in found[name if is_edited else "mattetool", title]:
            if finding.kind == kind:
                there += finding.there
                kept += finding.kept if is_edited else 0
                faults += is_edited and finding.fault != ""
    return f"{kept} of {there}" + (f", **{faults} false**" if faults else "")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def page(sources, found, hidden):
    names, titles = [editor.name for editor in EDITORS], [title for title, _ in sources]
    versions = ", ".join(f"{editor.name} {editor.version()}" for editor in EDITORS)
    head = INTRODUCTION.format(
        names=", ".join(names[:-1]) + " and " + names[-1], date=datetime.date.today(), versions=versions)
    lines = [head, "## What is lost, by kind of file", ""]
    lines += table(["", *names], [[title, *(what_is_lost(found[name, title]) for name in names)] for title in titles])
    lines += ["", "## What is kept, by kind of data", "", "Tags, properties, pictures or files, of those in the twelve files.", ""]
    lines += table(["", *names], [[kind, *(count(found, name, kind, titles) for name in names)] for kind in KINDS])
    lines += [
        "", "## Files that still show a hidden face", "",
        "mattetool applies `hide-faces`, the other programs draw a black rectangle over the face; then all pictures and "
        "movies in the file are compared with the original face.", "",
    ]
    hiders = [editor.name for editor in EDITORS if editor.hides]
    lines += table(["the face shows in", *hiders], hiding.rows(hidden, hiders))
    return "\n".join(lines) + "\n"


def main():
    if not shutil.which("cjxl") or not shutil.which("djxl"):
        sys.exit("needs cjxl and djxl: run 'make test' once, which installs them")
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.environ.get("FILES", scratch)
        for editor in EDITORS:
            for name in (editor.name, editor.name + "-hidden"):
                shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
                os.makedirs(os.path.join(folder, name))
        sources = Files(folder).made()
        answer = subprocess.run([TOOL, "faces", dict(sources)["PNG, 16 bits"], "--json"], capture_output=True, check=True)
        bounds = json.loads(answer.stdout)["faces"][0]["bounds"]
        found = edited(EDITORS, sources, folder)
        hidden = hiding.found(EDITORS, sources, folder, bounds)
        text = page(sources, found, hidden)
    with open(PAGE, "w") as file:
        file.write(text)
    print(text)


main()
