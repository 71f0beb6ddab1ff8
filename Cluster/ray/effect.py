"""Applies an effect to photos on a Ray cluster, a photo a task, by workers that keep their networks.

    python Cluster/ray/effect.py EFFECT INPUT OUTPUT [--workers N] [--processors N]

INPUT and OUTPUT are folders that all nodes see. A worker that dies is begun anew, and its photo is tried again: outputs
appear whole, so that one that is there is done (`--existing skip`). Prints a line of JSON for each photo that failed.
"""
import argparse, json, os, pathlib, subprocess, sys

import ray

SUFFIXES = {".heic", ".heif", ".avif", ".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".jxl"}
COMMAND = [os.environ.get("MATTETOOL", "mattetool"), "worker", "--existing", "skip", "--max-seconds", "120", "--memory", "3G"]


@ray.remote(max_restarts=-1, max_task_retries=3)
class Worker:
    """A `mattetool worker`, begun with the first photo and again after its end."""

    def __init__(self, options):
        self.command, self.process = COMMAND + options, None

    def apply(self, job):
        for _ in range(3):
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            try:
                print(json.dumps(job), file=self.process.stdin, flush=True)
                answer = json.loads(self.process.stdout.readline())
            except (BrokenPipeError, json.JSONDecodeError):  # It is ending, or has ended: the next try begins another.
                self.process.kill(), self.process.wait()
                answer = {"error": "the worker ended", "retry": True, **job}
            if not answer.get("retry"):
                break
        return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("effect"), parser.add_argument("input", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--workers", type=int, default=0, help="as many as the cluster has processors for")
    parser.add_argument("--processors", type=int, default=2, help="of one worker")
    own, options = parser.parse_known_args()  # The others are the worker's own: --matte-quality fast.
    ray.init(log_to_driver=False, include_dashboard=False)
    count = own.workers or max(1, int(ray.cluster_resources().get("CPU", 1)) // own.processors)
    pool = ray.util.ActorPool([Worker.options(num_cpus=own.processors).remote(options) for _ in range(count)])
    photos = sorted(path for path in own.input.rglob("*") if path.suffix.lower() in SUFFIXES)
    jobs = [{"job": number, "effect": own.effect, "input": str(path.resolve()),
             "output": str((own.output / path.relative_to(own.input)).resolve())} for number, path in enumerate(photos)]
    answers, failed = pool.map_unordered(lambda worker, job: worker.apply.remote(job), jobs), 0
    for failed, answer in enumerate((answer for answer in answers if "error" in answer), 1):
        print(json.dumps(answer), flush=True)
    print(f"{len(jobs) - failed} of {len(jobs)} photos have their outputs", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
