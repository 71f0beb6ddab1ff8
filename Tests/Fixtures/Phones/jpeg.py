"""Cuts a JPEG with auxiliary images down: every segment stays in its place, the pictures become small drawn ones."""

import io
import re
import struct

import exif

XMP = b"http://ns.adobe.com/xap/1.0/\0"
RESTART = re.compile(rb"\xff[\xd0-\xd7]")


def reduced(data, size, depth_size, drawing):
    """The file with a picture of `size`, a disparity of `depth_size` and a matte half as large as the picture."""
    pictures, end = split(data)
    assert end == len(data), "nothing follows the last picture"
    files = []
    for index, segments in enumerate(pictures):
        text = b"".join(content for marker, content in segments if content.startswith(XMP))
        if index == 0:
            picture = drawing.photo(size)
            scale = size[0] / frame_size(segments)[0]
            segments = [(marker, metadata(marker, content, scale, picture)) for marker, content in segments]
        elif b">disparity<" in text:
            picture = drawing.auxiliary("disparity", depth_size)
        else:
            picture = drawing.auxiliary("portraiteffectsmatte", tuple(side // 2 for side in size))
        files.append(recoded(segments, picture))
    files[0] = patched_index(files, pictures[0])
    return b"".join(files)


def split(data):
    """The pictures one after the other, each as its segments of marker and content, and where the last ends."""
    pictures, at = [], 0
    while data[at:at + 2] == b"\xff\xd8":
        segments, at = [], at + 2
        while True:
            marker, length = data[at + 1], int.from_bytes(data[at + 2:at + 4], "big")
            segments.append((marker, data[at + 4:at + 2 + length]))
            at += 2 + length
            if marker == 0xDA:
                break
        end = data.index(b"\xff\xd9", at)
        segments.append((None, data[at:end]))
        at = end + 2
        pictures.append(segments)
    return pictures, at


def joined(segments):
    """A picture of segments; that without a marker is the scan."""
    parts = [b"\xff\xd8"]
    for marker, content in segments:
        parts.append(content if marker is None else struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content)
    return b"".join(parts) + b"\xff\xd9"


def frame_size(segments):
    content = next(content for marker, content in segments if marker == 0xC0)
    return int.from_bytes(content[3:5], "big"), int.from_bytes(content[1:3], "big")


def metadata(marker, content, scale, picture):
    """EXIF without what is personal and with the drawn thumbnail, XMP with regions of the small picture."""
    if marker != 0xE1:
        return content
    if content.startswith(exif.SIGNATURE):
        # As large as the phone's.
        thumbnail = picture.copy()
        thumbnail.thumbnail((160, 160))
        file = io.BytesIO()
        thumbnail.save(file, "JPEG", quality=85)
        block = exif.cleaned(content[len(exif.SIGNATURE):], scale, file.getvalue())
        return exif.SIGNATURE + block
    # The sides that regions apply to; blanks keep the segment's length. One file states 3023.9999999999995 for 3024.
    def scaled(found):
        digits, fraction, tag = found.groups()
        value = float(digits + fraction) * scale
        text = b"%d" % round(value) if not fraction else b"%d." % value + b"9" * (len(digits + fraction) - 5) + b"5"
        return b">" + text + tag + b" " * (len(digits + fraction) - len(text))

    return re.sub(rb">(\d+)((?:\.\d+)?)(</stDim:[wh]>)", scaled, content)


def recoded(segments, picture):
    """The segments around the scan of another picture, coded with the same tables and restarts at each row."""
    tables = quantization_tables(segments)
    file = io.BytesIO()
    picture.save(file, "JPEG", qtables=tables, subsampling=2 if picture.mode == "RGB" else 0, restart_marker_rows=1)
    coded, _ = split(file.getvalue())
    assert quantization_tables(coded[0]) == tables
    new = {marker: content for marker, content in coded[0]}
    assert sorted(huffman_tables(coded[0])) == sorted(huffman_tables(segments)), "the standard's tables"
    result = []
    for marker, content in segments:
        if marker in (None, 0xDD):
            content = new[marker]
        elif marker == 0xC0:
            # The components' numbers and samplings are those of the phone's, seen by the assertion.
            assert content[5:] == new[0xC0][5:]
            content = content[:1] + new[0xC0][1:5] + content[5:]
        elif content.startswith(b"AROT"):
            content = restarts(content, new[None])
        result.append((marker, content))
    return joined(result)


def quantization_tables(segments):
    """The tables by number, in the order of Pillow, which is that of the picture's rows."""
    tables = {}
    for marker, content in segments:
        while marker == 0xDB and content:
            tables[content[0]] = list(content[1:65])
            content = content[65:]
    return [natural(tables[number]) for number in sorted(tables)]


def natural(zigzag):
    order = sorted(range(64), key=lambda at: zigzag_key(at // 8, at % 8))
    table = [0] * 64
    for value, place in zip(zigzag, order):
        table[place] = value
    return table


def zigzag_key(row, column):
    diagonal = row + column
    return diagonal, row if diagonal % 2 else column


def huffman_tables(segments):
    tables = []
    for marker, content in segments:
        while marker == 0xC4 and content:
            length = 17 + sum(content[1:17])
            tables.append(content[:length])
            content = content[length:]
    return tables


def restarts(content, scan):
    """Apple's index of restart markers: their number, their offsets in the scan little-endian, 6 zeros."""
    offsets = [found.start() for found in RESTART.finditer(scan)]
    assert len(content) == 10 + 4 * int.from_bytes(content[6:10], "big") + 6
    return content[:6] + struct.pack(">I", len(offsets)) + struct.pack("<%dI" % len(offsets), *offsets) + content[-6:]


def patched_index(files, original):
    """The first picture with the offsets and sizes of all in its MPF index.

    Image I/O, which rewrote these files, states a first size that is too small by the segments of EXIF and XMP, less
    192 bytes. It stays too small in the same way: readers have to bear it.
    """
    first = bytearray(files[0])
    base = first.index(b"MPF\0MM\0*") + 4
    entries = base + 50
    stated = int.from_bytes(first[entries + 4:entries + 8], "big")
    assert len(joined(original)) - stated == application_length(original) - 192
    struct.pack_into(">I", first, entries + 4, len(first) - application_length(split(first)[0][0]) + 192)
    at = len(first)
    for index, file in enumerate(files[1:], start=1):
        struct.pack_into(">II", first, entries + 16 * index + 4, len(file), at - base)
        at += len(file)
    return bytes(first)


def application_length(segments):
    """The bytes that EXIF and XMP take."""
    return sum(len(content) + 4 for marker, content in segments if marker == 0xE1)
