"""The jobs of the filter benchmark with Pillow."""
import array
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from measured_rows import MIXTURE, SATURATION, contents, height, measure, width

photo = Image.frombytes("RGBA", (width, height), contents("photo.rgba")).convert("RGB")
background = Image.frombytes("RGBA", (width, height), contents("background.rgba")).convert("RGB")
mask = Image.frombytes("L", (width // 2, height // 2), contents("mask.gray"))


def held(value):
    return min(max(round(value), 0), 255)


def curve(function, bands=3):
    return [held(255 * function(i / 255)) for i in range(256)] * bands


def matrix(rows, bias=0):
    return [value for row in rows for value in (*row, bias * 255)]


def blend(top, bottom):
    return Image.composite(top, bottom, mask.resize((width, height), Image.BILINEAR))


def clown():
    r, g, b = photo.split()
    most = ImageChops.lighter(ImageChops.lighter(r, g), b).point(curve(lambda x: x**0.5, 1))
    return blend(Image.merge("RGB", (most, most, most)), photo)


def ten():
    image = photo.point(curve(lambda x: x * 2**0.3))
    image = image.point(curve(lambda x: x * 1.1 - 0.05))
    image = image.convert("RGB", matrix(SATURATION))
    image = image.point(curve(lambda x: x + 0.02))
    image = image.point(curve(lambda x: x**0.9))
    image = image.convert("RGB", matrix(MIXTURE))
    image = ImageChops.invert(image)
    image = image.point(curve(lambda x: x**1.2))
    image = ImageChops.invert(image)
    return image.point(curve(lambda x: min(max(x, 0.05), 0.95)))


samples = array.array("f", contents("cube.float"))
cube = ImageFilter.Color3DLUT(
    36, [samples[4 * i + c] for i in range(36**3) for c in range(3)], channels=3, target_mode="RGB")

font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 200)


def text():
    image = photo.copy()
    ImageDraw.Draw(image).multiline_text((300, 400), "Over the hills\nand far away", "white", font)
    return image


for name, work in {
    "clown": clown,
    "ten": ten,
    # Three box blurs each.
    "gaussian 4": lambda: photo.filter(ImageFilter.GaussianBlur(4)),
    "gaussian 20": lambda: photo.filter(ImageFilter.GaussianBlur(20)),
    "gaussian 100": lambda: photo.filter(ImageFilter.GaussianBlur(100)),
    "half": lambda: photo.resize((width // 2, height // 2), Image.LANCZOS),
    "double": lambda: photo.resize((width * 2, height * 2), Image.LANCZOS),
    "cube": lambda: photo.filter(cube),
    "masked blur": lambda: blend(photo.filter(ImageFilter.GaussianBlur(10)), photo),
    "background": lambda: blend(photo, background),
    "text": text,
}.items():
    measure("pillow", name, work, lambda result: result.tobytes())
