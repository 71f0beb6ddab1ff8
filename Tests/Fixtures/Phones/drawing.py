"""The drawn pictures that take the place of what was photographed: a figure without a face, and its mattes."""

from PIL import Image, ImageDraw, ImageFilter

OVERSAMPLING = 4

# The parts of the figure, each as an ellipse: its centre and half axes, in units of the head's width and height.
PARTS = {
    "body": (0, 2.2, 1.9, 1.6),
    "hair": (0, -0.06, 0.62, 0.56),
    "skin": (0, 0.06, 0.5, 0.47),
    "teeth": (0, 0.3, 0.16, 0.045),
    "glasses left": (-0.2, 0, 0.15, 0.1),
    "glasses right": (0.2, 0, 0.15, 0.1),
}
# What each matte covers, by the last word of its name.
MATTES = {
    "portraiteffectsmatte": ["body", "hair", "skin"],
    "semanticskinmatte": ["skin", "-teeth", "-glasses left", "-glasses right"],
    "semantichairmatte": ["hair", "-skin"],
    "semanticteethmatte": ["teeth"],
    "semanticglassesmatte": ["glasses left", "glasses right"],
}


class Drawing:
    """A figure whose head has its centre and size in fractions of the picture, or, without a head, two plain shapes."""

    def __init__(self, head=None):
        self.head = head

    def photo(self, size):
        """The picture: colour gradients with the figure before them."""
        picture = gradient(size, (58, 92, 140), (196, 176, 132))
        if self.head is None:
            parts = [((0.42, 0.55, 0.2, 0.27), (150, 112, 74)), ((0.68, 0.4, 0.12, 0.16), (86, 128, 78))]
            for ellipse, color in parts:
                picture.paste(color, mask=self._mask(size, [ellipse]))
            return picture
        colors = {
            "body": (72, 84, 110), "hair": (62, 46, 38), "skin": (202, 160, 132), "teeth": (240, 238, 230),
            "glasses left": (44, 48, 56), "glasses right": (44, 48, 56),
        }
        for name, color in colors.items():
            picture.paste(color, mask=self._mask(size, [self._ellipse(name)]))
        return picture

    def auxiliary(self, name, size):
        """The picture of an auxiliary image: a matte, a gain map (hdrgainmap) or a disparity."""
        if name in MATTES:
            mask = Image.new("L", size, 0)
            for part in MATTES[name]:
                mask.paste(0 if part[0] == "-" else 255, mask=self._mask(size, [self._ellipse(part.lstrip("-"))]))
            return mask
        if name == "hdrgainmap":
            return gradient(size, (210, 0, 0), (0, 0, 0)).getchannel(0)
        disparity = gradient(size, (0, 0, 0), (96, 0, 0)).getchannel(0)
        shapes = [(0.42, 0.55, 0.2, 0.27)] if self.head is None else map(self._ellipse, ["body", "hair", "skin"])
        disparity.paste(255, mask=self._mask(size, shapes).filter(ImageFilter.GaussianBlur(1.5)))
        return disparity

    def _ellipse(self, name):
        (x, y, width, height), (dx, dy, rx, ry) = self.head, PARTS[name]
        return (x + dx * width, y + dy * height, rx * width, ry * height)

    @staticmethod
    def _mask(size, ellipses):
        width, height = (side * OVERSAMPLING for side in size)
        mask = Image.new("L", (width, height), 0)
        for x, y, rx, ry in ellipses:
            box = ((x - rx) * width, (y - ry) * height, (x + rx) * width, (y + ry) * height)
            ImageDraw.Draw(mask).ellipse(box, fill=255)
        return mask.resize(size, Image.Resampling.BOX)


def gradient(size, top, bottom):
    """A vertical gradient from one colour to another."""
    column = Image.new("RGB", (1, size[1]))
    last = max(1, size[1] - 1)
    column.putdata([tuple((a * (last - y) + b * y) // last for a, b in zip(top, bottom)) for y in range(size[1])])
    return column.resize(size)
