"""Reads and compares the pictures in files, with readers of other projects than the writers if possible."""
import io
import os
import re
import subprocess
import tempfile

import pillow_heif
from PIL import Image, ImageChops, ImageCms, ImageOps, ImageStat

pillow_heif.register_heif_opener()
# The XMP of a picture in a JPEG's multi-picture index.
JPEG_NAMES = {
    b"portraiteffectsmatte": "portraiteffectsmatte", b"hdrgm:GainMapMax": "hdrgainmap", b"hdrgainmap": "hdrgainmap",
    b">disparity<": "disparity",
}
SRGB = ImageCms.createProfile("sRGB")


def output(*arguments):
    return subprocess.run(arguments, capture_output=True).stdout


def opened(path):
    """The picture upright as it is shown, without colour conversion, with 8 bits."""
    if path.endswith(".jxl"):
        with tempfile.TemporaryDirectory() as folder:
            png = os.path.join(folder, "decoded.png")
            output("djxl", path, png)
            image = Image.open(png)
            image.load()
        # djxl has applied the orientation, and writes EXIF to PNG in a form that is not standard.
        return image
    image = Image.open(path)
    image.load()
    return ImageOps.exif_transpose(image)


def color(image):
    """Without alpha."""
    return Image.merge("RGB", image.split()[:3]) if image.mode in ("RGB", "RGBA") else image.convert("RGB")


def shown(image):
    """The colours in sRGB, by the profile in the file."""
    profile = image.info.get("icc_profile")
    if not profile:
        return color(image)
    return ImageCms.profileToProfile(color(image), ImageCms.ImageCmsProfile(io.BytesIO(profile)), SRGB)


def brightness(image):
    return ImageStat.Stat(image.convert("L")).mean[0]


def difference(first, second):
    """The mean difference of samples, in levels, after both were scaled to the same brightness."""
    if first.size != second.size:
        return 255.0
    means = [max(1, brightness(first)), max(1, brightness(second))]
    middle = min(means)
    first, second = (
        image.point(lambda value, mean=mean: round(value * middle / mean)) for image, mean in zip((first, second), means))
    stat = ImageStat.Stat(ImageChops.difference(first, second))
    return sum(stat.mean) / len(stat.mean)


def bits(path):
    """Bits per sample."""
    if path.endswith((".heic", ".avif")):
        return pillow_heif.open_heif(path)[0].info["bit_depth"] if path.endswith(".heic") else pixel_depth(path)
    if path.endswith(".jxl"):
        with tempfile.TemporaryDirectory() as folder:
            png = os.path.join(folder, "decoded.png")
            output("djxl", path, png)
            return open(png, "rb").read(25)[24]
    if path.endswith(".png"):
        return open(path, "rb").read(25)[24]
    if path.endswith(".tif"):
        return int(output("exiftool", "-s3", "-IFD0:BitsPerSample", path).split()[0])
    return 8


def pixel_depth(path):
    return int(output("exiftool", "-s3", "-ImagePixelDepth", path).split()[0])


def nclx(path):
    """The primaries and transfer of an nclx box; None without one."""
    if not path.endswith((".heic", ".avif")):
        return None
    words = output("exiftool", "-n", "-s3", "-ColorPrimaries", "-TransferCharacteristics", path).split()
    return tuple(map(int, words)) if len(words) == 2 else None


def embedded(path, tag):
    """The picture in a tag, by Exiftool's name; None without one."""
    data = output("exiftool", "-b", "-" + tag, path)
    try:
        image = Image.open(io.BytesIO(data))
        image.load()
        return image
    except Exception:
        return None


def auxiliaries(path):
    """Mattes, depth and gain maps by name, as far as a reader finds them."""
    found = {}
    # pillow-heif decodes no AV1; the AVIF of the twelve has no auxiliary images.
    if path.endswith(".heic"):
        image = pillow_heif.open_heif(path)[0]
        for urn, items in (image.info.get("aux") or {}).items():
            for item in items:
                found[urn.split(":")[-1]] = image.get_aux_image(item).to_pillow()
        for depth in image.info.get("depth_images") or []:
            found["disparity"] = depth.to_pillow()
        return found
    if not path.endswith(".jpg"):
        return found
    data = open(path, "rb").read()
    image = Image.open(path)
    entries = (getattr(image, "mpinfo", None) or {}).get(0xB002, [])
    # Offsets of the index are relative to its own position, which no other part of a JPEG states.
    start = data.find(b"MPF\0") + 4
    for entry in entries[1:]:
        part = data[start + entry["DataOffset"]:start + entry["DataOffset"] + entry["Size"]]
        name = next((name for word, name in JPEG_NAMES.items() if word in part[:4096]), None)
        try:
            picture = Image.open(io.BytesIO(part))
            picture.load()
        except Exception:
            continue
        if name:
            found[name] = picture
    return found


def film(path):
    """The movie in a file, as bytes; None without one."""
    data = open(path, "rb").read()
    for found in re.finditer(b"ftyp(?:isom|mp42|mp41|avc1|qt  )", data):
        start = found.start() - 4
        if start > 0 and b"moov" in data[start:]:
            return data[start:]
    return None


def frame(movie):
    """The first picture of a movie; None if it has none."""
    with tempfile.TemporaryDirectory() as folder:
        file, png = os.path.join(folder, "movie.mp4"), os.path.join(folder, "frame.png")
        open(file, "wb").write(movie)
        output("ffmpeg", "-y", "-i", file, "-frames:v", "1", png)
        if not os.path.exists(png):
            return None
        image = Image.open(png)
        image.load()
        return image


def correlation(first, second):
    """-1 to 1: how far two grey pictures of one size are alike."""
    a, b = (list(image.convert("L").getdata()) for image in (first, second))
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    product = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    norm = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return product / norm if norm else 0.0
