"""Finds places in a file where a face that was hidden in the picture is still visible."""
import io
import os
import sys

from PIL import Image, ImageChops, ImageFilter

import pictures
from editors import Failure
from files import SIZE

# The correlation of details above which a face counts as visible.
ALIKE = 0.5
PLACES = ["the picture", "thumbnail", "Photoshop's thumbnail", "gain map", "movie", "another picture in the file"]


def details(image, box):
    """The details of a box, given in pixels of the whole picture: 32x32 grey samples without their low frequencies,
    because a blurred or pixellated face keeps its large shapes."""
    scale = image.width / SIZE[0], image.height / SIZE[1]
    x, y, width, height = box
    part = image.crop((round(x * scale[0]), round(y * scale[1]), round((x + width) * scale[0]), round((y + height) * scale[1])))
    part = pictures.color(part).convert("L").resize((32, 32), Image.LANCZOS)
    return ImageChops.subtract(part, part.filter(ImageFilter.GaussianBlur(3)), 1, 128)


def places(path, is_turned):
    """The pictures in a file by place, upright."""
    result = [("the picture", pictures.opened(path))]
    for tag, title in (("ThumbnailImage", "thumbnail"), ("PhotoshopThumbnail", "Photoshop's thumbnail")):
        image = pictures.embedded(path, tag)
        if image:
            result.append((title, image.transpose(Image.ROTATE_270) if is_turned else image))
    gain_map = pictures.auxiliaries(path).get("hdrgainmap")
    if gain_map:
        result.append(("gain map", gain_map))
    film = pictures.film(path)
    frame = film and pictures.frame(film)
    if frame:
        result.append(("movie", frame))
    return result + ([("another picture in the file", image) for image in inside(path)] if len(result) == 1 else [])


def inside(path):
    """JPEGs anywhere in a file, referenced or not."""
    data, at = open(path, "rb").read(), 0
    while (at := data.find(b"\xff\xd8\xff", at + 1)) > 0:
        try:
            image = Image.open(io.BytesIO(data[at:]))
            image.load()
        except Exception:
            continue
        yield image


def found(editors, sources, folder, bounds):
    """By editor and file, the places where the face is visible, and those where it was before; None if nothing was
    edited."""
    box = (round(bounds["x"] * SIZE[0]), round(bounds["y"] * SIZE[1]), round(bounds["width"] * SIZE[0]),
           round(bounds["height"] * SIZE[1]))
    result = {}
    for title, path in sources:
        is_turned = "camera" in path
        x, y, width, height = box
        stored = (y, SIZE[0] - x - width, height, width) if is_turned else box
        face = details(pictures.opened(path), box)

        def showing(file):
            return {
                place for place, image in places(file, is_turned)
                if pictures.correlation(details(image, box), face) > ALIKE}

        result["before", title] = showing(path)
        for editor in editors:
            if not editor.hides:
                continue
            target = os.path.join(folder, editor.name + "-hidden", os.path.basename(path))
            try:
                editor.hide(path, target, box, stored)
                result[editor.name, title] = showing(target)
            except Failure as failure:
                print(f"{editor.name}, {title}: {failure}", file=sys.stderr)
                result[editor.name, title] = None
    return result


def rows(hidden, names):
    """The rows of the table: of the files in which a place shows the face, the number in which it still does."""
    titles = [title for name, title in hidden if name == "before"]
    result = []
    for place in PLACES:
        having = [title for title in titles if place in hidden["before", title]]
        cells = []
        for name in names:
            edited = [title for title in having if hidden[name, title] is not None]
            showing = sum(place in hidden[name, title] for title in edited)
            cells.append(f"**{showing} of {len(edited)}**" if showing else f"0 of {len(edited)}")
        if having:
            result.append([place, *cells])
    return result
