"""Scores of identities over a movie: IDF1 (Ristani et al., 2016), MOTA and identity switches (Bernardin, Stiefelhagen, 2008)."""
import math


def overlap(a, b):
    """Intersection over union of boxes (x, y, width, height)."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def assignment(costs):
    """The columns assigned to the rows of a square matrix at minimum cost (Kuhn, Munkres; the shortest augmenting paths
    of Jonker and Volgenant)."""
    n = len(costs)
    u, v, owner = [0.0] * (n + 1), [0.0] * (n + 1), [0] * (n + 1)
    for row in range(1, n + 1):
        owner[0] = row
        column, least, way, used = 0, [math.inf] * (n + 1), [0] * (n + 1), [False] * (n + 1)
        while owner[column]:
            used[column] = True
            current, delta, following = owner[column], math.inf, 0
            for j in range(1, n + 1):
                if used[j]:
                    continue
                cost = costs[current - 1][j - 1] - u[current] - v[j]
                if cost < least[j]:
                    least[j], way[j] = cost, column
                if least[j] < delta:
                    delta, following = least[j], j
            for j in range(n + 1):
                if used[j]:
                    u[owner[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            column = following
        while column:
            owner[column] = owner[way[column]]
            column = way[column]
    result = [0] * n
    for j in range(1, n + 1):
        result[owner[j] - 1] = j - 1
    return result


def pairs(truth, found, threshold):
    """The best one-to-one pairs of a frame's boxes that overlap enough."""
    size = max(len(truth), len(found))
    if size == 0:
        return []
    costs = [[0.0] * size for _ in range(size)]
    for i, a in enumerate(truth):
        for j, b in enumerate(found):
            value = overlap(a["box"], b["box"])
            if value >= threshold:
                costs[i][j] = -1 - value
    chosen = assignment(costs)
    return [(truth[i], found[j]) for i, j in enumerate(chosen)
            if i < len(truth) and j < len(found) and costs[i][j] < 0]


def score(frames, threshold=0.5):
    """`frames` is a list of (truth, found); a truth is {"id", "box", "isClear"}, a found face {"id", "box"}. Faces that
    are not clear are ignored. Returns a dictionary."""
    joint, truth_count, found_count = {}, {}, {}
    misses = false_alarms = switches = total = fragments = 0
    owner, is_tracked, seen_ids = {}, {}, {}
    for truth, found in frames:
        matched = pairs(truth, found, threshold)
        taken = {id(f): t for t, f in matched}
        ids = {id(t): f for t, f in matched}
        for t in truth:
            f = ids.get(id(t))
            if not t["isClear"]:
                continue
            total += 1
            truth_count[t["id"]] = truth_count.get(t["id"], 0) + 1
            if f is None:
                misses += 1
                is_tracked[t["id"]] = False
                continue
            if t["id"] in owner and owner[t["id"]] != f["id"]:
                switches += 1
            elif is_tracked.get(t["id"]) is False and t["id"] in owner:
                fragments += 1
            owner[t["id"]] = f["id"]
            is_tracked[t["id"]] = True
            seen_ids.setdefault(f["id"], set()).add(t["id"])
            joint[t["id"], f["id"]] = joint.get((t["id"], f["id"]), 0) + 1
        for f in found:
            t = taken.get(id(f))
            if t is not None and not t["isClear"]:
                continue
            if t is None:
                # A found face on one that is hardly visible is ignored.
                if any(not o["isClear"] and overlap(o["box"], f["box"]) > 0.2 for o in truth):
                    continue
                false_alarms += 1
            found_count[f["id"]] = found_count.get(f["id"], 0) + 1
    rows, columns = sorted(truth_count), sorted(found_count)
    size = max(len(rows), len(columns), 1)
    costs = [[0.0] * size for _ in range(size)]
    for (a, b), count in joint.items():
        if b in found_count:
            costs[rows.index(a)][columns.index(b)] = -count
    true = -sum(costs[i][j] for i, j in enumerate(assignment(costs)))
    reused = sum(len(owners) > 1 for owners in seen_ids.values())
    return {
        "IDF1": 2 * true / max(1, sum(truth_count.values()) + sum(found_count.values())),
        "MOTA": 1 - (misses + false_alarms + switches) / max(1, total), "switches": switches, "gaps": fragments,
        "lost": sum(1 for t in truth_count if t not in owner), "misses": misses / max(1, total),
        "false": false_alarms / max(1, total), "reused": reused, "faces": len(truth_count), "ids": len(found_count),
        "boxes": total,
    }
