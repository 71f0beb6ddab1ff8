#!/usr/bin/env python3
"""Measures identities of faces over movies with known truth, and the processing time.

    Benchmarks/run tracking                     # all of it; SEED=N composes other turning heads
    cd Benchmarks && python3 tracking.py heads  # only recall by yaw
    cd Benchmarks && python3 tracking.py edges  # only faces that the picture's edge cuts
    cd Benchmarks && python3 tracking.py large  # only the processing time for large faces
    cd Benchmarks && python3 tracking.py nobody # only what is taken for faces where nobody is; NEGATIVES=FOLDER

The movies are composed of faces of photos (Tracking/composing.py); crowd.json holds the faces of the first 60 frames of
street_crowd.mp4, marked by hand. Both need the shared data, whose pictures are not part of the repository.
"""
import json, os, subprocess, sys, tempfile

from measuring import ROOT, TOOL, heading, row

sys.path.insert(0, os.path.join(ROOT, "Benchmarks/Tracking"))
try:
    import numpy as np
    from PIL import Image
except ImportError as error:
    sys.exit(f"needs Pillow (run 'make test' once) and numpy: {error}")
import composing
import nobody
import turning_heads
from scoring import overlap, pairs, score

DATA = os.environ.get("DATA", os.path.join(os.path.dirname(ROOT), "shared/data"))


def y4m(picture):
    """A picture as the planes of a y4m frame, 4:2:0, BT.709, 16...235."""
    rgb = picture.astype(np.float32)
    y = rgb @ np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)
    small = rgb.reshape(rgb.shape[0] // 2, 2, rgb.shape[1] // 2, 2, 3).mean((1, 3))
    luma = small @ np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)
    cb = 128 + (small[..., 2] - luma) / 1.8556 * 224 / 255
    cr = 128 + (small[..., 0] - luma) / 1.5748 * 224 / 255
    return b"".join(np.clip(plane + 0.5, 0, 255).astype(np.uint8).tobytes() for plane in (16 + y * 219 / 255, cb, cr))


