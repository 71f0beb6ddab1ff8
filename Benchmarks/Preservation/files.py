"""Makes twelve kinds of file with the same portrait."""
import io
import os
import random
import struct
import subprocess
import sys

from measuring import ROOT, SAMPLE

PHONES = os.path.join(ROOT, "Tests/Fixtures/Phones")
sys.path.insert(0, PHONES)

from PIL import Image, ImageOps

import heic
import jpeg
import writing
from drawing import Drawing, gradient

SIZE = (300, 400)
XMP = b"http://ns.adobe.com/xap/1.0/\0"
# In both files of phones the head of the figure is where the portrait has its own.
HEAD = (0.42, 0.23, 0.28, 0.26)

PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" %s</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""
CONTAINER = ('xmlns:Container="http://ns.google.com/photos/1.0/container/" '
             'xmlns:Item="http://ns.google.com/photos/1.0/container/item/" ')


def directory_of(items):
    """GContainer's directory of a file: semantic, kind and length of each part."""
    entries = "".join(
        f'<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="{semantic}" Item:Mime="{kind}"'
        + (f' Item:Length="{length}"' if length else "") + "/></rdf:li>" for semantic, kind, length in items)
    return f"<Container:Directory><rdf:Seq>{entries}</rdf:Seq></Container:Directory>"


def run(*arguments):
    outcome = subprocess.run(arguments, capture_output=True, text=True)
    if outcome.returncode != 0:
        sys.exit(f"{' '.join(arguments)}: {outcome.stderr}")


def exiftool(path, *arguments):
    run("exiftool", "-q", "-q", "-m", "-overwrite_original", *arguments, path)


EXIF = [
    "-IFD0:Make=Camera", "-IFD0:Model=Model One", "-ExifIFD:ISO=200", "-ExifIFD:ExposureTime=1/125", "-ExifIFD:FNumber=2.8",
    "-ExifIFD:DateTimeOriginal=2024:05:01 12:00:00", "-ExifIFD:OffsetTimeOriginal=+02:00", "-ExifIFD:LensModel=Lens 35",
    "-GPS:GPSLatitude=48.1", "-GPS:GPSLatitudeRef=N", "-GPS:GPSLongitude=11.5", "-GPS:GPSLongitudeRef=E",
    "-IFD0:Copyright=A photographer",
]
PROPERTIES = [
    "-XMP-dc:Title=A portrait", "-XMP-dc:Subject=portrait", "-XMP-dc:Subject=studio", "-XMP-xmp:Rating=4",
    "-XMP-xmpMM:DocumentID=xmp.did:0123456789", "-XMP-lr:HierarchicalSubject=People|Crew",
]
IPTC = [
    "-IPTC:ObjectName=A portrait", "-IPTC:Keywords=portrait", "-IPTC:Keywords=studio", "-IPTC:City=Houston",
    "-IPTC:Caption-Abstract=A portrait in a studio", "-IPTC:By-line=A photographer",
]


