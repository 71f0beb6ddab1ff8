"""Cuts a HEIC of a phone down: the same boxes, items and properties, with small drawn pictures in them."""

import io
import math
import struct

import pillow_heif
from PIL import Image

import exif

TILE = 64
LARGE_TILE = 512


def reduced(data, size, depth_size, drawing):
    """The file with a picture of `size` of as many tiles, a disparity of `depth_size`, other images half as large."""
    file = File(data)
    primary = file.property("ispe", file.primary)
    original_size = struct.unpack(">II", primary[4:12])
    half = tuple(side // 2 for side in size)
    rows, columns = (math.ceil(side / LARGE_TILE) for side in original_size[::-1])
    assert (rows, columns) == tuple(math.ceil(side / TILE) for side in size[::-1])

    contents = {item: file.content(item) for item in file.locations}
    properties = dict(enumerate(file.properties, start=1))
    tiles = file.references[("dimg", file.primary)]
    assert len(tiles) == rows * columns
    for index, (tile, picture) in enumerate(zip(tiles, tiles_of(drawing.photo(size), rows, columns))):
        parameters, contents[tile] = coded(picture)
        shared = properties[file.index("hvcC", tile)][1]
        assert index == 0 or shared == parameters, "all tiles share their parameters"
        file.replace(properties, "hvcC", tile, parameters)
        file.replace(properties, "ispe", tile, extent((TILE, TILE)))
    file.replace(properties, "ispe", file.primary, extent(size))
    grid = contents[file.primary]
    assert len(grid) == 8 and tuple(grid[2:4]) == (rows - 1, columns - 1)
    contents[file.primary] = grid[:4] + struct.pack(">HH", *size)

    for item, kind in file.items.items():
        if kind == b"Exif":
            signature = 4 + len(exif.SIGNATURE)
            assert contents[item][:signature] == b"\0\0\0\6" + exif.SIGNATURE
            block = exif.cleaned(contents[item][signature:], size[0] / original_size[0])
            assert len(block) + signature == len(contents[item])
            contents[item] = contents[item][:signature] + block
        elif kind == b"hvc1" and item not in tiles:
            urn = file.property("auxC", item)[4:].split(b"\0")[0].decode()
            name = urn.split(":")[-1]
            item_size = depth_size if urn.startswith("urn:mpeg") else half
            parameters, contents[item] = coded(drawing.auxiliary(name, item_size))
            file.replace(properties, "hvcC", item, parameters)
            file.replace(properties, "ispe", item, extent(item_size))
        else:
            assert kind in (b"hvc1", b"grid", b"mime"), kind
    return file.rebuilt(properties, contents)


def extent(size):
    return struct.pack(">III", 0, *size)


def tiles_of(picture, rows, columns):
    """The picture's tiles row by row; what lies outside the picture repeats its edge."""
    (width, height), canvas = picture.size, Image.new("RGB", (columns * TILE, rows * TILE))
    canvas.paste(picture)
    if width < canvas.width:
        canvas.paste(picture.crop((width - 1, 0, width, height)).resize((canvas.width - width, height)), (width, 0))
    if height < canvas.height:
        edge = canvas.crop((0, height - 1, canvas.width, height))
        canvas.paste(edge.resize((canvas.width, canvas.height - height)), (0, height))
    for y in range(0, canvas.height, TILE):
        for x in range(0, canvas.width, TILE):
            yield canvas.crop((x, y, x + TILE, y + TILE))


def coded(image):
    """The picture coded by x265: the decoder's parameters as Apple lays them out, and the coded data."""
    file = io.BytesIO()
    options = {} if image.mode == "L" else {"chroma": 420}
    pillow_heif.from_pillow(image).save(
        file, quality=80 if image.mode == "RGB" else 95, tile_size=0, color_primaries=2, transfer_characteristics=2,
        matrix_coefficients=6 if image.mode == "RGB" else 2, full_range_flag=1, **options)
    made = File(file.getvalue())
    assert made.items[made.primary] == b"hvc1"
    return as_apple_writes(made.property("hvcC", made.primary)), made.content(made.primary)


def as_apple_writes(parameters):
    """hvcC with the profile of the sequence parameter set, and each array marked as complete."""
    units, at = {}, 23
    for _ in range(parameters[22]):
        kind, count = parameters[at] & 63, int.from_bytes(parameters[at + 1:at + 3], "big")
        at += 3
        for _ in range(count):
            length = int.from_bytes(parameters[at:at + 2], "big")
            units.setdefault(kind, []).append(parameters[at + 2:at + 2 + length])
            at += 2 + length
    assert sorted(units) == [32, 33, 34]
    profile = units[33][0].replace(b"\0\0\3", b"\0\0")[3:15]
    result = b"\1" + profile + b"\xf0\0\xfc" + parameters[16:19] + b"\0\0\x0b\3"
    for kind in sorted(units):
        result += struct.pack(">BH", 0x80 | kind, len(units[kind]))
        result += b"".join(struct.pack(">H", len(unit)) + unit for unit in units[kind])
    return result


def boxes(data, at=0, end=None):
    """Type, header length, start and end of each box."""
    end = len(data) if end is None else end
    while at < end:
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        header = 16 if length == 1 else 8
        if length == 1:
            length = int.from_bytes(data[at + 8:at + 16], "big")
        assert header <= length <= end - at
        yield kind.decode("latin1"), header, at, at + length
        at += length


class File:
    """The meta box of a HEIC file, as far as phones and libheif use it."""

    def __init__(self, data):
        self.data = data
        self.top = {kind: (header, start, end) for kind, header, start, end in boxes(data)}
        header, start, end = self.top["meta"]
        self.meta = {kind: (start, end) for kind, _, start, end in boxes(data, start + header + 4, end)}
        self.primary = self.integer(self.meta["pitm"][0] + 12, 2)
        self.items = {}
        start, end = self.meta["iinf"]
        for _, _, entry, _ in boxes(data, start + 14, end):
            self.items[self.integer(entry + 12, 2)] = data[entry + 16:entry + 20]
        self.references = {}
        if "iref" in self.meta:
            start, end = self.meta["iref"]
            for kind, _, at, _ in boxes(data, start + 12, end):
                targets = [self.integer(at + 12 + 2 * i, 2) for i in range(self.integer(at + 10, 2))]
                self.references[(kind, self.integer(at + 8, 2))] = targets
        self._read_properties()
        self._read_locations()

    def integer(self, at, size):
        return int.from_bytes(self.data[at:at + size], "big")

    def _read_properties(self):
        start, end = self.meta["iprp"]
        children = {kind: (start, end) for kind, _, start, end in boxes(self.data, start + 8, end)}
        self.property_box = children["ipco"]
        start, end = self.property_box
        self.properties = [(kind, self.data[at + 8:stop]) for kind, _, at, stop in boxes(self.data, start + 8, end)]
        self.associations, at = {}, children["ipma"][0]
        assert self.data[at + 8:at + 12] == bytes(4), "one byte an index"
        count, at = self.integer(at + 12, 4), at + 16
        for _ in range(count):
            item, number = self.integer(at, 2), self.data[at + 2]
            self.associations[item] = [byte & 0x7F for byte in self.data[at + 3:at + 3 + number]]
            at += 3 + number

    def _read_locations(self):
        """Where each item's only extent lies: construction method, offset, length, and the place that says so."""
        at = self.meta["iloc"][0] + 8
        has_method, base = self.data[at] == 1, self.data[at + 5] >> 4
        assert self.data[at] < 2 and self.data[at + 4] == 0x44 and self.data[at + 5] & 15 == 0
        count, at, self.locations = self.integer(at + 6, 2), at + 8, {}
        for _ in range(count):
            item, method = self.integer(at, 2), self.integer(at + 2, 2) if has_method else 0
            at += 6 if has_method else 4
            assert self.integer(at + base, 2) == 1
            offset = self.integer(at, base) + self.integer(at + base + 2, 4)
            at += base + 2
            self.locations[item] = (method, offset, self.integer(at + 4, 4), at)
            at += 8

    def index(self, kind, item):
        return next(i for i in self.associations[item] if self.properties[i - 1][0] == kind)

    def property(self, kind, item):
        return self.properties[self.index(kind, item) - 1][1]

    def replace(self, properties, kind, item, content):
        properties[self.index(kind, item)] = (kind, content)

    def content(self, item):
        method, offset, length, _ = self.locations[item]
        offset += self.meta["idat"][0] + 8 if method == 1 else 0
        return self.data[offset:offset + length]

    def rebuilt(self, properties, contents):
        """The file with other properties and contents; all else keeps its bytes and its order."""
        assert [kind for kind, _, _, _ in boxes(self.data)] == ["ftyp", "meta", "mdat"]
        stored = sorted(self.locations, key=lambda item: self.locations[item][1])
        inside = [item for item in stored if self.locations[item][0] == 1]
        outside = [item for item in stored if self.locations[item][0] == 0]
        assert len(inside) == 1 and self.locations[inside[0]][1] == 0
        properties = b"".join(box(kind, content) for kind, content in (properties[i] for i in sorted(properties)))
        replaced = {"ipco": box("ipco", properties), "idat": box("idat", contents[inside[0]])}
        header, start, end = self.top["mdat"]
        meta = self._meta(replaced, {})
        data_at = start - (self.top["meta"][2] - self.top["meta"][1]) + len(meta) + header
        places, at = {inside[0]: (0, len(contents[inside[0]]))}, data_at
        for item in outside:
            places[item] = (at, len(contents[item]))
            at += len(contents[item])
        media = b"".join(contents[item] for item in outside)
        assert header == 16, "phones write the large form"
        return (
            self.data[:self.top["meta"][1]] + self._meta(replaced, places)
            + struct.pack(">I4sQ", 1, b"mdat", len(media) + header) + media)

    def _meta(self, replaced, places):
        """The meta box with boxes replaced and the places of items written into iloc."""
        header, start, end = self.top["meta"]
        parts = [self.data[start + header:start + header + 4]]
        for kind, _, at, stop in boxes(self.data, start + header + 4, end):
            content = bytearray(self.data[at:stop])
            if kind == "iloc":
                for item, place in places.items():
                    struct.pack_into(">II", content, self.locations[item][3] - at, *place)
            if kind == "iprp":
                first, last = self.property_box
                content = box("iprp", self.data[at + 8:first] + replaced["ipco"] + self.data[last:stop])
            parts.append(replaced.get(kind, bytes(content)))
        return box("meta", b"".join(parts))


def box(kind, content):
    return struct.pack(">I4s", len(content) + 8, kind.encode("latin1")) + content
