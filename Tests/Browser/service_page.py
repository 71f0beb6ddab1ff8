"""The page of `mattetool serve` as somebody uses it: python3 service_page.py SERVER TOOL PHOTO FOLDER.

PHOTO is a JPEG with a face; pictures of the page are left in FOLDER, to be looked at.
"""
import json
import os
import subprocess
import sys
import threading

from accessibility import faint_texts, nameless, tab_stops
from chromium import Chromium

server, tool, photo, folder = sys.argv[1:5]
failures = []


def check(condition, what):
    print(("ok    " if condition else "FAILED ") + what, flush=True)
    if not condition:
        failures.append(what)


def start():
    process = subprocess.Popen(
        [server, "--tool", tool, "--port", "0", "--workers", "1", "--", "--matte-quality", "fast"], stderr=subprocess.PIPE,
        text=True)
    while "listening on " not in (line := process.stderr.readline()):
        assert line, "the service does not start"
    threading.Thread(target=lambda: [print("       " + text.rstrip()) for text in process.stderr], daemon=True).start()
    return process, line.split("listening on ")[1].strip()


def by_command(effect, path, ending, *options):
    """What the command makes of a photo."""
    output = os.path.join(folder, f"by-command.{ending}")
    subprocess.run([tool, "apply-effect", effect, path, "-o", output, "--overwrite", "--matte-quality", "fast", *options], check=True)
    with open(output, "rb") as file:
        return file.read()


RESULT = "document.getElementById('keep').hidden === false && !document.getElementById('compare').hasAttribute('aria-busy')"
STATUS = "document.getElementById('status').textContent"
# The pictures before and after and the matte that is shown, as sums: of what differs, and of what is white.
SEEN = """(async () => {
  const size = [64, 64], canvas = new OffscreenCanvas(...size), context = canvas.getContext("2d", { willReadFrequently: true });
  const pixels = async (id) => {
    const element = document.getElementById(id);
    if (element.decode) await element.decode();
    context.clearRect(0, 0, ...size);
    context.drawImage(element, 0, 0, ...size);
    return context.getImageData(0, 0, ...size).data;
  };
  const [before, after, tint] = [await pixels("before"), await pixels("after"), await pixels("tint")];
  let difference = 0, covered = 0;
  for (let i = 0; i < before.length; i += 4) {
    difference += Math.abs(before[i] - after[i]);
    covered += tint[i + 3] > 100;
  }
  return { difference: difference / 4096, covered: covered / 4096, sizes: ["before", "after"].map((id) => {
    const image = document.getElementById(id);
    return [image.naturalWidth, image.naturalHeight];
  }) };
})()"""


def choose(page, name):
    page.evaluate(f"document.querySelector('#effects input[value={name}]').focus()")
    page.press(" ")
    page.wait_for(f"document.querySelector('#effects input[value={name}]').checked", f"{name} to be chosen")
    # The effect is asked for a moment later.
    page.wait_for("document.getElementById('compare').hasAttribute('aria-busy')", f"{name} to be asked for", 10)
    page.wait_for(RESULT, f"the result of {name}")


def sound(page, what):
    check(not (faint := faint_texts(page)), f"{what}: every text stands out from its ground {faint or ''}")
    check(not (wrong := nameless(page)), f"{what}: every control and picture has a name {wrong or ''}")
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    check(width <= 0, f"{what}: nothing is wider than the window ({width})")


process, origin = start()
browser = Chromium(folder)
browser.save_downloads_in(folder)
effects = [entry["name"] for entry in json.loads(subprocess.check_output([tool, "effects", "--json"]))["effects"]]

page = browser.page(1280, 800)
page.open(origin)
page.wait_for("document.querySelectorAll('#effects input').length > 0", "the effects")
shown = page.evaluate("[...document.querySelectorAll('#effects input')].map((radio) => radio.value)")
check(shown == effects, f"the page has all {len(effects)} effects")
page.screenshot(f"{folder}/page-empty.png")
sound(page, "without a photo")
stops = tab_stops(page)
check(stops and stops[0]["name"].startswith("input file"), f"Tab comes to the photo first: {stops[0]['name'] if stops else ''}")
check(all(stop["shows"] for stop in stops), f"the focus is seen {[s['name'] for s in stops if not s['shows']] or ''}")

page.choose_file("#file", photo)
page.wait_for(RESULT, "a result")
page.wait_for("document.querySelectorAll('#mattes button').length >= 3", "mattes")
seen = page.evaluate(SEEN)
check(seen["difference"] > 2 and seen["sizes"][0] == seen["sizes"][1], f"before and after are seen, and differ: {seen}")
status = page.evaluate(STATUS)
check("1 face" in status, f"the status says what was found: {status}")
kinds = page.evaluate("[...document.querySelectorAll('#mattes button')].map((button) => button.textContent)")
page.click("#mattes button[data-kind=hair]")
hair = page.evaluate(SEEN)["covered"]
page.click("#mattes button[data-kind=portrait]")
portrait = page.evaluate(SEEN)["covered"]
check(0.01 < hair < portrait < 0.9, f"mattes {kinds}: hair covers {hair:.2f} and the person {portrait:.2f} of the photo")
page.screenshot(f"{folder}/page-wide.png")
sound(page, "with a photo")
page.click("#mattes button[data-kind=portrait]")
check(page.evaluate("getComputedStyle(document.getElementById('tint')).pointerEvents") == "none", "the matte is put away again")
stops = [stop for stop in tab_stops(page)]
names = " ".join(stop["name"] for stop in stops)
check(all(word in names for word in ("slider", "button", "input effect", "select format", "button download")),
      f"Tab comes to {len(stops)} things: {names}")
