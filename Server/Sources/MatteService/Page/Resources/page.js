"use strict";
const $ = (id) => document.getElementById(id);
let effect = null, photo = null, running = null, pending = 0, timer = 0;
const urls = {};

function show(name, blob) {
  if (urls[name]) URL.revokeObjectURL(urls[name]);
  urls[name] = blob ? URL.createObjectURL(blob) : null;
  return urls[name];
}

function tell(text, isWrong) {
  $("status").textContent = text;
  $("status").classList.toggle("wrong", Boolean(isWrong));
}

const words = (name) => { const text = name.replaceAll("-", " "); return text[0].toUpperCase() + text.slice(1); };

/** The settings that are not as the effect has them by itself. */
function settings() {
  const changed = [];
  for (const field of $("settings").elements) {
    if (field.name && field.value !== field.dataset.standard) changed.push(`${field.name}=${field.value}`);
  }
  return changed;
}

function address(format, mattes, name = effect.name, set = settings()) {
  const query = new URLSearchParams({ effect: name, format, mattes });
  for (const setting of set) query.append("set", setting);
  return `photo?${query}`;
}

async function ask(where, signal, accept) {
  let answer;
  try {
    answer = await fetch(where, { method: "POST", body: photo, signal, headers: accept ? { Accept: accept } : {} });
  } catch (error) {
    throw error.name === "AbortError" ? error : new Error("The service does not answer.");
  }
  if (!answer.ok) throw new Error((await answer.text()).trim() || `status ${answer.status}`);
  return answer;
}

/** Applies the effect once nothing has changed for a moment: arrow keys go through effects and settings. */
function applySoon() {
  clearTimeout(timer);
  timer = setTimeout(apply, 150);
}

async function apply() {
  if (!photo || !effect) return;
  running?.abort();
  const own = running = new AbortController();
  pending += 1;
  $("busy").hidden = false;
  $("compare").setAttribute("aria-busy", "true");
  tell("Working…");
  try {
    const answer = await ask(address("jpeg", "beside"), own.signal, "multipart/form-data");
    const form = await answer.formData();
    if (own.signal.aborted) return;
    const report = JSON.parse(form.get("report"));
    $("after").src = show("after", form.get("photo"));
    await showMattes(form);
    if (own.signal.aborted) return;
    describe(report);
    $("keep").hidden = false;
  } catch (error) {
    if (error.name !== "AbortError") tell(error.message, true);
  } finally {
    pending -= 1;
    if (pending === 0) {
      $("busy").hidden = true;
      $("compare").removeAttribute("aria-busy");
    }
  }
}

function describe(report) {
  const faces = report.faceCount ?? 0;
  const parts = [faces === 0 ? "No face" : faces === 1 ? "1 face" : `${faces} faces`];
  const seconds = Object.values(report.milliseconds ?? {}).reduce((a, b) => a + b, 0) / 1000;
  if (seconds) parts.push(`${seconds.toFixed(1)} s`);
  tell([...parts, ...(report.suspicious ?? []), ...(report.warnings ?? [])].join(" · "));
}

async function showMattes(form) {
  const kept = $("mattes").querySelector("[aria-pressed=true]")?.dataset.kind;
  $("mattes").replaceChildren();
  $("tint").classList.remove("shown");
  for (const [name, file] of form.entries()) {
    if (!name.startsWith("matte.")) continue;
    const kind = name.slice("matte.".length);
    const [button, image] = [document.createElement("button"), new Image()];
    image.src = show(name, file);
    image.alt = "";
    button.type = "button";
    button.dataset.kind = kind;
    button.setAttribute("aria-pressed", "false");
    button.append(image, words(kind));
    button.onclick = () => tint(button, image);
    $("mattes").append(button);
    await image.decode();
    if (kind === kept) tint(button, image);
  }
  place();
}

/** Lays a matte over the picture in the page's color. */
function tint(button, image) {
  const isShown = button.getAttribute("aria-pressed") === "true";
  for (const other of $("mattes").children) other.setAttribute("aria-pressed", "false");
  $("tint").classList.toggle("shown", !isShown);
  if (isShown) return;
  button.setAttribute("aria-pressed", "true");
  const canvas = $("tint"), context = canvas.getContext("2d", { willReadFrequently: true });
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let i = 0; i < pixels.data.length; i += 4) {
    const alpha = pixels.data[i];
    pixels.data.set([225, 40, 110, alpha * 0.62], i);
  }
  context.putImageData(pixels, 0, 0);
}

