"""Reads and writes a 12-megapixel photo in the flat formats, beside a small C program that calls the format's own
library with the same settings (Peers/libraries.c).

    Benchmarks/run formats

Two cores. Figures are the fastest of several runs in one process, without its start and without reading the input. The
picture is the sample portrait, enlarged, with a sensor's grain. The RAW file is an uncompressed DNG of that picture.
"""
import os, struct, subprocess, sys, tempfile

from measuring import INSIDE, ROOT, heading, measured, picture, row

RUNS = 4


def times(program, *arguments):
    words = measured([program, *arguments, str(RUNS)])[2].split()
    return float(words[0])


def show(name, own, peer):
    row(name, f"{own:.0f} ms", f"{peer:.0f} ms", f"{own / peer:.2f}")


def pam(path, image, deep):
    import array
    width, height = image.size
    with open(path, "wb") as file:
        file.write(b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL %d\nTUPLTYPE RGB_ALPHA\nENDHDR\n" % (width, height, 65535 if deep else 255))
        samples = image.convert("RGBA").tobytes()
        file.write(array.array("H", (257 * value for value in samples)).tobytes() if deep else samples)


def dng(path, image):
    """An uncompressed Bayer DNG, in the form of the tests' SyntheticDNG."""
    width, height = image.size
    red, green, blue = (band.tobytes() for band in image.split())
    samples = bytearray(2 * width * height)
    for y in range(height):
        line = bytearray(width)
        first, second = (red, green) if y % 2 == 0 else (green, blue)
        line[0::2] = first[y * width:(y + 1) * width][0::2]
        line[1::2] = second[y * width:(y + 1) * width][1::2]
        samples[2 * y * width + 1:2 * (y + 1) * width:2] = line
    entries = []

    def add(tag, kind, count, data):
        entries.append((tag, kind, count, data))

    def long(value):
        return struct.pack("<I", value)

    def short(*values):
        return struct.pack("<%dH" % len(values), *values)

    add(254, 4, 1, long(0)); add(256, 4, 1, long(width)); add(257, 4, 1, long(height)); add(258, 3, 1, short(16))
    add(259, 3, 1, short(1)); add(262, 3, 1, short(32803)); add(271, 2, 7, b"Sensor\0"); add(272, 2, 4, b"One\0")
    add(273, 4, 1, long(8)); add(277, 3, 1, short(1)); add(278, 4, 1, long(height)); add(279, 4, 1, long(len(samples)))
    add(284, 3, 1, short(1)); add(33421, 3, 2, short(2, 2)); add(33422, 1, 4, bytes((0, 1, 1, 2)))
    add(50706, 1, 4, bytes((1, 4, 0, 0))); add(50708, 2, 11, b"Sensor One\0"); add(50717, 3, 1, short(65535))
    add(50721, 10, 9, struct.pack("<18i", *sum(([value * 10000, 10000] for value in (1, 0, 0, 0, 1, 0, 0, 0, 1)), [])))
    add(50728, 5, 3, struct.pack("<6I", 1, 1, 1, 1, 1, 1)); add(50778, 3, 1, short(21))
    place = 8 + len(samples)
    values_place, values, directory = place + 2 + 12 * len(entries) + 4, b"", struct.pack("<H", len(entries))
    for tag, kind, count, data in entries:
        directory += struct.pack("<HHI", tag, kind, count)
        if len(data) <= 4:
            directory += data.ljust(4, b"\0")
        else:
            directory += long(values_place + len(values))
            values += data + b"\0" * (len(data) % 2)
    with open(path, "wb") as file:
        file.write(b"II" + short(42) + long(place) + samples + directory + long(0) + values)


def main():
    with tempfile.TemporaryDirectory() as folder:
        peer = os.path.join(folder, "libraries")
        subprocess.run(
            ["cc", "-O2", "-std=gnu17", os.path.join(ROOT, "Benchmarks/Peers/libraries.c"), "-o", peer, "-lwebp", "-ltiff",
             "-ljxl", "-ljxl_threads", "-lgif", "-lraw_r"], check=True)

        def path(name):
            return os.path.join(folder, name)

        image = picture(grain=3)
        image.save(path("plain.png"), compress_level=1)
        pam(path("plain.pam"), image, False)
        heading("12 MP", "ours", "library", "ratio")
        for name, file, quality in (
            ("WebP, quality 0.8", "a.webp", "0.8"), ("WebP, lossless", "b.webp", "1"),
            ("TIFF, 8 bits, Deflate", "a.tif", "1"),
            ("JPEG XL, quality 0.9", "a.jxl", "0.9"), ("JPEG XL, lossless", "b.jxl", "1"),
        ):
            own = times(INSIDE, "encode", path("plain.png"), path(file), quality)
            show(f"encode {name}", own, times(peer, "encode", path("plain.pam"), path("peer-" + file), quality))
            show(f"decode {name}", times(INSIDE, "decode", path(file)), times(peer, "decode", path(file)))
            sys.stdout.flush()
        image.quantize(200, dither=0).save(path("a.gif"))
        show("decode GIF", times(INSIDE, "decode", path("a.gif")), times(peer, "decode", path("a.gif")))
        dng(path("a.dng"), image)
        show("decode RAW (DNG)", times(INSIDE, "decode", path("a.dng")), times(peer, "decode", path("a.dng")))


main()