def track(frames):
    """The output of `mattetool track -` for piped pictures."""
    process = subprocess.Popen([TOOL, "track", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    width, height = composing.SIZE
    lines, truths = [], []
    process.stdin.write(f"YUV4MPEG2 W{width} H{height} F{composing.RATE}:1 C420jpeg\n".encode())
    for picture, truth in frames:
        truths.append(truth)
        process.stdin.write(b"FRAME\n" + y4m(picture))
        process.stdin.flush()
        lines.append(process.stdout.readline())
    process.stdin.close()
    if process.wait() != 0:
        sys.exit(f"mattetool track ended with status {process.returncode}")
    return [(truth, boxes(json.loads(line), width, height)) for truth, line in zip(truths, lines)]


def boxes(frame, width, height):
    return [{"id": face["id"], "box": (
        face["bounds"]["x"] * width, face["bounds"]["y"] * height, face["bounds"]["width"] * width,
        face["bounds"]["height"] * height)} for face in frame["faces"]]


def sprites():
    """Heads of photos, each with one large frontal face."""
    folder = os.path.join(DATA, "celeb1k/val/image")
    found = []
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        answer = json.loads(subprocess.run([TOOL, "faces", path, "--json"], capture_output=True, check=True).stdout)
        faces = answer["faces"]
        if len(faces) != 1 or faces[0].get("yaw") is None or faces[0]["confidence"] < 0.9:
            continue
        turn = min(faces[0]["yaw"], 360 - faces[0]["yaw"]), min(faces[0]["roll"], 360 - faces[0]["roll"])
        if turn[0] > 15 or turn[1] > 6:
            continue
        b = faces[0]["bounds"]
        found.append(composing.Sprite(Image.open(path).convert("RGB"), (b["x"], b["y"], b["width"], b["height"])))
        if len(found) == 6:
            return found
    sys.exit("too few photos with one face")


def backgrounds():
    """Pictures without a face: blurred gradients with grain, and texture."""
    width, height = composing.SIZE
    made = []
    for seed in range(3):
        noise = np.random.default_rng(seed)
        layers = []
        for cells, strength in ((6, 90), (24, 45), (90, 22)):
            grid = noise.uniform(-1, 1, (cells * 9 // 16 + 2, cells, 3)) * strength
            planes = [Image.fromarray(grid[..., c].astype(np.float32)).resize((width, height), Image.BICUBIC) for c in range(3)]
            layers.append(np.dstack([np.asarray(p) for p in planes]))
        made.append(np.clip(118 + sum(layers), 0, 255))
    return made


def jitter(frames):
    """The mean distance of box centres from a frame to the next, in hundredths of their width; the faces do not move."""
    last, steps = {}, []
    for _, found in frames[25:]:
        for f in found:
            x, y, w, h = f["box"]
            middle = (x + w / 2, y + h / 2)
            if f["id"] in last:
                old = last[f["id"]]
                steps.append(100 * np.hypot(middle[0] - old[0], middle[1] - old[1]) / w)
            last[f["id"]] = middle
    return float(np.mean(steps)) if steps else float("nan")


def show(name, result):
    row(name, f"{result['IDF1']:.3f}", f"{result['MOTA']:.3f}", result["switches"], result["gaps"], result["lost"],
        result["reused"], f"{result['misses']:.3f}", f"{result['false']:.3f}", f"{result['faces']}/{result['ids']}")


def crowd():
    """The crowd movie, against the faces marked by hand; boxes of frames in between are interpolated."""
    marks = json.load(open(os.path.join(ROOT, "Benchmarks/Tracking/crowd.json")))
    movie = os.path.join(DATA, "video", marks["movie"])
    output = subprocess.run([TOOL, "track", movie, "--json", "--maximum-faces", "40"], capture_output=True, check=True).stdout
    frames = []
    for line in output.splitlines()[:marks["frames"]]:
        answer = json.loads(line)
        truth = []
        for face in marks["faces"]:
            for marked in face["seen"]:
                for a, b in zip(marked, marked[1:]):
                    if not a["frame"] <= answer["frame"] < b["frame"] + (b is marked[-1]):
                        continue
                    share = (answer["frame"] - a["frame"]) / (b["frame"] - a["frame"])
                    box = [p + share * (q - p) for p, q in zip(a["box"], b["box"])]
                    truth.append({"id": face["id"], "box": box, "isClear": a["isClear"] and b["isClear"]})
        frames.append((truth, boxes(answer, marks["width"], marks["height"])))
    # Boxes drawn by hand differ from the mesh's by some pixels.
    return score(frames, threshold=0.3)


def turning(seed):
    """Recall by yaw of turning heads and of profiles that walk through, tracked and as stills; prints the table."""
    # Boxes of labels and of the mesh differ in where a profile's cheek ends.
    threshold = 0.3
    seen, stills, ids, delays, false, total = {}, {}, {}, [], 0, 0
    for number, (kind, frames) in enumerate(turning_heads.movies(DATA, seed)):
        frames = list(frames)
        first = {}
        for index, (truth, found) in enumerate(followed(frames)):
            matched = {id(t): f for t, f in pairs(truth, found, threshold)}
            false += sum(all(overlap(f["box"], t["box"]) < 0.05 for t in truth) for f in found)
            total += 1
            for t in truth:
                if t["isClear"]:
                    seen.setdefault((kind, t["yaw"]), []).append(id(t) in matched)
                    first.setdefault(t["id"], [index, None])
                    if id(t) in matched:
                        ids.setdefault((number, t["id"]), set()).add(matched[id(t)]["id"])
                        if first[t["id"]][1] is None:
                            first[t["id"]][1] = index
        if kind == "walking":
            delays += [b - a if b is not None else len(frames) for a, b in first.values()]
        # The last frame of each step from profile to profile; about ten of a walk through the picture.
        steps = frames[:len(frames) // 2] if kind == "turning" else frames[::3]
        chosen = [frame for frame in steps[turning_heads.FRAMES_A_STEP - 1::turning_heads.FRAMES_A_STEP]
                  if any(t["isClear"] for t in frame[1])]
        for (_, truth), found in zip(chosen, as_stills([picture for picture, _ in chosen])):
            matched = {id(t) for t, _ in pairs(truth, found, threshold)}
            for t in truth:
                if t["isClear"]:
                    stills.setdefault((kind, t["yaw"]), []).append(id(t) in matched)
    heading(f"recall, seed {seed}", *(f"{yaw}°" for yaw in range(0, 91, 15)))
    for kind in ("turning", "walking"):
        for name, results in (("followed", seen), ("as stills", stills)):
            row(f"{kind}, {name}", *(
                f"{np.mean(results[kind, yaw]):.3f}" if (kind, yaw) in results else "" for yaw in range(0, 91, 15)))
    print(f"{len(ids)} heads had {sum(map(len, ids.values()))} identities; {false} false boxes in {total} frames; a profile that "
          f"walks in is found after {np.mean(delays):.1f} frames in the mean, {max(delays)} at most", flush=True)


def followed(frames):
    """The output of `mattetool track` for a whole movie, written losslessly to a file."""
    height, width = frames[0][0].shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        movie = os.path.join(folder, "movie.mkv")
        coder = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r",
             str(turning_heads.RATE), "-i", "-", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", "-pix_fmt",
             "yuv420p", movie], stdin=subprocess.PIPE)
        for picture, _ in frames:
            coder.stdin.write(picture.tobytes())
        coder.stdin.close()
        if coder.wait() != 0:
            sys.exit(f"ffmpeg ended with status {coder.returncode}")
        output = subprocess.run([TOOL, "track", movie, "--json"], capture_output=True, check=True).stdout
    return [(truth, boxes(json.loads(line), width, height)) for (_, truth), line in zip(frames, output.splitlines())]


def as_stills(pictures):
    """The output of `mattetool faces` for each picture."""
    found = []
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        for picture in pictures:
            Image.fromarray(picture).save(file.name, compress_level=1)
            answer = json.loads(
                subprocess.run([TOOL, "faces", file.name, "--json"], capture_output=True, check=True).stdout)
            faces = [dict(face, id=number) for number, face in enumerate(answer["faces"])]
            found.append(boxes({"faces": faces}, picture.shape[1], picture.shape[0]))
    return found


def work(size, name="moving"):
    """The output of `track --timing` for the first 60 frames of a movie at a size: processor time of all threads, on
    one core. The frames come from a file, as the peer's do, so that no other process is in between."""
    saved, composing.SIZE = composing.SIZE, size
    try:
        pictures = [picture for picture, _ in list(composing.movies(sprites(), backgrounds())[name]())[:60]]
    finally:
        composing.SIZE = saved
    with tempfile.NamedTemporaryFile(suffix=".y4m") as file:
        file.write(f"YUV4MPEG2 W{size[0]} H{size[1]} F{composing.RATE}:1 C420jpeg\n".encode())
        for picture in pictures:
            file.write(b"FRAME\n" + y4m(picture))
        file.flush()
        own = subprocess.run(
            ["taskset", "-c", "0", TOOL, "track", "-", "--json", "--timing"], stdin=open(file.name, "rb"),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, text=True).stderr
    return own.strip().removeprefix("mattetool: "), peer(pictures)


def show_work(size, what, *name):
    own, other = work(size, *name)
    print(f"\n{size[0]}x{size[1]}, {what}, on one core\n- MatteKit: {own}\n- MediaPipe: {other}", flush=True)


def peer(pictures):
    """The same for MediaPipe's mesh, if Mattes/run or detection.py has installed it."""
    python = os.path.join(ROOT, ".build/bench-mattes/mediapipe/bin/python")
    if not os.path.exists(python):
        return "not installed"
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        np.save(file, np.stack(pictures))
        file.flush()
        return subprocess.run(
            ["taskset", "-c", "0", python, os.path.join(ROOT, "Benchmarks/Tracking/peer.py"), file.name],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout.strip()


def edges():
    """Faces that the left or the right edge of the picture cuts, held there for 48 frames: the number of frames in
    which they are found."""
    width, _ = composing.SIZE
    heads, background = sprites(), backgrounds()[0]
    shares = (0.5, 0.6, 0.7, 0.8)
    heading("part of the face's width that is in", *map(str, shares))
    cells = []
    for share in shares:
        side = 120
        def held(number):
            # At the edge, three per side.
            out = side * (share - 0.5)
            return out if number % 2 else width - out, 120 + 240 * (number // 2), side, 0
        actors = [composing.Actor(head, lambda time, n=number: held(n)) for number, head in enumerate(heads)]
        tracked = track(composing.compose(background, actors, 48 / composing.RATE))
        found = total = false = 0
        for truth, faces in tracked:
            seen = [clipped(face["box"], width) for face in truth]
            boxes = [clipped(face["box"], width) for face in faces]
            found += sum(any(overlap(box, other) >= 0.3 for other in boxes) for box in seen)
            false += sum(not any(overlap(box, other) >= 0.1 for other in seen) for box in boxes)
            total += len(seen)
        cells.append(f"{found / total:.2f}" + (f", {false} false" if false else ""))
    row("found", *cells)


def ghosts():
    """What is followed in movies of pictures of nobody, by kind."""
    folder = os.environ.get("NEGATIVES", os.path.join(ROOT, ".build/negatives-held-out"))
    if not os.path.isdir(folder):
        return print(f"skipped: no pictures of nobody in {folder}; Benchmarks/Mattes/run makes them")
    counts = {}
    for kind, path in nobody.pictures(folder):
        seen = sum(bool(found) for _, found in followed([(picture, []) for picture in nobody.frames(path)]))
        count = counts.setdefault(kind, [0, 0, 0])
        for index, more in enumerate((1, seen > 0, seen)):
            count[index] += more
    heading("movies of nobody", "movies", "with something followed", "frames with it")
    for kind, count in counts.items():
        row(kind, *count)


def clipped(box, width):
    left, right = max(0, box[0]), min(width, box[0] + box[2])
    return left, box[1], right - left, box[3]


def main():
    if not os.path.isdir(DATA):
        print("skipped: the movies are composed of the shared data, which is not here")
        return
    chosen = sys.argv[1:]
    if chosen == ["heads"]:
        return turning(int(os.environ.get("SEED", 1)))
    if chosen == ["edges"]:
        return edges()
    if chosen == ["nobody"]:
        return ghosts()
    if chosen == ["large"]:
        return show_work((1920, 1080), "three large faces", "large")
    composed = []
    heading("movie", "IDF1", "MOTA", "switches", "gaps", "lost", "reused", "misses", "false", "faces/ids")
    for name, frames in composing.movies(sprites(), backgrounds()).items():
        if name not in chosen if chosen else name == "large":
            continue
        tracked = track(frames())
        show(name, score(tracked))
        if os.environ.get("TRACKS"):
            with open(os.path.join(os.environ["TRACKS"], name + ".json"), "w") as file:
                json.dump(tracked, file)
        if name == "still":
            print(f"a still face trembles by {jitter(tracked):.3f} % of its width from frame to frame")
        # Identities of one movie are distinct from those of another.
        composed += [([dict(t, id=(name, t["id"])) for t in truth], [dict(f, id=(name, f["id"])) for f in found])
                     for truth, found in tracked]
    show("all composed movies", score(composed))
    if not chosen:
        for size in ((1280, 720), (1920, 1080), (3840, 2160)):
            show_work(size, "five faces")
        # Large enough for the peer to follow them.
        show_work((1920, 1080), "three large faces", "large")
    if not chosen and os.path.exists(os.path.join(ROOT, "Benchmarks/Tracking/crowd.json")):
        show("street_crowd.mp4, first frames", crowd())
    if not chosen:
        edges()
        turning(int(os.environ.get("SEED", 1)))
        ghosts()


if __name__ == "__main__":
    main()