/** Puts what lies over the picture where it is shown. */
function place() {
  const box = $("after").getBoundingClientRect(), outer = $("compare").getBoundingClientRect();
  const at = Number($("slider").value);
  $("slider").setAttribute("aria-valuetext", `${Math.round(at)} % before, ${Math.round(100 - at)} % after`);
  const [left, top] = [box.left - outer.left, box.top - outer.top];
  for (const id of ["before", "tint", "slider"]) {
    Object.assign($(id).style, { left: `${left}px`, top: `${top}px`, width: `${box.width}px`, height: `${box.height}px` });
  }
  $("compare").style.setProperty("--at", `${at}%`);
  Object.assign($("line").style, { left: `${left + box.width * at / 100 - 1}px`, top: `${top}px`, height: `${box.height}px` });
  const [before, after] = document.querySelectorAll(".tag");
  Object.assign(before.style, { left: `${left + 10}px`, top: `${top + 10}px`, opacity: at > 12 ? 1 : 0 });
  Object.assign(after.style, { right: `${outer.right - box.right + 10}px`, top: `${top + 10}px`, opacity: at < 88 ? 1 : 0 });
}

async function open(file) {
  if (!file) return;
  photo = file;
  $("mattes").replaceChildren();
  $("keep").hidden = true;
  $("file").hidden = $("drop").hidden = true;
  $("compare").hidden = false;
  tell(file.name);
  $("before").src = $("after").src = show("before", file);
  try {
    await $("before").decode();
  } catch {
    // The browser does not read the format, so the service makes what is shown.
    try {
      const answer = await ask(address("jpeg", "none", "blur-background", ["strength=0"]));
      $("before").src = $("after").src = show("before", await answer.blob());
      await $("before").decode();
    } catch (error) {
      another();
      return tell(error.message, true);
    }
  }
  place();
  $("slider").focus();
  await apply();
}

function choose(next) {
  effect = next;
  $("summary").textContent = next.summary;
  $("settings").replaceChildren(...next.settings.map(field).filter(Boolean));
  applySoon();
}

/** What a setting is changed with; nothing for files and faces, which a page cannot name. */
function field(setting) {
  const label = document.createElement("label"), name = document.createElement("span");
  name.textContent = words(setting.name);
  label.append(name);
  let input;
  if (setting.type === "number" && setting.range) {
    input = document.createElement("input");
    input.type = "range";
    [input.min, input.max] = setting.range;
    input.step = (setting.range[1] - setting.range[0]) / 200;
    input.value = setting.defaultValue;
    const output = document.createElement("output");
    output.textContent = setting.defaultValue;
    input.addEventListener("input", () => { output.textContent = Number(input.value).toFixed(2); });
    label.append(output);
  } else if (setting.type === "color" && /^#[0-9a-f]{6}$/.test(setting.defaultValue)) {
    input = document.createElement("input");
    input.type = "color";
    input.value = setting.defaultValue;
  } else if (setting.type === "choice") {
    input = document.createElement("select");
    for (const choice of setting.choices) input.append(new Option(words(choice), choice));
    input.value = setting.defaultValue;
  } else {
    return null;
  }
  input.name = setting.name;
  input.dataset.standard = input.value;
  input.addEventListener("change", applySoon);
  const summary = document.createElement("small");
  summary.textContent = setting.summary;
  summary.id = `about-${setting.name}`;
  name.id = `name-${setting.name}`;
  input.setAttribute("aria-labelledby", name.id);
  input.setAttribute("aria-describedby", summary.id);
  label.append(input, summary);
  return label;
}

async function download() {
  const format = $("format").value;
  $("download").disabled = true;
  try {
    const answer = await ask(address(format, "embed"));
    const blob = await answer.blob();
    const endings = { "image/jpeg": "jpg", "image/tiff": "tif" };
    const ending = endings[blob.type] ?? blob.type.split("/")[1];
    const link = document.createElement("a");
    link.href = show("download", blob);
    link.download = `${photo.name.replace(/\.[^.]*$/, "")}-${effect.name}.${ending}`;
    link.click();
  } catch (error) {
    tell(error.message, true);
  }
  $("download").disabled = false;
}

function another() {
  running?.abort();
  photo = null;
  $("file").value = "";
  $("compare").hidden = $("keep").hidden = true;
  $("file").hidden = $("drop").hidden = false;
  $("mattes").replaceChildren();
  tell("");
  $("file").focus();
}

$("file").addEventListener("change", () => open($("file").files[0]));
$("slider").addEventListener("input", place);
$("after").addEventListener("load", place);
$("download").addEventListener("click", download);
$("another").addEventListener("click", another);
addEventListener("resize", place);
document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
document.addEventListener("dragleave", () => document.body.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  open(event.dataTransfer.files[0]);
});
document.addEventListener("paste", (event) => open(event.clipboardData?.files[0]));
$("settings").form.addEventListener("submit", (event) => event.preventDefault());

fetch("effects").then((answer) => answer.json()).then((list) => {
  const first = list.effects.find((entry) => entry.name === "blur-background") ?? list.effects[0];
  for (const entry of list.effects) {
    const [label, radio, name] = ["label", "input", "span"].map((tag) => document.createElement(tag));
    radio.type = "radio";
    radio.name = "effect";
    radio.value = entry.name;
    radio.checked = entry === first;
    radio.addEventListener("change", () => choose(entry));
    name.textContent = words(entry.name);
    label.append(radio, name);
    $("effects").append(label);
  }
  choose(first);
}).catch((error) => tell(`The list of effects could not be loaded: ${error.message}`, true));
