"""What everybody who uses a page needs, as far as a program can see it."""
import json

# Roles that somebody does something with or that stand for something seen.
NAMED = {"button", "link", "radio", "slider", "combobox", "checkbox", "textbox", "image", "ColorWell", "navigation", "group",
         "radiogroup", "region", "complementary"}

# Texts whose contrast with what is behind them is below 4.5 to 1 (WCAG 2.2, 1.4.3; 3 to 1 where they are large).
FAINT = """(() => {
  const parse = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const over = ([r, g, b, a = 1], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const behind = (element) => {
    if (!element) return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
    const color = parse(getComputedStyle(element).backgroundColor);
    return color.length === 3 || color[3] === 1 ? color : over(color, behind(element.parentElement));
  };
  const faint = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, style = getComputedStyle(element);
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (["SCRIPT", "STYLE", "OPTION"].includes(element.tagName)) continue;
    const back = behind(element), front = over(parse(style.color), back);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    count += 1;
    if ((a + 0.05) / (b + 0.05) < (isLarge ? 3 : 4.5)) {
      faint.push(`${walker.currentNode.data.trim().slice(0, 40)}: ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
    }
  }
  return { count, faint };
})()"""

# Whether what has the focus shows it: a browser's own outline or the page's.
FOCUS = """(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const parts = [element, element.nextElementSibling, ...(element.labels ?? []), ...element.parentElement.querySelectorAll(".tag")];
  const shows = parts.some((part) => {
    if (!part) return false;
    const [style, box] = [getComputedStyle(part), part.getBoundingClientRect()];
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 && box.width > 4 && style.opacity !== "0";
  });
  const name = element.id || element.name || element.getAttribute("href") || element.textContent.trim().slice(0, 30);
  return { name: `${element.tagName.toLowerCase()} ${name} ${element.value ?? ""}`.trim(), shows };
})()"""


def faint_texts(page):
    answer = page.evaluate(FAINT)
    assert answer["count"] > 0, "a page without text"
    return answer["faint"]


def nameless(page):
    """Controls, pictures and regions that have no name, and headings that skip a level."""
    # Of what is not drawn yet the tree has no more than the outlines.
    page.evaluate("for (const article of document.querySelectorAll('article')) article.style.contentVisibility = 'visible'")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    wrong, level = [], 0
    for node in nodes:
        if node.get("ignored"):
            continue
        role = node["role"]["value"]
        properties = {part["name"]: part["value"].get("value") for part in node.get("properties", [])}
        if role in NAMED and not node.get("name", {}).get("value", "").strip():
            wrong.append(f"{role} {json.dumps(properties)}")
        if role == "heading":
            if properties["level"] > level + 1:
                wrong.append(f"heading of level {properties['level']} below {level}: {node['name']['value']}")
            level = properties["level"]
    return wrong


def tab_stops(page, limit=200):
    """What the Tab key comes to, each with whether it shows that it has the focus; ends where it starts again."""
    # Tab goes on from what was clicked last, also where that has no focus any more.
    page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); scrollTo(0, 0)")
    stops = []
    for _ in range(limit):
        page.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None or (stops and stop["name"] == stops[0]["name"]):
            break
        stops.append(stop)
    return stops
