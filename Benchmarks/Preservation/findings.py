"""Compares an edited file with its source: one finding for each kind of data."""
from collections import Counter
from dataclasses import dataclass

from PIL import Image

import pictures

MATTES = ("semantichairmatte", "semanticskinmatte", "semanticteethmatte", "semanticglassesmatte", "portraiteffectsmatte")
EXIF_GROUPS = ("IFD0", "ExifIFD", "GPS", "InteropIFD")
# Tags that describe the file's encoding and layout, or the program itself.
NOT_COUNTED = {
    "Orientation", "ExifImageWidth", "ExifImageHeight", "ImageWidth", "ImageHeight", "BitsPerSample", "Compression",
    "PhotometricInterpretation", "StripOffsets", "SamplesPerPixel", "RowsPerStrip", "StripByteCounts", "PlanarConfiguration",
    "TileWidth", "TileLength", "TileOffsets", "TileByteCounts", "Predictor", "SampleFormat", "ExtraSamples", "SubfileType",
    "PageNumber", "Software", "ModifyDate", "XMPToolkit", "HasExtendedXMP", "ExifByteOrder", "Artist", "YCbCrPositioning",
    "XResolution", "YResolution", "ResolutionUnit", "FillOrder", "Padding",
}
# They belong to parts of the file, mattes and movies, and count with these.
NOT_COUNTED_GROUPS = tuple("XMP-" + name for name in (
    "hdrgm", "GContainer", "Container", "GCamera", "Item", "xmpNote", "apdi", "HDRGainMap", "depth", "portraitEffectsMatte",
    "portraitLightingEffect", "semanticSegmentationMatte"))


@dataclass
class Finding:
    """A kind of data, and its amount before and after, or that it is no longer true."""
    kind: str
    there: int
    kept: int
    fault: str = ""


def tags(path):
    """Tags with their values, counted, for EXIF, maker notes, XMP and IPTC."""
    text = pictures.output("exiftool", "-a", "-u", "-n", "-G1", "-s", path).decode("utf-8", "replace")
    groups = {"EXIF": Counter(), "maker notes": Counter(), "XMP": Counter(), "IPTC": Counter()}
    for line in text.splitlines():
        if not line.startswith("["):
            continue
        group, rest = line[1:].split("]", 1)
        name, value = (word.strip() for word in rest.split(":", 1))
        if name in NOT_COUNTED or group.startswith(NOT_COUNTED_GROUPS):
            continue
        if group in EXIF_GROUPS:
            groups["EXIF"][name, value] += 1
        elif group in ("Apple", "Canon"):
            groups["maker notes"][name, value] += 1
        elif group.startswith("XMP-"):
            groups["XMP"][name, value] += 1
        elif group == "IPTC":
            groups["IPTC"][name, value] += 1
    return groups


class Source:
    """A file with everything that is compared."""

    def __init__(self, path):
        self.path = path
        self.tags = tags(path)
        self.picture = pictures.opened(path)
        self.bits = pictures.bits(path)
        self.auxiliaries = pictures.auxiliaries(path)
        self.thumbnails = {
            name: image for name in ("ThumbnailImage", "PhotoshopThumbnail") if (image := pictures.embedded(path, name))}
        self.film = pictures.film(path)
        self.nclx = pictures.nclx(path)
        self.is_pq = self.nclx is not None and self.nclx[1] == 16

    def claims(self):
        """What the file declares: a gain map, a movie."""
        text = pictures.output("exiftool", "-a", "-G1", "-s", "-n", self.path).decode("utf-8", "replace")
        return {name for word, name in (("[XMP-hdrgm]", "gain map"), ("MotionPhoto", "movie")) if word in text}


def compare(source, path, edited=True):
    """The findings for a file made from a source; `edited` if its picture was changed."""
    after = Source(path)
    result = []
    for kind, before in source.tags.items():
        if before:
            result.append(Finding(kind, before.total(), (before & after.tags[kind]).total()))
    result += picture(source, after)
    result += parts(source, after, edited)
    return result


def variants(image):
    """The picture in the other seven orientations."""
    return [image.transpose(way) for way in Image.Transpose]


def picture(source, after):
    """How the picture is shown: orientation, colours, depth and transparency."""
    result = []
    old, new = pictures.color(source.picture), pictures.color(after.picture)
    if "camera" in source.path:
        turned = min(pictures.difference(variant, new) for variant in variants(old)) < pictures.difference(old, new)
        result.append(Finding("orientation", 1, 0 if turned else 1, "shown turned" if turned else ""))
    if source.is_pq:
        samples_stayed = pictures.difference(old, new) < 6
        if after.is_pq and samples_stayed:
            result.append(Finding("high dynamic range", 1, 1))
        else:
            # PQ's values shown as if they were sRGB's are grey and flat.
            result.append(Finding("high dynamic range", 1, 0, "colours" if samples_stayed or after.is_pq else ""))
    elif source.picture.info.get("icc_profile") or source.nclx:
        right = is_shown_right(source, after)
        result.append(Finding("Display P3", 1, 1 if right else 0, "" if right else "colours"))
    if source.bits > 8:
        result.append(Finding("more than 8 bits", 1, 1 if after.bits > 8 else 0))
    if source.picture.mode == "RGBA":
        alike = after.picture.mode == "RGBA" and pictures.difference(
            source.picture.getchannel("A").convert("RGB"), after.picture.getchannel("A").convert("RGB")) < 3
        result.append(Finding("transparency", 1, 1 if alike else 0))
    return result


def is_shown_right(source, after):
    """Whether colours are nearer to the source's than to those of the source without its profile."""
    if source.nclx and not after.nclx and not after.picture.info.get("icc_profile"):
        return False
    if source.nclx:
        return after.nclx == source.nclx or after.picture.info.get("icc_profile") is not None
    shown = pictures.shown(after.picture)
    right, wrong = pictures.shown(source.picture), pictures.color(source.picture)
    return pictures.difference(shown, right) <= pictures.difference(shown, wrong)


def parts(source, after, edited):
    """Auxiliary pictures and movies."""
    result = []
    mattes = [name for name in source.auxiliaries if name in MATTES]
    for kind, names in (("mattes", mattes), ("depth", ["disparity"]), ("gain map", ["hdrgainmap"])):
        names = [name for name in names if name in source.auxiliaries]
        if names:
            # A gain map that fits follows the edit, which clips highlights.
            most = 26 if kind == "gain map" else 3
            kept = [name for name in names if is_same(source.auxiliaries[name], after.auxiliaries.get(name), most)]
            result.append(Finding(kind, len(names), len(kept)))
    for name, title in (("ThumbnailImage", "thumbnail"), ("PhotoshopThumbnail", "Photoshop's thumbnail")):
        if name in source.thumbnails:
            image = after.thumbnails.get(name)
            is_stale = edited and image is not None and is_nearer(image, source.picture, after.picture)
            result.append(Finding(title, 1, 1 if image and not is_stale else 0, "stale" if is_stale else ""))
    if source.film:
        result.append(Finding("movie", 1, 1 if after.film == source.film else 0))
    claims = after.claims()
    for finding in result:
        if finding.kind in claims and finding.kept == 0:
            finding.fault = "said to be there"
    return result


def is_same(before, after, most):
    if after is None or before.size != after.size:
        return False
    return pictures.difference(before.convert("RGB"), after.convert("RGB")) < most


def is_nearer(image, before, after):
    """Whether a small picture is as bright as the source rather than as the edited picture."""
    value = pictures.brightness(pictures.color(image))
    return abs(value - pictures.brightness(pictures.color(before))) < abs(value - pictures.brightness(pictures.color(after)))
