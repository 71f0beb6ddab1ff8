"""The compared programs, each in its natural way: one call that opens, edits and writes the same format."""
import json
import os
import shutil
import subprocess
import tempfile

from measuring import PACKAGES, TOOL

# The stored samples become a tenth brighter; in linear light that is 1.1 to the power of 2.2.
STOPS = 0.3026
QUALITY = 90


class Failure(Exception):
    """The program's output."""


def run(*arguments):
    outcome = subprocess.run(arguments, capture_output=True, text=True)
    if outcome.returncode != 0:
        lines = (outcome.stderr or outcome.stdout).strip().splitlines()
        raise Failure(lines[-1] if lines else f"ended with {outcome.returncode}")
    return outcome.stdout


class Exiftool:
    """It does not edit pictures; its edit is another artist in EXIF."""
    name = "exiftool"
    hides = False

    def version(self):
        return run("exiftool", "-ver").strip()

    def brighten(self, source, target):
        shutil.copyfile(source, target)
        run("exiftool", "-q", "-q", "-m", "-overwrite_original", "-EXIF:Artist=An editor", target)


class Vips:
    name = "vips"
    hides = True

    def version(self):
        return run("vips", "--version").strip().removeprefix("vips-")

    def edited(self, source, target, edit):
        with tempfile.TemporaryDirectory() as folder:
            edited, cast = os.path.join(folder, "edited.v"), os.path.join(folder, "cast.v")
            fields = run("vipsheader", "-a", source)
            edit(source, edited, fields)
            # Arithmetic gives floating point; the samples are converted back to their type.
            run("vips", "cast", edited, cast, next(
                line.split(": ")[1] for line in fields.splitlines() if line.startswith("format: ")))
            run("vips", "copy", cast, target)

    def brighten(self, source, target):
        def edit(source, edited, fields):
            has_alpha = "\nbands: 4\n" in "\n" + fields
            run("vips", "linear", source, edited, "1.1 1.1 1.1 1" if has_alpha else "1.1", "0 0 0 0" if has_alpha else "0")
        self.edited(source, target, edit)

    def hide(self, source, target, box, stored):
        def edit(source, edited, fields):
            with tempfile.TemporaryDirectory() as folder:
                # draw_rect works in place.
                scratch = os.path.join(folder, "scratch.v")
                run("vips", "copy", source, scratch)
                bands = next(int(line.split(": ")[1]) for line in fields.splitlines() if line.startswith("bands: "))
                ink = "0 0 0" if bands == 3 else "0 0 0 255"
                run("vips", "draw_rect", scratch, ink, *map(str, stored), "--fill")
                run("vips", "copy", scratch, edited)
        self.edited(source, target, edit)


class ImageMagick:
    name = "ImageMagick"
    hides = True

    def version(self):
        return run("convert", "-version").split()[2]

    def brighten(self, source, target):
        run("convert", source, "-channel", "RGB", "-evaluate", "multiply", "1.1", "+channel", "-quality", str(QUALITY), target)

    def hide(self, source, target, box, stored):
        x, y, width, height = stored
        run("convert", source, "-fill", "black", "-draw", f"rectangle {x},{y} {x + width - 1},{y + height - 1}", "-quality",
            str(QUALITY), target)


class Pillow:
    """With all metadata that it reads passed to its writers, each in the form that it accepts; otherwise they write
    none."""
    name = "Pillow"
    hides = True

    def version(self):
        import PIL
        import pillow_heif
        return f"{PIL.__version__}, pillow-heif {pillow_heif.__version__}"

    def edited(self, source, target, edit):
        import pillow_heif
        from PIL import Image, PngImagePlugin
        pillow_heif.register_heif_opener()
        try:
            with Image.open(source) as image:
                image.load()
                options = {name: image.info[name] for name in ("exif", "icc_profile", "xmp") if image.info.get(name)}
                if source.endswith((".jpg", ".heic", ".avif", ".webp")):
                    options["quality"] = QUALITY
                if source.endswith(".tif"):
                    options["exif"] = image.getexif()
                if source.endswith(".png") and "xmp" in options:
                    options["pnginfo"] = PngImagePlugin.PngInfo()
                    options["pnginfo"].add_itxt("XML:com.adobe.xmp", options["xmp"].decode())
                edited = edit(image)
                edited.info = dict(image.info)
                edited.save(target, **options)
        except Exception as error:
            raise Failure(f"{type(error).__name__}: {error}")

    def brighten(self, source, target):
        from PIL import ImageEnhance
        self.edited(source, target, lambda image: ImageEnhance.Brightness(image).enhance(1.1))

    def hide(self, source, target, box, stored):
        from PIL import ImageDraw

        def edit(image):
            x, y, width, height = stored
            ImageDraw.Draw(image).rectangle((x, y, x + width - 1, y + height - 1), fill="black")
            return image
        self.edited(source, target, edit)


class MatteTool:
    name = "mattetool"
    hides = True

    def version(self):
        return run(TOOL, "--version").strip()

    def brighten(self, source, target):
        with tempfile.TemporaryDirectory() as folder:
            recipe = os.path.join(folder, "brighter.json")
            with open(recipe, "w") as file:
                json.dump({"version": 1, "steps": [{"filter": "exposureAdjust", "parameters": {"ev": STOPS}}]}, file)
            run(TOOL, "render", "--recipe", recipe, "--input", source, "-o", target)

    def hide(self, source, target, box, stored):
        run(TOOL, "apply-effect", "hide-faces", source, "-o", target)


EDITORS = [Exiftool(), Vips(), ImageMagick(), Pillow(), MatteTool()]
