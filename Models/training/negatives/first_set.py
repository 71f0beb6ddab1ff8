"""Gathers pictures without people: animals, drawings, places and things, out of Debian's packages.

    python3 first_set.py --data DATA --out FOLDER

Writes FOLDER/{animals,cartoons,scenes,paintings}/*.jpg to train on, and every 4th of them to FOLDER-held-out, which
training must not see. Animals cut out of photos are laid over scenes of the same part. The packages are kept in
FOLDER-packages (550 MB, 1.2 GB unpacked). Needs Debian 12 with its package lists (`apt-get update`), and dpkg-deb.
"""
import argparse
import glob
import os
import random
import re
import subprocess
import sys

import pillow_heif
from PIL import Image, ImageOps

import qt_resources

PACKAGES = ("gcompris-qt-data", "tuxpaint-stamps-default", "pysiogame", "openclipart-png", "mate-backgrounds",
            "lomiri-wallpapers-16.04", "lomiri-wallpapers-20.04", "ukui-wallpapers", "palapeli-data", "opencv-doc")
WHEEL = "scikit-image==0.16.2"  # the last version that contains its pictures
SCENES_OF_SKIMAGE = "coffee.png rocket.jpg motorcycle_left.png gravel.png grass.png brick.png hubble_deep_field.jpg ihc.png coins.png".split()
SCENES_OF_OPENCV = ("aloeL.jpg apple.jpg board.jpg building.jpg butterfly.jpg cards.png fruits.jpg graf1.png home.jpg leuvenA.jpg orange.jpg rubberwhale1.png "
                    "smarties.png stuff.jpg box_in_scene.png HappyFish.jpg aero1.jpg").split()
NOT_A_PHOTO = (r"cartoon|tux\.png|penguin_with|pengwin|silhouette|kangaroo-si|snail2|fly\.png|bee\.png|ladybug|hedgehog|teddy_bear|echidna|dinosaur|mirror")
PEOPLE = r"statue|christ|mountRu|lincoln|sphinx"
VISITED = "victoriaMemorial|cabrillo"  # people far away: usable behind an animal, but not as a negative


def fetch(folder):
    """Downloads and unpacks the packages below `folder`/x."""
    os.makedirs(os.path.join(folder, "x"), exist_ok=True)
    for package in PACKAGES:
        target = os.path.join(folder, "x", package)
        if os.path.isdir(target):
            continue
        if subprocess.run(["apt-get", "download", "-q", package], cwd=folder).returncode != 0:
            sys.exit(f"first_set.py: apt-get could not download {package}: run apt-get update first")
        archive = glob.glob(os.path.join(glob.escape(folder), package + "_*.deb"))[0]
        subprocess.run(["dpkg-deb", "-x", archive, target + ".part"], check=True)
        os.rename(target + ".part", target)
    unpacked = os.path.join(folder, "x", "gcompris-rcc")
    if not os.path.isdir(unpacked):
        for path in sorted(glob.glob(os.path.join(glob.escape(folder), "x/gcompris-qt-data/**/*.rcc"), recursive=True)):
            qt_resources.unpack(path, unpacked + ".part")
        os.rename(unpacked + ".part", unpacked)
    target = os.path.join(folder, "x", "skimage16")
    if not os.path.isdir(target):
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--python-version", "3.8",
                        "--platform", "manylinux1_x86_64", "--dest", folder, WHEEL], check=True)
        wheel = glob.glob(os.path.join(glob.escape(folder), "scikit_image-*.whl"))[0]
        subprocess.run(["python3", "-m", "zipfile", "-e", wheel, target], check=True)


def found(root, *patterns):
    """Pictures below `root` that match, sorted within each pattern, as paths relative to it."""
    return [p for pattern in patterns for p in sorted(glob.glob(pattern, root_dir=root, recursive=True)) if re.search(r"\.(webp|png|jpe?g|heic)$", p, re.I)]


