"""Applies an effect to photos on a Ray cluster, a photo a task, by workers that keep their networks.

    python Cluster/ray/effect.py EFFECT INPUT OUTPUT [--workers N] [--processors N]

INPUT and OUTPUT are folders that all nodes see; their photos are those of `mattetool batch -r`. A worker that dies is restarted,
and its photo is tried again: outputs appear whole, so an existing one is done (`--existing skip`). Prints a
line of JSON for each photo that failed.
"""
import argparse, json, os, subprocess, sys

import ray

COMMAND = [os.environ.get("MATTETOOL", "mattetool"), "worker", "--existing", "skip", "--max-seconds", "120", "--memory", "3G"]


@ray.remote(max_restarts=-1, max_task_retries=3)
class Worker:
    """A `mattetool worker`, started with the first photo, and again after its end."""

    def __init__(self, options):
        self.command, self.process = COMMAND + options, None

    def apply(self, job):
        for _ in range(3):
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
            try:
                print(json.dumps(job), file=self.process.stdin, flush=True)
                answer = json.loads(self.process.stdout.readline())
            except (BrokenPipeError, json.JSONDecodeError):  # It is ending, or has ended: the next try begins another.
                self.process.kill(), self.process.wait()
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
    parser.add_argument("--workers", type=int, default=0, help="as many as the cluster has processors for")
    parser.add_argument("--processors", type=int, default=2, help="of one worker")
    own, options = parser.parse_known_args()  # The others are the worker's own: --matte-quality fast.
    jobs = plan(own.effect, own.input, own.output)
    ray.init(log_to_driver=False, include_dashboard=False)
    count = own.workers or max(1, int(ray.cluster_resources().get("CPU", 1)) // own.processors)
    pool = ray.util.ActorPool([Worker.options(num_cpus=own.processors).remote(options) for _ in range(count)])
    answers, failed = pool.map_unordered(lambda worker, job: worker.apply.remote(job), jobs), 0
    for failed, answer in enumerate((answer for answer in answers if "error" in answer), 1):
        print(json.dumps(answer), flush=True)
    print(f"{len(jobs) - failed} of {len(jobs)} photos have their outputs", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