check(all(stop["shows"] for stop in stops), f"the focus is seen {[s['name'] for s in stops if not s['shows']] or ''}")
check(not any(stop["name"].startswith("input file") for stop in stops), "what is not seen is no stop")
page.evaluate("document.getElementById('slider').focus()")
page.press("Home")
for _ in range(10):
    page.press("ArrowRight")
at = page.evaluate("Number(document.getElementById('slider').value)")
check(5 <= at <= 50, f"ten presses of an arrow move the line to {at:.0f} %")
page.press("End")
clip = page.evaluate("getComputedStyle(document.getElementById('before')).clipPath")
check("100%" not in clip, f"at the end the photo before is seen whole: {clip}")

# Each of what is downloaded is what the command makes.
page.evaluate("document.getElementById('slider').value = 50")
for effect, form, ending, options in (
    ("blur-background", "same", "jpg", []), ("hide-faces", "heic", "heic", []), ("clown-makeup", "png", "png", []),
):
    if effect != "blur-background":
        choose(page, effect)
    page.evaluate(f"document.getElementById('format').value = '{form}'")
    page.click("#download")
    name, data = browser.downloaded(folder)
    expected = by_command(effect, photo, ending)
    check(name == f"photo-{effect}.{ending}" and data == expected,
          f"{name}: {len(data)} bytes, as mattetool apply-effect makes them ({len(expected)})")

# A setting by the keyboard.
choose(page, "blur-background")
field = page.evaluate("document.querySelector('#settings input[type=range]').name")
page.evaluate("document.querySelector('#settings input[type=range]').focus()")
before = len(page.requests)
# Strength is at its end by itself.
page.press("Home")
page.wait_for("document.getElementById('compare').hasAttribute('aria-busy')", "the setting to be asked for", 10)
page.wait_for(RESULT, "the result of a setting")
asked = [url for url in page.requests[before:] if "/photo?" in url]
value = page.evaluate(f"document.querySelector('#settings [name={field}]').value")
check(len(asked) == 1 and f"set={field}%3D{value}" in asked[0], f"a setting by the keyboard: {asked}")
page.evaluate("document.getElementById('format').value = 'same'")
page.click("#download")
data = browser.downloaded(folder)[1]
check(data == by_command("blur-background", photo, "jpg", "--set", f"{field}={value}"), f"{field}={value} is downloaded as the command makes it")

# Arrow keys go through the effects, and only where they stop is worked on.
page.evaluate("document.querySelector('#effects input:checked').focus()")
before = len(page.requests)
for _ in range(3):
    page.press("ArrowRight")
page.wait_for("document.getElementById('compare').hasAttribute('aria-busy')", "the effect to be asked for", 10)
page.wait_for(RESULT, "the result of an effect")
chosen = page.evaluate("document.querySelector('#effects input:checked').value")
asked = [url for url in page.requests[before:] if "/photo?" in url]
check(chosen == effects[(effects.index("blur-background") + 3) % len(effects)] and len(asked) <= 3 and f"effect={chosen}&" in asked[-1],
      f"arrow keys choose {chosen} by {len(asked)} requests")

# What no browser reads, dropped; then what is no photo.
heic = os.path.join(folder, "photo.heic")
with open(heic, "wb") as file:
    file.write(by_command("whiten-teeth", photo, "heic"))
page.click("#another")
check(page.evaluate("document.activeElement.id") == "file", "after 'Another photo' the focus is where one is chosen")
page.evaluate("document.querySelector('#effects input[value=blur-background]').click()")
page.drop(heic, 400, 400)
page.wait_for(RESULT, "the result of a HEIC")
check(page.evaluate(SEEN)["difference"] > 1, "a HEIC that is dropped is seen before and after")
text = os.path.join(folder, "notes.jpg")
with open(text, "w") as file:
    file.write("no photo")
page.click("#another")
page.drop(text, 400, 400)
page.wait_for("document.getElementById('status').classList.contains('wrong')", "an error")
check(page.evaluate("!document.getElementById('drop').hidden && document.getElementById('keep').hidden"),
      f"what is no photo: {page.evaluate(STATUS)}")
page.screenshot(f"{folder}/page-error.png")
# The browser itself notes each answer that is an error.
complaints = [text for text in page.complaints if "the server responded with a status of 422" not in text]
check(not complaints, f"the console is silent {complaints or ''}")
check(not page.foreign_requests(origin), f"{len(page.requests)} requests, all to the service {page.foreign_requests(origin) or ''}")
page.close()

for name, width, height, dark, phone in (
    ("dark", 1280, 800, True, False), ("phone", 390, 844, False, True), ("phone-dark", 390, 844, True, True),
    ("low", 1024, 560, False, False),
):
    page = browser.page(width, height, dark, phone)
    page.open(origin)
    page.wait_for("document.querySelectorAll('#effects input').length > 0", "the effects")
    if phone:
        page.screenshot(f"{folder}/page-{name}-empty.png")
        sound(page, f"{name}, without a photo")
    page.choose_file("#file", photo)
    page.wait_for(RESULT, "a result")
    page.wait_for("[...document.images].every((image) => image.complete)", "pictures")
    page.screenshot(f"{folder}/page-{name}.png")
    page.screenshot(f"{folder}/page-{name}-whole.png", whole=True)
    sound(page, name)
    check(not page.complaints, f"{name}: the console is silent {page.complaints or ''}")
    if name != "low":
        page.close()

# The service ends while the page is open.
process.terminate()
check(process.wait(60) == 0, "the service ends with 0")
page.evaluate("document.querySelector('#effects input[value=hide-faces]').click()")
page.wait_for("document.getElementById('status').classList.contains('wrong')", "an error")
check("service" in page.evaluate(STATUS), f"when the service has ended: {page.evaluate(STATUS)}")
browser.close()
sys.exit(bool(failures))
