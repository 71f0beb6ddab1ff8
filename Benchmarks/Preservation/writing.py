"""Writes PNG and TIFF of 16 bits, EXIF blocks and multi-picture JPEGs byte by byte, which Pillow does not write."""
import struct
import zlib


def png16(path, size, samples, channels):
    """A PNG of 16 bits; `samples` are rows of big-endian numbers, 3 or 4 a pixel."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    width, height = size
    stride = 2 * channels * width
    rows = b"".join(b"\0" + samples[y * stride:(y + 1) * stride] for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 16, 2 if channels == 3 else 6, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))


def directory(entries, at, following=0, order="<"):
    """A TIFF directory at offset `at` of its file: entries of tag, type, count and bytes, followed by their values."""
    values_at, values = at + 2 + 12 * len(entries) + 4, b""
    result = struct.pack(order + "H", len(entries))
    for tag, kind, count, data in sorted(entries):
        result += struct.pack(order + "HHI", tag, kind, count)
        if len(data) <= 4:
            result += data.ljust(4, b"\0")
        else:
            result += struct.pack(order + "I", values_at + len(values))
            values += data + b"\0" * (len(data) % 2)
    return result + struct.pack(order + "I", following) + values


def ascii_entry(tag, text):
    data = text.encode() + b"\0"
    return tag, 2, len(data), data


def short(tag, *values):
    return tag, 3, len(values), struct.pack("<%dH" % len(values), *values)


def tiff16(path, size, samples):
    """A TIFF of 16 bits without compression; `samples` are little-endian numbers, 3 a pixel."""
    width, height = size
    entries = [
        short(256, width), short(257, height), short(258, 16, 16, 16), short(259, 1), short(262, 2),
        (273, 4, 1, struct.pack("<I", 8)), short(277, 3), short(278, height), (279, 4, 1, struct.pack("<I", len(samples))),
        short(284, 1),
    ]
    with open(path, "wb") as file:
        file.write(b"II*\0" + struct.pack("<I", 8 + len(samples)) + samples + directory(entries, 8 + len(samples)))


def canon_exif(orientation):
    """An EXIF block in the form of a Canon camera: its maker note's offsets are relative to the block's start."""
    note_entries = [
        (0x0001, 3, 6, struct.pack("<6H", 12, 2, 0, 3, 0, 0)),
        ascii_entry(0x0006, "Canon EOS R6"), ascii_entry(0x0007, "Firmware Version 1.8.1"),
        ascii_entry(0x0009, "A photographer"), (0x000C, 4, 1, struct.pack("<I", 12345678)),
        ascii_entry(0x0095, "RF50mm F1.2 L USM"),
    ]
    main_at = 8

    def block(exif_at, note_at):
        main = [
            ascii_entry(271, "Canon"), ascii_entry(272, "Canon EOS R6"), short(274, orientation),
            (282, 5, 1, struct.pack("<II", 72, 1)), (283, 5, 1, struct.pack("<II", 72, 1)), short(296, 2),
            ascii_entry(306, "2024:05:01 12:00:00"), ascii_entry(315, "A photographer"),
            (34665, 4, 1, struct.pack("<I", exif_at)),
        ]
        note = directory(note_entries, note_at)
        exif = [
            (33434, 5, 1, struct.pack("<II", 1, 250)), (33437, 5, 1, struct.pack("<II", 12, 10)), short(34855, 400),
            (36864, 7, 4, b"0232"), ascii_entry(36867, "2024:05:01 12:00:00"), ascii_entry(36868, "2024:05:01 12:00:00"),
            (37386, 5, 1, struct.pack("<II", 50, 1)), short(37385, 16), ascii_entry(42036, "RF50mm F1.2 L USM"),
            short(40961, 65535), (37500, 7, len(note), note),
        ]
        exif_block = directory(exif, exif_at)
        return directory(main, main_at), exif_block, exif_at + exif_block.rindex(note)

    # Directories have the same length at any offset, so the second pass has the right offsets.
    first, _, _ = block(0, 0)
    exif_at = main_at + len(first)
    _, _, note_at = block(exif_at, 0)
    first, second, placed = block(exif_at, note_at)
    assert placed == note_at
    return b"II*\0" + struct.pack("<I", main_at) + first + second


def with_segments(jpeg, segments):
    """The JPEG with segments of marker and content after its start, instead of JFIF's."""
    at = 2
    while jpeg[at + 1] == 0xE0:
        at += 2 + int.from_bytes(jpeg[at + 2:at + 4], "big")
    parts = [struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content for marker, content in segments]
    return b"\xff\xd8" + b"".join(parts) + jpeg[at:]


def multi_picture_index(sizes):
    """The segment of the index, and the distance from its start to the origin of its offsets; the first picture is the
    file's own."""
    entries = b""
    for index, (size, offset) in enumerate(sizes):
        entries += struct.pack(">IIIHH", 0x30000 if index == 0 else 0, size, offset, 0, 0)
    header = b"MM\0*" + struct.pack(">IH", 8, 3)
    header += struct.pack(">HHI4s", 0xB000, 7, 4, b"0100") + struct.pack(">HHII", 0xB001, 4, 1, len(sizes))
    return b"MPF\0" + header + struct.pack(">HHIII", 0xB002, 7, len(entries), 50, 0) + entries
