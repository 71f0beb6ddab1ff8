"""Measures our mattes and every teacher network on the same held-out pictures, and writes Models/bench-mattes.md.

    bench.py --data DATA [--negatives FOLDER] [--only TEXT] [--columns TEXT] [--every N] [--weights FILE]

`--only` and `--columns` are regular expressions for the titles of rows and columns. A run with either prints its table
but does not keep it. `--weights` measures one bare network, which need not be in Models/Weights.
"""
import argparse
import datetime
import json
import os
import re
import sys

# As mattetool does: with AMX, OpenVINO crashes on quantized networks. OpenVINO reads this at its first inference.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_FP16")

import columns
import measures
import splits
import teeth_measures

KEPT = os.path.join(columns.ROOT, "Models", "bench-mattes.md")
PICTURES = os.path.join(columns.ROOT, ".build", "bench-mattes", "pictures.json")
FAR = os.path.join(columns.ROOT, ".build", "bench-mattes", "far-away")
GROUPS = os.path.join(columns.ROOT, ".build", "bench-mattes", "groups")
AIMS = {  # row: (best teacher when the work began, first aim, current aim)
    "hair IoU, celeb1k/val": "0.907, 0.92, 0.94", "hair IoU, figaro1k": "0.833, 0.89, 0.93", "hair IoU, ccp whole photo": "0.68, 0.72, 0.78",
    "skin IoU, fasseg_v3": "measure, 0.91, 0.94", "skin IoU, ccp whole photo": "0.51, 0.70, 0.78", "person IoU, ccp": "0.952, 0.955, 0.965",
    "portrait MAE, p3m_demo": "0.012, 0.011, 0.008", "portrait MAE, iPhone photos": "0.004 / 0.010, 0.02, 0.01",
    "hair MAE, iPhone photos": "0.001 / 0.043, 0.02, 0.01", "skin MAE, iPhone photos": "0.065 / 0.037, 0.02, 0.01", "teeth MAE, iPhone photos": "-, 0.02, 0.01",
}


def groups(a):
    """(titles of rows, the function that computes them)."""
    for test in splits.labelled(a.data):
        test.pairs = test.pairs[::a.every]
        yield test.title, lambda c, t=test: measures.overlap(t, c)
    for test in splits.people(a.data):
        test.pairs = test.pairs[::max(1, a.every // 4)]  # small sets
        yield test.title, lambda c, t=test: measures.overlap(t, c)
    yield "person IoU, far away (composed)", lambda c: measures.overlap(splits.far_away(a.data, a.negatives, FAR, max(1, a.every // 4)), c)
    yield "person IoU, groups (composed)", lambda c: measures.overlap(splits.in_groups(a.data, a.negatives, GROUPS, max(1, a.every // 4)), c)
    yield "no portrait of somebody", lambda c: measures.missed(splits.with_people(a.data)[::a.every], c)
    for test in splits.named_hair(a.data):
        yield test.title, lambda c, t=test: measures.overlap(t, c)
    yield "portrait MAE, p3m_demo; in the edge band", lambda c: measures.portrait_alpha(splits.portraits(a.data), c)
    yield "portrait hair skin teeth MAE, iPhone photos", lambda c: measures.iphones(a.tool, splits.iphone_photos(a.data), c)
    yield "teeth precision recall, smiles, boundary error, closed mouths", lambda c: teeth_measures.measure(a.data, c, a.every)
    for title, names in splits.NEGATIVES.items():
        paths = splits.negatives(a.negatives, names)[::a.every]
        yield f"any matte, {title} (negatives)", lambda c, t=title, p=paths: measures.false_positives(t, p, c)
    kinds = splits.gathered_kinds(a.gathered_negatives)
    if not kinds:
        print(f"skipped: rows of more pictures without people: none in {a.gathered_negatives}; Models/training/negatives/gather.py makes them", file=sys.stderr)
    for kind in kinds:
        paths = splits.negatives(a.gathered_negatives, [kind])[::max(1, a.every // 4)]
        yield f"any matte, gathered {kind} (negatives)", lambda c, k=kind, p=paths: measures.false_positives(f"gathered {k}", p, c)
    if kinds:
        paths = splits.negatives(a.gathered_negatives, kinds)[::max(1, a.every // 4)]
        yield "any matte, all gathered (negatives)", lambda c, p=paths: measures.false_positives("all gathered", p, c)


def line(*cells):
    return "| " + " | ".join(cells) + " |"


def aim(title):
    found = [v for k, v in AIMS.items() if re.match(re.escape(k) + r" \(", title)]
    return found[0] if found else ""


def note(a):
    thinned = f", every {a.every}th picture of each set" if a.every > 1 else ""
    return f"""# Our mattes and their teachers on pictures that training never saw

Made on {datetime.date.today()} by `make bench-mattes`{thinned}. How each row is measured is in `Benchmarks/Mattes/README.md`.

IoU at 0.5: over the pixels of all pictures together / mean over the pictures in which the kind occurs / mean of the worst tenth of them. MAE: mean absolute error. "any matte": the share of pictures without people in which some kind covers more than 0.1 % of the picture (in brackets by kind: hair, skin, portrait, teeth).

"""


def remember(pictures):
    """Keeps the value of each picture for sheet.py; rows that are not measured now are kept."""
    if os.path.exists(PICTURES):
        with open(PICTURES) as f:
            pictures = {**json.load(f), **pictures}
    with open(PICTURES, "w") as f:
        json.dump(pictures, f)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--negatives", default=os.path.join(columns.ROOT, ".build", "negatives-held-out"))
    p.add_argument("--gathered-negatives", default=os.path.join(columns.ROOT, ".build", "gathered-negatives", "held_out"), help="what gather.py held out")
    p.add_argument("--tool", default=columns.TOOL)
    p.add_argument("--weights", help="xml file of a bare network to measure alone")
    p.add_argument("--only", default="")
    p.add_argument("--columns", default="")
    p.add_argument("--every", type=int, default=1)
    a = p.parse_args()
    splits.check(a.data, a.negatives)
    every = [columns.network(a.weights)] if a.weights else [*columns.ours(a.tool), *columns.theirs(a.data)]
    chosen = [c for c in every if re.search(a.columns, c.name)]
    names = [c.name for c in chosen]
    table = [line("measure", *names, "teacher before, aim, then"), line("---", *["---"] * len(names), "---")]
    print("\n".join(table), flush=True)
    pictures = {}
    for titles, rows in groups(a):
        if not re.search(a.only, titles):
            continue
        for title, texts, each in rows(chosen):
            table.append(line(title, *(texts.get(n, "") for n in names), aim(title)))
            print(table[-1], flush=True)
            pictures[title] = each
    remember(pictures)
    if not (a.only or a.columns or a.weights):
        speed = ""
        if os.path.exists(KEPT):
            with open(KEPT) as f:
                speed = "".join(f.read().partition("\n## Speed\n")[1:])
        with open(KEPT, "w") as f:
            f.write(note(a) + "\n".join(table) + "\n" + speed)
        print(f"written to {os.path.relpath(KEPT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
