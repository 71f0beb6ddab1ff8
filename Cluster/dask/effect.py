"""Applies an effect to photos on a Dask cluster, a photo a task, by workers that keep their networks.

    python Cluster/dask/effect.py EFFECT INPUT OUTPUT [--scheduler ADDRESS] [--workers N]

INPUT and OUTPUT are folders that all nodes see; without --scheduler the processes run here. A worker that dies is begun
anew, and its photo is tried again: outputs appear whole, so that one that is there is done (`--existing skip`). Prints a
line of JSON for each photo that failed.
"""
import argparse, json, os, pathlib, subprocess, sys

from dask.distributed import Client, LocalCluster, as_completed, get_worker

SUFFIXES = {".heic", ".heif", ".avif", ".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".jxl"}
COMMAND = [os.environ.get("MATTETOOL", "mattetool"), "worker", "--existing", "skip", "--max-seconds", "120", "--memory", "3G"]


def apply(job, options):
    """A photo by the `mattetool worker` of this Dask worker, which is begun with its first photo and again after its end."""
    worker = get_worker()  # With one thread: its process does a job at a time.
    for _ in range(3):
        process = getattr(worker, "mattetool", None)
        if process is None or process.poll() is not None:
            process = subprocess.Popen(COMMAND + options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            worker.mattetool = process
        try:
            print(json.dumps(job), file=process.stdin, flush=True)
            answer = json.loads(process.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError):  # It is ending, or has ended: the next try begins another.
            process.kill(), process.wait()
            answer = {"error": "the worker ended", "retry": True, **job}
        if not answer.get("retry"):
            break
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("effect"), parser.add_argument("input", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--scheduler", help="the address of a scheduler whose workers have one thread each")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1) // 2), help="without --scheduler")
    own, options = parser.parse_known_args()  # The others are the worker's own: --matte-quality fast.
    cluster = own.scheduler or LocalCluster(n_workers=own.workers, threads_per_worker=1, dashboard_address=None)
    photos = sorted(path for path in own.input.rglob("*") if path.suffix.lower() in SUFFIXES)
    jobs = [{"job": number, "effect": own.effect, "input": str(path.resolve()),
             "output": str((own.output / path.relative_to(own.input)).resolve())} for number, path in enumerate(photos)]
    failed = 0
    with Client(cluster) as client:
        futures = client.map(apply, jobs, options=options, retries=3, pure=False)
        for future, answer in as_completed(futures, with_results=True, raise_errors=False):
            if future.status != "finished" or "error" in answer:
                failed += 1
                print(json.dumps(answer, default=str), flush=True)
    print(f"{len(jobs) - failed} of {len(jobs)} photos have their outputs", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