class Files:
    """Makes the files in a folder."""

    def __init__(self, folder):
        self.folder = folder
        face = Image.open(SAMPLE).convert("RGB").crop((64, 0, 448, 512))
        self.portrait = face.resize(SIZE, Image.LANCZOS)
        self.profile = self.path("p3.icc")
        phone = os.path.join(PHONES, "pillow_pug.heic")
        self.icc = subprocess.run(["exiftool", "-b", "-ICC_Profile", phone], check=True, capture_output=True).stdout
        open(self.profile, "wb").write(self.icc)
        self.thumbnail = self.path("thumbnail.jpg")
        small = self.portrait.copy()
        small.thumbnail((160, 160))
        small.save(self.thumbnail, quality=80)

    def path(self, name):
        return os.path.join(self.folder, name)

    def samples(self, order, alpha=None, curve=lambda value: value):
        """The portrait in 16 bits, with differences that 8 bits cannot represent; `curve` maps 0...1 to 0...1."""
        randomness = random.Random(1)
        table = [curve(value / 65535) for value in range(0, 65536, 16)]
        numbers = []
        shade = alpha.tobytes() if alpha else None
        for index, pixel in enumerate(self.portrait.getdata()):
            for value in pixel:
                value = min(65535, max(0, 257 * value + randomness.randint(-120, 120)))
                numbers.append(round(65535 * table[value >> 4]))
            if shade:
                numbers.append(257 * shade[index])
        return struct.pack(order + "%dH" % len(numbers), *numbers)

    def alpha(self):
        """Transparent at the top, opaque from the middle on."""
        return gradient(SIZE, (40, 0, 0), (255, 0, 0)).getchannel(0).point(lambda value: min(255, 2 * value))

    def made(self):
        """The names and paths of the files, in the order of the page."""
        makers = [
            ("HEIC of an iPhone", "phone.heic", self.phone_heic), ("HEIC in PQ, 10 bits", "pq.heic", self.pq_heic),
            ("AVIF, 10 bits", "deep.avif", self.avif), ("JPEG of an iPhone", "phone.jpg", self.phone_jpeg),
            ("Ultra HDR JPEG", "ultra.jpg", self.ultra_hdr), ("JPEG of a camera, turned", "camera.jpg", self.camera),
            ("JPEG of Photoshop", "photoshop.jpg", self.photoshop), ("motion photo", "motion.jpg", self.motion),
            ("PNG, 16 bits", "deep.png", self.png), ("TIFF, 16 bits", "deep.tif", self.tiff),
            ("WebP", "alpha.webp", self.webp), ("JPEG XL, 16 bits", "deep.jxl", self.jpeg_xl),
        ]
        for _, name, make in makers:
            make(self.path(name))
        return [(title, self.path(name)) for title, name, _ in makers]

    def auxiliary(self, name, size):
        """A gain map is bright where the portrait is; mattes and disparity are drawn."""
        if name == "hdrgainmap":
            return ImageOps.grayscale(self.portrait).resize(size, Image.LANCZOS)
        return Drawing(HEAD).auxiliary(name, size)

    def phone_heic(self, path):
        """A HEIC with the boxes, items and metadata of the phone in Tests/Fixtures/Phones."""
        file = heic.File(open(os.path.join(PHONES, "fidmaa_heic_depth_data.heic"), "rb").read())
        contents = {item: file.content(item) for item in file.locations}
        properties = dict(enumerate(file.properties, start=1))
        tiles = file.references[("dimg", file.primary)]
        for tile, picture in zip(tiles, heic.tiles_of(self.portrait, 7, 5), strict=True):
            parameters, contents[tile] = heic.coded(picture)
            file.replace(properties, "hvcC", tile, parameters)
        for item, kind in file.items.items():
            if kind == b"hvc1" and item not in tiles:
                name = file.property("auxC", item)[4:].split(b"\0")[0].decode().split(":")[-1]
                size = struct.unpack(">II", file.property("ispe", item)[4:12])
                parameters, contents[item] = heic.coded(self.auxiliary(name, size))
                file.replace(properties, "hvcC", item, parameters)
        open(path, "wb").write(file.rebuilt(properties, contents))

    def pq_heic(self, path):
        import pillow_heif

        def pq(value):
            light = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4) * 600 / 10000
            power = light ** 0.1593017578125
            return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375

        samples = self.samples("<", curve=pq)
        picture = pillow_heif.from_bytes(mode="RGB;16", size=SIZE, data=samples)
        picture.save(path, quality=90, color_primaries=9, transfer_characteristics=16, matrix_coefficients=9, full_range_flag=1)
        exiftool(path, *EXIF, *PROPERTIES)

    def avif(self, path):
        writing.png16(self.path("avif.png"), SIZE, self.samples(">"), 3)
        run("ffmpeg", "-y", "-i", self.path("avif.png"), "-c:v", "libaom-av1", "-still-picture", "1", "-crf", "12", "-cpu-used",
            "6", "-vf", "scale=out_color_matrix=bt709:out_range=full", "-pix_fmt", "yuv420p10le", "-color_primaries",
            "smpte432", "-color_trc", "iec61966-2-1", "-colorspace", "bt709", "-color_range", "pc", path)
        exiftool(path, *EXIF, *PROPERTIES)

    def phone_jpeg(self, path):
        """A JPEG with the segments and metadata of the phone."""
        pictures, _ = jpeg.split(open(os.path.join(PHONES, "fidmaa_jpeg_depth_data.jpg"), "rb").read())
        files = []
        for index, segments in enumerate(pictures):
            text = b"".join(content for _, content in segments if content.startswith(XMP))
            if index == 0:
                picture = self.portrait
                segments = [(marker, self.phone_metadata(marker, content)) for marker, content in segments]
            elif b">disparity<" in text:
                picture = self.auxiliary("disparity", jpeg.frame_size(segments))
            else:
                picture = self.auxiliary("portraiteffectsmatte", jpeg.frame_size(segments))
            files.append(jpeg.recoded(segments, picture))
        files[0] = jpeg.patched_index(files, pictures[0])
        open(path, "wb").write(b"".join(files))

    def phone_metadata(self, marker, content):
        """The phone's segment; the thumbnail is as good as the space of the old one allows."""
        for side in (128, 112, 96, 80, 64):
            small = self.portrait.copy()
            small.thumbnail((side, side))
            try:
                return jpeg.metadata(marker, content, 1, small)
            except AssertionError:
                continue
        raise AssertionError("no thumbnail fits")

    def ultra_hdr(self, path):
        """A gain map after the picture, listed by both the multi-picture index and GContainer's directory."""
        gain_map = io.BytesIO()
        self.auxiliary("hdrgainmap", (150, 200)).save(gain_map, "JPEG", quality=90)
        settings = ('hdrgm:Version="1.0" hdrgm:GainMapMin="0" hdrgm:GainMapMax="2" hdrgm:Gamma="1" hdrgm:OffsetSDR="0.015625" '
                    'hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2" hdrgm:BaseRenditionIsHDR="False">')
        namespace = 'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" '
        gain_map = writing.with_segments(gain_map.getvalue(), [(0xE1, XMP + (PACKET % (namespace + settings)).encode())])
        main = io.BytesIO()
        self.portrait.save(main, "JPEG", quality=90, icc_profile=self.icc)
        packet = PACKET % (
            namespace + CONTAINER + 'hdrgm:Version="1.0">'
            + directory_of([("Primary", "image/jpeg", 0), ("GainMap", "image/jpeg", len(gain_map))]))
        main = writing.with_segments(main.getvalue(), [(0xE1, XMP + packet.encode())])
        open(path, "wb").write(main)
        exiftool(path, *EXIF, *PROPERTIES)
        main = open(path, "rb").read()
        # The index comes after the existing segments, before the first segment that is no APP.
        at = 2
        while 0xE0 <= main[at + 1] <= 0xEF:
            at += 2 + int.from_bytes(main[at + 2:at + 4], "big")
        index = writing.multi_picture_index([(0, 0), (0, 0)])
        total = len(main) + 4 + len(index)
        index = writing.multi_picture_index([(total, 0), (len(gain_map), total - (at + 4 + 4))])
        segment = struct.pack(">BBH", 0xFF, 0xE2, len(index) + 2) + index
        open(path, "wb").write(main[:at] + segment + main[at:] + gain_map)

    def camera(self, path):
        main = io.BytesIO()
        # Stored rotated; orientation 6 rotates it by 90 degrees clockwise.
        self.portrait.transpose(Image.ROTATE_90).save(main, "JPEG", quality=90, icc_profile=self.icc)
        block = writing.with_segments(main.getvalue(), [(0xE1, b"Exif\0\0" + writing.canon_exif(6))])
        open(path, "wb").write(block)
        turned = self.path("turned.jpg")
        Image.open(self.thumbnail).transpose(Image.ROTATE_90).save(turned, quality=80)
        exiftool(path, f"-IFD1:ThumbnailImage<={turned}", *PROPERTIES)

    def photoshop(self, path):
        self.portrait.save(path, "JPEG", quality=90)
        # Longer than a segment, so XMP continues in extended segments.
        history = "; ".join(f"step {number} of the picture's history" for number in range(2400))
        exiftool(path, *EXIF, *PROPERTIES, *IPTC, f"-XMP-photoshop:History={history}",
                 f"-PhotoshopThumbnail<={self.thumbnail}", f"-IFD1:ThumbnailImage<={self.thumbnail}")

    def motion(self, path):
        film = self.path("film.mp4")
        self.portrait.save(self.path("frame.png"))
        run("ffmpeg", "-y", "-loop", "1", "-i", self.path("frame.png"), "-t", "1", "-r", "15", "-pix_fmt", "yuv420p",
            "-c:v", "libx264", "-movflags", "+faststart", film)
        movie = open(film, "rb").read()
        main = io.BytesIO()
        self.portrait.save(main, "JPEG", quality=90)
        packet = PACKET % (
            CONTAINER + 'xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1" '
            'GCamera:MotionPhotoVersion="1" GCamera:MotionPhotoPresentationTimestampUs="500000">'
            + directory_of([("Primary", "image/jpeg", 0), ("MotionPhoto", "video/mp4", len(movie))]))
        open(path, "wb").write(writing.with_segments(main.getvalue(), [(0xE1, XMP + packet.encode())]))
        exiftool(path, *EXIF, *PROPERTIES)
        with open(path, "ab") as file:
            file.write(movie)

    def png(self, path):
        writing.png16(path, SIZE, self.samples(">", self.alpha()), 4)
        exiftool(path, *EXIF, *PROPERTIES, f"-ICC_Profile<={self.profile}")

    def tiff(self, path):
        writing.tiff16(path, SIZE, self.samples("<"))
        exiftool(path, *EXIF, *PROPERTIES, *IPTC, f"-ICC_Profile<={self.profile}")

    def webp(self, path):
        picture = self.portrait.copy()
        picture.putalpha(self.alpha())
        picture.save(path, quality=90, icc_profile=self.icc)
        exiftool(path, *EXIF, *PROPERTIES)

    def jpeg_xl(self, path):
        writing.png16(self.path("jxl.png"), SIZE, self.samples(">"), 3)
        exiftool(self.path("jxl.png"), f"-ICC_Profile<={self.profile}")
        run("cjxl", self.path("jxl.png"), path, "-d", "0.5")
        exiftool(path, *EXIF, *PROPERTIES)
