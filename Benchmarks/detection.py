#!/usr/bin/env python3
"""Measures faces found in group photos, with YuNet and MediaPipe's detectors on the same pictures in the same run.

    Benchmarks/run detection
    DETAIL=1 Benchmarks/run detection # lists missed and wrong faces

Truth: the 43 boxes of dlib_faces, and Detection/group.json, marked by hand on photos/group (the pictures are not part
of the repository). Recall and precision at an intersection over union of 0.5. The truth, YuNet and MediaPipe have boxes
of whole faces, hairline or brows to chin; ours are from the brows to the lips. So the box around the face's mesh is
compared instead (for faces without a mesh the bounds, extended to the hairline and the chin), and the bounds themselves
at 0.3. Then follow faces composed into pictures: small ones in 12 megapixels, alone and among others, ones larger than
half of the picture, rotated ones, ones that the picture's edge cuts; the rotated and mirrored copies of the photos;
yaw; and 100 megapixels. Prints Markdown.
"""
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from measuring import ROOT, TOOL, measured

sys.path.insert(0, os.path.join(ROOT, "Benchmarks/Detection"))
import composed
import copies
import reduced

HERE = os.path.join(ROOT, "Benchmarks")
DATA = os.environ.get("DATA", os.path.join(os.path.dirname(ROOT), "shared/data"))
PEERS = os.path.join(ROOT, ".build/bench-mattes/mediapipe")


def peers(files):
    """The peers' boxes; None if they cannot be installed."""
    python = os.path.join(PEERS, "bin/python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", PEERS], check=True)
        subprocess.run([os.path.join(PEERS, "bin/pip"), "install", "--quiet", "-r",
                        os.path.join(HERE, "Mattes/requirements-mediapipe.txt")], check=True)
    weights = os.path.join(DATA, "teachers/face_detection_yunet_2023mar.onnx")
    output = subprocess.run([python, os.path.join(HERE, "Detection/peers.py"), weights], input=json.dumps(files),
                            capture_output=True, text=True, check=True).stdout
    return json.loads(output[output.index("{"):])


def ours(file):
    """The boxes of meshes, and the bounds, most confident first."""
    answer = json.loads(subprocess.run(
        [TOOL, "faces", file, "--json", "--maximum-faces", "1000", "--minimum-face-size", "12"], capture_output=True,
        check=True).stdout)
    width, height = answer["image"]["width"], answer["image"]["height"]
    whole, bounds = [], []
    for face in answer["faces"]:
        b = face["bounds"]
        box = [b["x"] * width, b["y"] * height, b["width"] * width, b["height"] * height]
        bounds.append(box + [face["confidence"]])
        points = face.get("landmarks")
        if points:
            xs, ys = [p[0] * width for p in points[:468]], [p[1] * height for p in points[:468]]
            box = [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)]
        else:
            # A face without a mesh: the part of its box above the brows and below the lips that the bounds leave out.
            tall = box[3] / 0.625
            box = [box[0], box[1] - 0.215 * tall, box[2], tall]
        whole.append(box + [face["confidence"]])
    return whole, bounds


def group():
    marks = json.load(open(os.path.join(HERE, "Detection/group.json")))["pictures"]
    return {os.path.join(DATA, "photos/group", name): mark for name, mark in marks.items()}


def dlib():
    folder = os.path.join(DATA, "photos/dlib_faces")
    truths = {}
    for name in ("testing.xml", "training.xml"):
        for image in ElementTree.parse(os.path.join(folder, name)).iter("image"):
            boxes = [[float(box.get(key)) for key in ("left", "top", "width", "height")] for box in image.iter("box")]
            truths[os.path.join(folder, image.get("file"))] = {"faces": boxes, "unclear": [], "elsewhere": []}
    return truths


