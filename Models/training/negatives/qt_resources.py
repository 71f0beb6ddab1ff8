"""Unpacks pictures from Qt's resource files (.rcc), in which GCompris keeps its own."""
import os
import struct
import zlib

PICTURES = ("jpg", "jpeg", "png", "webp")
COMPRESSED, FOLDER, ZSTANDARD = 1, 2, 4  # flags of an entry


def unpack(path, out):
    """Writes the pictures of the file `path` below `out`, each at its path in the file."""
    with open(path, "rb") as f:
        data = f.read()
    if data[:4] != b"qres":
        raise ValueError(f"{path} is no Qt resource file")
    version, tree, contents, names = struct.unpack(">IIII", data[4:20])
    entry_size = 22 if version >= 2 else 14

    def name(at):
        length = struct.unpack(">H", data[names + at:names + at + 2])[0]
        start = names + at + 6
        return data[start:start + 2 * length].decode("utf-16-be")

    def walk(index, folder):
        at = tree + entry_size * index
        name_at, flags = struct.unpack(">IH", data[at:at + 6])
        here = f"{folder}/{name(name_at)}" if index else ""
        if flags & FOLDER:
            count, first = struct.unpack(">II", data[at + 6:at + 14])
            for i in range(count):
                walk(first + i, here)
            return
        if flags & ZSTANDARD or here.lower().rsplit(".", 1)[-1] not in PICTURES:
            return
        start = contents + struct.unpack(">I", data[at + 10:at + 14])[0]
        length = struct.unpack(">I", data[start:start + 4])[0]
        content = data[start + 4:start + 4 + length]
        target = out + here
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as f:
            f.write(zlib.decompress(content[4:]) if flags & COMPRESSED else content)

    walk(0, "")
