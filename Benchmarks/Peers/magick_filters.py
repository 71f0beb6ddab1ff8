"""The jobs of the filter benchmark with ImageMagick 6, through its MagickWand library."""
import array, ctypes, ctypes.util, os

from measured_rows import MIXTURE, SATURATION, contents, height, measure, width

os.environ["MAGICK_THREAD_LIMIT"] = "2"
library = ctypes.CDLL(ctypes.util.find_library("MagickWand-6.Q16") or "libMagickWand-6.Q16.so.6")
POINTER, SIZE, REAL, INT, TEXT = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_double, ctypes.c_int, ctypes.c_char_p
# Numbers of MagickCore 6's enumerations.
CHAR_PIXELS, ALL_CHANNELS, BLUE = 1, 0x7FFFFFF, 4
OVER, COPY_OPACITY = 40, 15
LANCZOS, TRIANGLE = 22, 3
ADD, MULTIPLY, POW, MAX, MIN = 1, 7, 13, 25, 26
HSB = 8


def function(name, result, *arguments):
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    if result is INT:
        found.errcheck = done
    return found


def done(result, called, arguments):
    if not result:
        raise SystemExit(f"{called.__name__} failed: is there memory enough by ImageMagick's policy?")
    return result


genesis = function("MagickWandGenesis", None)
new = function("NewMagickWand", POINTER)
clone = function("CloneMagickWand", POINTER, POINTER)
destroy = function("DestroyMagickWand", POINTER, POINTER)
constitute = function("MagickConstituteImage", INT, POINTER, SIZE, SIZE, TEXT, INT, POINTER)
export = function(
    "MagickExportImagePixels", INT, POINTER, ctypes.c_ssize_t, ctypes.c_ssize_t, SIZE, SIZE, TEXT, INT, POINTER)
blur = function("MagickBlurImage", INT, POINTER, REAL, REAL)
resize = function("MagickResizeImage", INT, POINTER, SIZE, SIZE, INT, REAL)
evaluate = function("MagickEvaluateImage", INT, POINTER, INT, REAL)
negate = function("MagickNegateImage", INT, POINTER, INT)
composite = function("MagickCompositeImage", INT, POINTER, POINTER, INT, ctypes.c_ssize_t, ctypes.c_ssize_t)
transform = function("MagickTransformImageColorspace", INT, POINTER, INT)
separate = function("MagickSeparateImageChannel", INT, POINTER, INT)
gamma = function("MagickGammaImage", INT, POINTER, REAL)
kernel_of = function("AcquireKernelInfo", POINTER, TEXT)
color_matrix = function("MagickColorMatrixImage", INT, POINTER, POINTER)
hald = function("MagickHaldClutImage", INT, POINTER, POINTER)
image_width = function("MagickGetImageWidth", SIZE, POINTER)
image_height = function("MagickGetImageHeight", SIZE, POINTER)
set_matte = function("MagickSetImageMatte", INT, POINTER, INT)

new_drawing = function("NewDrawingWand", POINTER)
destroy_drawing = function("DestroyDrawingWand", POINTER, POINTER)
set_font = function("DrawSetFont", INT, POINTER, TEXT)
set_font_size = function("DrawSetFontSize", None, POINTER, REAL)
set_fill = function("DrawSetFillColor", None, POINTER, POINTER)
new_pixel = function("NewPixelWand", POINTER)
set_color = function("PixelSetColor", INT, POINTER, TEXT)
annotate = function("MagickAnnotateImage", INT, POINTER, POINTER, REAL, REAL, REAL, TEXT)

genesis()


def wand(samples, columns, rows, layout):
    image = new()
    if not constitute(image, columns, rows, layout, CHAR_PIXELS, samples):
        raise SystemExit("ImageMagick could not take the picture")
    return image


photo = wand(contents("photo.rgba"), width, height, b"RGBP")
background = wand(contents("background.rgba"), width, height, b"RGBP")
mask = wand(contents("mask.gray"), width // 2, height // 2, b"I")
nodes = array.array("f", contents("cube.float"))
table = bytes(min(max(round(nodes[4 * i + c] * 255), 0), 255) for i in range(36**3) for c in range(3))
cube = wand(table, 216, 216, b"RGB")
RANGE = 65535.0


def recombine(image, rows):
    text = "3x3: " + " ".join(",".join(str(value) for value in row) for row in rows)
    if not color_matrix(image, kernel_of(text.encode())):
        raise SystemExit("ImageMagick refused the matrix")


def blend(top, bottom):
    large = clone(mask)
    resize(large, width, height, TRIANGLE, 1.0)
    set_matte(large, 0)
    composite(top, large, COPY_OPACITY, 0, 0)
    composite(bottom, top, OVER, 0, 0)
    destroy(large)
    return bottom


def clown():
    white = clone(photo)
    transform(white, HSB)
    separate(white, BLUE)
    gamma(white, 2.0)
    result = blend(white, clone(photo))
    destroy(white)
    return result


def ten():
    image = clone(photo)
    evaluate(image, MULTIPLY, 2**0.3)
    evaluate(image, MULTIPLY, 1.1)
    evaluate(image, ADD, -0.05 * RANGE)
    recombine(image, SATURATION)
    evaluate(image, ADD, 0.02 * RANGE)
    gamma(image, 1 / 0.9)
    recombine(image, MIXTURE)
    negate(image, 0)
    gamma(image, 1 / 1.2)
    negate(image, 0)
    evaluate(image, MAX, 0.05 * RANGE)
    evaluate(image, MIN, 0.95 * RANGE)
    return image


def changed(operation, *arguments):
    def work():
        image = clone(photo)
        operation(image, *arguments)
        return image

    return work


def masked_blur():
    soft = changed(blur, 0, 10)()
    result = blend(soft, clone(photo))
    destroy(soft)
    return result


def replaced():
    top = clone(photo)
    result = blend(top, clone(background))
    destroy(top)
    return result


def text():
    image, drawing, white = clone(photo), new_drawing(), new_pixel()
    set_color(white, b"white")
    set_fill(drawing, white)
    set_font(drawing, b"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    set_font_size(drawing, 200)
    annotate(image, drawing, 300, 586, 0, b"Over the hills\nand far away")
    destroy_drawing(drawing)
    return image


def pixels(image):
    columns, rows = image_width(image), image_height(image)
    samples = ctypes.create_string_buffer(columns * rows * 3)
    export(image, 0, 0, columns, rows, b"RGB", CHAR_PIXELS, samples)
    return samples.raw


for name, work in {
    "clown": clown,
    "ten": ten,
    "gaussian 4": changed(blur, 0, 4),
    "gaussian 20": changed(blur, 0, 20),
    "gaussian 100": changed(blur, 0, 100),
    "half": changed(resize, width // 2, height // 2, LANCZOS, 1.0),
    "double": changed(resize, width * 2, height * 2, LANCZOS, 1.0),
    "cube": changed(hald, cube),
    "masked blur": masked_blur,
    "background": replaced,
    "text": text,
}.items():
    measure("imagemagick", name, work, pixels)