def overlap(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0
    return width * height / (a[2] * a[3] + b[2] * b[3] - width * height)


def is_ignored(box, truth, threshold):
    """Whether a found face is neither right nor wrong: it lies on a face that is hardly visible, or that was not
    marked."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return any(overlap(box, other) >= min(threshold, 0.3) for other in truth["unclear"]) or any(
        r[0] <= x < r[0] + r[2] and r[1] <= y < r[1] + r[3] for r in truth["elsewhere"])


def counted(found, truth, threshold):
    """Right, wrong, missed; and the boxes that are wrong or missed."""
    left, wrong = list(truth["faces"]), []
    right = 0
    for box in sorted(found, key=lambda box: -box[4]):
        best = max(left, key=lambda other: overlap(box, other), default=None)
        if best is not None and overlap(box, best) >= threshold:
            left.remove(best)
            right += 1
        elif not is_ignored(box, truth, threshold):
            wrong.append(box)
    return right, wrong, left


def faces(path, *options):
    output = subprocess.run([TOOL, "faces", path, "--json", *options], capture_output=True, check=True).stdout
    answer = json.loads(output)
    return [dict(face, width=answer["image"]["width"], height=answer["image"]["height"]) for face in answer["faces"]]


def small(sources, folder):
    path = os.path.join(folder, "crowd.png")
    widths = (12, 16, 18, 20, 24, 32, 64)
    picture, places = composed.crowd(sources, widths)
    picture.save(path, compress_level=1)
    print("\n| width of the face in 4032x3024 | " + " | ".join(f"{w} px" for w in widths) + " | wrong |")
    print("| --- |" + " --- |" * (len(widths) + 1))
    for name, options in (("found, --minimum-face-size 12", ["--minimum-face-size", "12"]),
                          ("found, --minimum-face-size 16", ["--minimum-face-size", "16"]), ("found, as it is", [])):
        output = subprocess.run(
            [TOOL, "faces", path, "--json", "--maximum-faces", "1000", *options], capture_output=True, check=True).stdout
        hits, wrong = found_at(json.loads(output), places, widths)
        each = len(places) // len(widths)
        print(f"| {name} | " + " | ".join(f"{hits[w]} of {each}" for w in widths) + f" | {wrong} |",
              flush=True)


def huge(sources, folder):
    """A picture of 100 megapixels: time, memory, and faces."""
    path = os.path.join(folder, "huge.jpg")
    widths = (24, 32, 64, 128, 512)
    picture, places = composed.crowd(sources, widths, each=12, size=(11552, 8664))
    picture.save(path, quality=90)
    print("\n| width of the face in 11552x8664 | " + " | ".join(f"{w} px" for w in widths) + " | wrong | seconds | MiB |")
    print("| --- |" + " --- |" * (len(widths) + 3))
    for name, options in (("found, as it is", []), ("found, --minimum-face-size 48", ["--minimum-face-size", "48"])):
        seconds, memory, output = measured([TOOL, "faces", path, "--json", "--maximum-faces", "1000", *options])
        hits, wrong = found_at(json.loads(output), places, widths)
        print(f"| {name} | " + " | ".join(f"{hits[w]} of 12" for w in widths)
              + f" | {wrong} | {seconds:.1f} | {memory:.0f} |", flush=True)


def found_at(answer, places, widths):
    """The number of faces of each width that are found, and the number of others."""
    width, height = answer["image"]["width"], answer["image"]["height"]
    left = [((f["bounds"]["x"] + f["bounds"]["width"] / 2) * width, (f["bounds"]["y"] + f["bounds"]["height"] / 2) * height)
            for f in answer["faces"]]
    hits = dict.fromkeys(widths, 0)
    for x, y, face in places:
        near = [p for p in left if abs(p[0] - x) < face / 2 and abs(p[1] - y) < face / 2]
        if near:
            hits[face] += 1
            left.remove(near[0])
    return hits, len(left)


def large(sources, folder):
    shares = (0.5, 0.6, 0.7, 0.8, 0.9)
    print("\n| width of the face, of the picture's | " + " | ".join(f"{s}" for s in shares) + " |")
    print("| --- |" + " --- |" * len(shares))
    cells = []
    for share in shares:
        hits = 0
        for number, (picture, bounds, _) in enumerate(sources):
            path = os.path.join(folder, "large.png")
            composed.filling(picture, bounds, share).save(path, compress_level=1)
            seen = faces(path)
            hits += any(abs(f["bounds"]["x"] + f["bounds"]["width"] / 2 - 0.5) < 0.1
                        and abs(f["bounds"]["width"] / share - 1) < 0.25 for f in seen)
        cells.append(f"{hits} of {len(sources)}")
    print("| found | " + " | ".join(cells) + " |")


def halves(sources, folder):
    """Faces that the picture's edge cuts."""
    shares = (0.5, 0.6, 0.7, 0.8)
    print("\n| part of the face that is in | " + " | ".join(f"{s}" for s in shares) + " |")
    print("| --- |" + " --- |" * len(shares))
    cells = []
    for share in shares:
        hits = 0
        for picture, bounds, _ in sources:
            for edge in ("left", "right"):
                path = os.path.join(folder, "half.png")
                half = composed.cut(picture, bounds, share, edge)
                half.save(path, compress_level=1)
                middle = (bounds[1] + bounds[3] / 2) / half.height
                hits += any((f["bounds"]["x"] < 0.05 if edge == "left" else f["bounds"]["x"] + f["bounds"]["width"] > 0.95)
                            and abs(f["bounds"]["y"] + f["bounds"]["height"] / 2 - middle) < bounds[3] / half.height / 2
                            for f in faces(path))
        cells.append(f"{hits} of {2 * len(sources)}")
    print("| found | " + " | ".join(cells) + " |", flush=True)


def yaws():
    """Yaw in the photos of FASSEG, on which the network was trained; held-out figures are in the card of the weights."""
    folder = os.path.join(DATA, "fasseg_v3/image")
    errors, unknown, missed = {}, {}, 0
    for name in sorted(os.listdir(folder), key=int):
        for file in sorted(os.listdir(os.path.join(folder, name))):
            seen = faces(os.path.join(folder, name, file))
            if not seen:
                missed += 1
            elif seen[0].get("yaw") is None:
                unknown[abs(int(name))] = unknown.get(abs(int(name)), 0) + 1
            else:
                errors.setdefault(abs(int(name)), []).append(abs(copies.signed(seen[0]["yaw"] - int(name))))
    steps = sorted(errors)
    print("\n| degrees of yaw | " + " | ".join(map(str, steps)) + " |\n| --- |" + " --- |" * len(steps))
    print("| mean absolute error | " + " | ".join(f"{sum(errors[s]) / len(errors[s]):.1f}" for s in steps) + " |")
    print("| 95th percentile | " + " | ".join(f"{sorted(errors[s])[int(0.95 * len(errors[s]))]:.1f}" for s in steps) + " |")
    print("| worst | " + " | ".join(f"{max(errors[s]):.1f}" for s in steps) + " |")
    print("| without a yaw | " + " | ".join(str(unknown.get(s, 0)) for s in steps) + f" |\n\n{missed} not found", flush=True)


def rolls(sources, folder):
    errors, missed, extra = [], 0, 0
    for picture, bounds, _ in sources:
        start = None
        for degrees in range(0, 360, 15):
            path = os.path.join(folder, "turned.png")
            composed.turned(picture, bounds, degrees).save(path, compress_level=1)
            seen = [f for f in faces(path) if f.get("roll") is not None]
            here = [f for f in seen if abs(f["bounds"]["x"] + f["bounds"]["width"] / 2 - 0.5) < 0.1]
            extra += len(seen) - len(here[:1])
            if not here:
                missed += 1
                continue
            start = here[0]["roll"] if start is None else start
            errors.append((abs((here[0]["roll"] - start - degrees + 180) % 360 - 180), degrees))
    worst = max(errors)
    print(f"\nTurned by steps of 15 degrees all the way round, {len(sources)} faces: roll off by "
          f"{sum(e for e, _ in errors) / len(errors):.2f} degrees in the mean, {worst[0]:.2f} at worst (at {worst[1]}), "
          f"{sum(e > 2 for e, _ in errors)} of {len(errors)} by more than 2; {missed} not found, {extra} where there is none.")


def main():
    if not os.path.isdir(DATA):
        print("skipped: the photos are shared data, which is not here")
        return
    sets = {"dlib_faces": dlib(), "group": group()}
    files = [file for truths in sets.values() for file in truths]
    theirs = peers(files)
    own = {file: ours(file) for file in files}
    rows = [("MatteKit", 0.5, lambda f: own[f][0]), ("MatteKit, its bounds at 0.3", 0.3, lambda f: own[f][1])]
    for score in (0.9, 0.8, 0.6):
        rows.append((f"YuNet, score {score}", 0.5, lambda f, s=score: [b for b in theirs[f]["YuNet"] if b[4] >= s]))
    rows += [(name, 0.5, lambda f, n=name: theirs[f][n]) for name in ("MediaPipe, short range", "MediaPipe, full range")]
    print("| detector | " + " | ".join(f"{name}: recall | precision" for name in sets) + " |")
    print("| --- |" + " --- |" * (2 * len(sets)))
    for name, threshold, found in rows:
        cells = []
        for truths in sets.values():
            right = wrong = missed = 0
            for file, truth in truths.items():
                good, bad, left = counted(found(file), truth, threshold)
                right, wrong, missed = right + good, wrong + len(bad), missed + len(left)
                if os.environ.get("DETAIL") and (bad or left):
                    print(name, os.path.basename(file), f"right {good}", "wrong", [[round(v, 2) for v in b] for b in bad],
                          "missed", left)
            cells += [f"{right / (right + missed):.3f} ({right} of {right + missed})",
                      f"{right / max(1, right + wrong):.3f} ({wrong} wrong)"]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    sources = composed.heads(os.path.join(DATA, "celeb1k/val/image"), faces, 12)
    with tempfile.TemporaryDirectory() as folder:
        small(sources, folder)
        reduced.table({**sets["dlib_faces"], **sets["group"]}, folder, faces, counted)
        large(sources, folder)
        rolls(sources, folder)
        halves(sources, folder)
        files += sorted(os.path.join(DATA, "photos/people", name) for name in os.listdir(os.path.join(DATA, "photos/people")))
        copies.table(copies.compared(files, faces, folder, detail="DETAIL" in os.environ))
        yaws()
        huge(sources, folder)


if __name__ == "__main__":
    main()
