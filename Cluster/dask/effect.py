"""Applies an effect to photos on a Dask cluster, a photo a task, by workers that keep their networks.

    python Cluster/dask/effect.py EFFECT INPUT OUTPUT [--scheduler ADDRESS] [--workers N]

INPUT and OUTPUT are folders that all nodes see; their photos are those of `mattetool batch -r`. Without --scheduler the
processes run here. A worker that dies is restarted, and its photo is tried again: outputs appear whole, so an existing one is
done (`--existing skip`). Prints a line of JSON for each photo that failed.
"""
import argparse, json, os, subprocess, sys

from dask.distributed import Client, LocalCluster, as_completed, get_worker

COMMAND = [os.environ.get("MATTETOOL", "mattetool"), "worker", "--existing", "skip", "--max-seconds", "120", "--memory", "3G"]


def apply(job, options):
    """A photo by the `mattetool worker` of this Dask worker, which is started with its first photo, and again after its end."""
    worker = get_worker()  # With one thread: its process does a job at a time.
    for _ in range(3):
        process = getattr(worker, "mattetool", None)
        if process is None or process.poll() is not None:
            process = subprocess.Popen(
                COMMAND + options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
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


def plan(effect, source, output):
    """A job for each photo that `mattetool batch` would take, with the output that it would make. Other files are named."""
    listing = subprocess.run([COMMAND[0], "batch", effect, "-r", os.path.abspath(source), "-o", os.path.abspath(output),
                              "--existing", "skip", "--dry-run"], stdout=subprocess.PIPE)
    if listing.returncode not in (0, 2):  # 2: there is none.
        sys.exit(listing.returncode)
    files = [json.loads(line) for line in listing.stdout.splitlines()]
    jobs = [{"job": number, "effect": effect, **place(file, "input"), **place(file, "output")}
            for number, file in enumerate(file for file in files if file["media"] == "photo")]
    if len(jobs) < len(files):
        print(f"movies are left to `mattetool batch`: {len(files) - len(jobs)}", file=sys.stderr)
    return jobs


def place(file, key):
    """A path as a job has it: in Base64 where it is not UTF-8."""
    return {key + suffix: file[key + suffix] for suffix in ("", "Base64") if key + suffix in file}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("effect"), parser.add_argument("input"), parser.add_argument("output")
    parser.add_argument("--scheduler", help="the address of a scheduler whose workers have one thread each")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1) // 2), help="without --scheduler")
    own, options = parser.parse_known_args()  # The others are the worker's own: --matte-quality fast.
    jobs, failed = plan(own.effect, own.input, own.output), 0
    cluster = own.scheduler or LocalCluster(n_workers=own.workers, threads_per_worker=1, dashboard_address=None)
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
