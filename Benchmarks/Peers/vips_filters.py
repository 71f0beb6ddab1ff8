"""The jobs of the filter benchmark with libvips, through pyvips."""
import pyvips

from measured_rows import MIXTURE, SATURATION, contents, height, measure, width

photo = pyvips.Image.new_from_memory(contents("photo.rgba"), width, height, 4, "uchar")[:3].copy_memory()
background = pyvips.Image.new_from_memory(contents("background.rgba"), width, height, 4, "uchar")[:3].copy_memory()
mask = pyvips.Image.new_from_memory(contents("mask.gray"), width // 2, height // 2, 1, "uchar").copy_memory()
table = pyvips.Image.identity()


def power(image, exponent):
    return image.maplut((((table / 255) ** exponent) * 255).rint().cast("uchar"))


def blend(top, bottom):
    return mask.resize(2, kernel="linear").ifthenelse(top, bottom, blend=True)


def blurred(sigma):
    # The default truncates the Gaussian where it is 0.2.
    return photo.gaussblur(sigma, min_ampl=0.02)


def clown():
    most = photo[0].bandrank([photo[1], photo[2]], index=2)
    return blend(power(most, 0.5), photo)


def ten():
    image = photo.cast("float") * (2**0.3 / 255)
    image = image * 1.1 - 0.05
    image = image.recomb(pyvips.Image.new_from_array(SATURATION))
    image = image + 0.02
    image = (image > 0).ifthenelse(image, 0) ** 0.9
    image = image.recomb(pyvips.Image.new_from_array(MIXTURE))
    image = 1 - image
    image = (image > 0).ifthenelse(image, 0) ** 1.2
    image = 1 - image
    image = (image < 0.05).ifthenelse(0.05, image)
    image = (image > 0.95).ifthenelse(0.95, image)
    return (image * 255).rint().cast("uchar")


def guided():
    def box(image):
        return image.convsep(pyvips.Image.new_from_array([[1] * 17], scale=17), precision="float")

    picture = photo.cast("float") / 255
    guide = picture.recomb(pyvips.Image.new_from_array([[0.2126, 0.7152, 0.0722]]))
    mean, means = box(guide), box(picture)
    slope = (box(picture * guide) - means * mean) / (box(guide * guide) - mean * mean + 0.01)
    offset = means - slope * mean
    return ((box(slope) * guide + box(offset)) * 255).rint().cast("uchar")


def text():
    # 72 dots per inch, so that a point is a pixel.
    letters = pyvips.Image.text("Over the hills\nand far away", font="DejaVu Sans 200", dpi=72)
    return letters.embed(300, 400, width, height).ifthenelse([255, 255, 255], photo, blend=True)


def render(make):
    def work():
        return make().write_to_memory()

    return work


for name, make in {
    "clown": clown,
    "ten": ten,
    "gaussian 4": lambda: blurred(4),
    "gaussian 20": lambda: blurred(20),
    "gaussian 100": lambda: blurred(100),
    "half": lambda: photo.resize(0.5, kernel="lanczos3"),
    "double": lambda: photo.resize(2, kernel="lanczos3"),
    "guided": guided,
    "masked blur": lambda: blend(blurred(10), photo),
    "background": lambda: blend(photo, background),
    "text": text,
}.items():
    measure("libvips", name, render(make), lambda result: bytes(result))
