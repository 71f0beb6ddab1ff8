"""EXIF blocks changed in place: every directory, entry and offset stays where it is, only values change."""

import re
import struct

UNIT_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}
# Artist, copyright, the image's identifier, the owner and the serial numbers of body and lens.
PERSONAL = (0x013B, 0x8298, 0xA420, 0xA430, 0xA431, 0xA435)
SIGNATURE = b"Exif\0\0"
UUID = re.compile(rb"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")
RATIONALS = (5, 10)


def cleaned(block, scale, thumbnail=None):
    """The TIFF block without what tells of a person or a device, with sizes in pixels times `scale`.

    Positions, speeds, directions and times of GPS become 0, and the identifiers of the maker note. A thumbnail is
    replaced by the one given, which has to be shorter; the block becomes shorter by the difference.
    """
    assert block[:4] == b"MM\0*", "Apple writes big-endian blocks"
    block = bytearray(UUID.sub(lambda found: re.sub(rb"[0-9A-F]", b"0", found[0]), block))
    first = directory(block, number(block, 4, 4))
    exif = directory(block, number(block, first[0x8769][2], 4))
    for tag in (0xA002, 0xA003, 0x9214):
        if tag in exif:
            scale_numbers(block, exif[tag], scale)
    for tag in PERSONAL:
        assert tag not in exif and tag not in first, "names and serial numbers are not taken out: no file had any"
    if 0x8825 in first:
        clear_positions(block, directory(block, number(block, first[0x8825][2], 4)))
    second = number(block, number(block, 4, 4) + 2 + 12 * len(first), 4)
    if second:
        return with_thumbnail(block, directory(block, second), thumbnail)
    return bytes(block)


def number(block, at, size):
    return int.from_bytes(block[at:at + size], "big")


def directory(block, at):
    """The entries of a directory by tag: type, count and the offset of the value."""
    entries = {}
    for index in range(number(block, at, 2)):
        entry = at + 2 + 12 * index
        kind, count = number(block, entry + 2, 2), number(block, entry + 4, 4)
        is_inline = UNIT_SIZES[kind] * count <= 4
        entries[number(block, entry, 2)] = (kind, count, entry + 8 if is_inline else number(block, entry + 8, 4))
    return entries


def scale_numbers(block, entry, scale):
    kind, count, at = entry
    for index in range(count):
        size = UNIT_SIZES[kind]
        place = at + size * index
        value = round(number(block, place, size) * scale)
        block[place:place + size] = value.to_bytes(size, "big")


def clear_positions(block, entries):
    for tag, (kind, count, at) in entries.items():
        if kind in RATIONALS:
            for index in range(count):
                struct.pack_into(">II", block, at + 8 * index, 0, 1)
        elif tag == 0x1D:
            block[at:at + count] = b"2000:01:01\0"


def with_thumbnail(block, entries, thumbnail):
    """The block with another thumbnail, where the old one was: at the end."""
    start, length_at = number(block, entries[0x0201][2], 4), entries[0x0202][2]
    end = start + number(block, length_at, 4)
    assert len(thumbnail) < end - start and len(block) - end < 8
    struct.pack_into(">I", block, length_at, len(thumbnail))
    return bytes(block[:start] + thumbnail + block[end:])