def chosen(root, data):
    """(animals, cut-out animals, scenes, cartoons, paintings): the pictures that are used, all inspected by eye."""
    gcompris, opencv, skimage = "x/gcompris-rcc/gcompris/src/activities/", "x/opencv-doc/usr/share/doc/opencv-doc/examples/data/", "x/skimage16/skimage/data/"
    clipart, art = "x/openclipart-png/usr/share/openclipart/png/", "x/pysiogame/usr/share/games/pysiogame/res/images/art4apps/"
    stamps = found(root, "x/tuxpaint-stamps-default/**/animals/**/*.png")
    animals = found(root, *(gcompris + p for p in ("erase/resource/*", "explore_world_animals/resource/animals/*", "explore_farm_animals/resource/animals/*")))
    animals += [opencv + "baboon.jpg", opencv + "chicky_512.png", opencv + "squirrel_cls.jpg", skimage + "chelsea.png"]
    animals += [os.path.join(data, "apple/pillow_pug.heic"), os.path.join(data, "photos/dlib_faces/dogs.jpg")]
    animals += [p for p in found(root, "x/mate-backgrounds/**/*", "x/lomiri*/**/*") if re.search("friend|squirrel|Kleiber|TwoWing|LadyBird|Dragonf", p)]
    scenes = sorted({p for p in found(root, gcompris + "categorization/resource/images/*/*") if not re.search("statue|christ|mountRu|alphab|numbers/", p)})
    backgrounds = found(root, "x/mate-backgrounds/**/nature/*", "x/mate-backgrounds/**/desktop/*", "x/lomiri*/**/*", "x/ukui*/**/*", "x/palapeli-data/usr/share/palapeli/collection/*")
    scenes += [p for p in backgrounds if p not in animals]
    scenes += [p for p in found(root, gcompris + "explore_monuments/resource/*/*") if not re.search(PEOPLE, p, re.I)]
    scenes += [skimage + n for n in SCENES_OF_SKIMAGE] + [opencv + n for n in SCENES_OF_OPENCV]
    cartoons = found(root, gcompris + "lang/resource/words_sample/*", *(art + p for p in ("jobs/*", "people/*", "sport/*", "actions/*")))
    cartoons += found(root, clipart + "people/**/*.png")[::3] + found(root, clipart + "animals/**/*.png")[::3]
    cartoons += [p for p in stamps if re.search(r"cartoon|tux\.png|pengwin|penguin_with|teddy_bear|hedgehog|dinosaur", p)]
    paintings = [p for p in found(root, gcompris + "details/resource/image/*") if re.search("Gogh|Vincent|Eglise|Terrasse", p, re.I) and max(Image.open(os.path.join(root, p)).size) > 300]
    return animals, [p for p in stamps if not re.search(NOT_A_PHOTO, p)], scenes, cartoons, paintings + [opencv + "starry_night.jpg"]


def load(path, longest=1024):
    image = ImageOps.exif_transpose(Image.open(path))
    image = image.convert("RGBA" if image.mode in ("P", "LA", "PA", "RGBA") or "transparency" in image.info else "RGB")
    image.thumbnail((longest, longest), Image.LANCZOS)
    return image


def flat(image, ground):
    if image.mode != "RGBA":
        return image
    under = Image.new("RGBA", image.size, ground + (255,))
    under.alpha_composite(image)
    return under.convert("RGB")


def laid_over(animal, scene, rng):
    """A cut-out animal in a scene, mostly at the bottom."""
    w, h = 512, rng.choice([384, 512])
    scene = ImageOps.fit(scene, (w, h)).convert("RGBA")
    scale = min(min(w / animal.width, h / animal.height) * rng.uniform(0.55, 1.1), 2.6)
    animal = animal.resize((max(1, int(animal.width * scale)), max(1, int(animal.height * scale))), Image.LANCZOS)
    if rng.random() < 0.5:
        animal = ImageOps.mirror(animal)
    x = rng.randint(min(0, w - animal.width), max(0, w - animal.width))
    y = h - animal.height if rng.random() < 0.6 else rng.randint(min(0, h - animal.height), max(0, h - animal.height))
    layer = Image.new("RGBA", (w, h))
    layer.paste(animal, (x, y))
    scene.alpha_composite(layer)
    return scene


def build(root, data, out):
    rng = random.Random(4)
    animals, cut_out, scenes, cartoons, paintings = chosen(root, data)

    def put(image, kind, index, path, suffix=""):
        folder = os.path.join(out + "-held-out" if index % 4 == 3 else out, kind)
        os.makedirs(folder, exist_ok=True)
        name = path.replace(data + os.sep, "shared_").replace("/usr/share/", "/")
        name = re.sub(r"[^A-Za-z0-9]+", "_", os.path.splitext(name)[0]).strip("_")[-60:]
        image.convert("RGB").save(os.path.join(folder, f"{name}{suffix}.jpg"), quality=92)

    def each(paths, longest):
        for index, path in enumerate(paths):
            try:
                yield index, path, load(os.path.join(root, path), longest)
            except OSError:  # some packages contain links to pictures of others
                print("left out:", path, file=sys.stderr)

    for index, path, image in each(animals, 1024):
        put(flat(image, (235, 235, 230)), "animals", index, path)
    behind = ([], [])  # large scenes, for training and held out
    for index, path, image in each(scenes, 1024):
        image = flat(image, (235, 235, 235))
        if not re.search(VISITED, path):
            put(image, "scenes", index, path)
        if image.width >= 500:
            behind[index % 4 == 3].append(image)
    for index, path, image in each(cut_out, 1024):
        for k in range(2):
            put(laid_over(image.convert("RGBA"), rng.choice(behind[index % 4 == 3]), rng), "animals", index, path, f"_on{k}")
    for index, path, image in each(cartoons, 768):
        ground = (255, 255, 255) if rng.random() < 0.6 else tuple(rng.randint(90, 255) for _ in range(3))
        put(flat(image, ground), "cartoons", index, path)
    for index, path, image in each(paintings, 1024):
        put(flat(image, (255, 255, 255)), "paintings", index, path)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--out", required=True)
    a = p.parse_args()
    out = a.out.rstrip(os.sep)
    pillow_heif.register_heif_opener()
    packages = out + "-packages"
    fetch(packages)
    build(packages, os.path.abspath(a.data), out)
