"""Shared by the filter benchmark's peers in Python: arguments, timing, and input and output files."""
import os, sys, time

folder, width, height, runs, *wanted = sys.argv[1:]
width, height, runs = int(width), int(height), int(runs)


def contents(name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def measure(peer, name, work, pixels):
    """Prints the minimum and median milliseconds of `work`, by the clock and of processor time; `pixels` converts its
    result to raw RGB."""
    if wanted and name not in wanted:
        return
    times, processor = [], []
    for run in range(runs + 1):
        used, start = time.process_time(), time.perf_counter()
        result = work()
        elapsed = (time.perf_counter() - start) * 1e3
        if run:
            times.append(elapsed)
            processor.append((time.process_time() - used) * 1e3)
    times.sort()
    print(f"{name}\t{times[0]}\t{times[len(times) // 2]}\t{min(processor)}", flush=True)
    with open(os.path.join(folder, f"{name}.{peer}.rgb"), "wb") as file:
        file.write(pixels(result))


# The ten colour filters: a factor and an addend for each component, or a matrix, or an exponent.
SATURATION = [[1.16, -0.14, -0.02], [-0.04, 1.06, -0.02], [-0.04, -0.14, 1.18]]
MIXTURE = [[0.6, 0.3, 0.1], [0.2, 0.7, 0.1], [0.1, 0.3, 0.6]]
