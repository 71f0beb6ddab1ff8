"""Runs a program to its end: time, processor time, and memory including all its child processes."""
import dataclasses
import os
import subprocess
import sys
import tempfile
import time

EVERY = 0.05  # seconds between measurements of the memory


@dataclasses.dataclass
class WatchedRun:
    seconds: float
    processor: float  # seconds, of all threads and of the child processes that it waited for
    memory: list  # (seconds since the start, resident MiB)

    @property
    def peak(self):
        return max(mib for _, mib in self.memory)

    def memory_at(self, share):
        """The maximum of resident memory in the twentieth of the time that ends at `share` of it."""
        end = share * self.seconds
        return max(mib for t, mib in self.memory if end - self.seconds / 20 <= t <= end)


def resident(pid):
    """MiB of a process and its descendants; those that end meanwhile do not count. The kernel's peak of a process would
    ignore that its children have theirs at other times."""
    try:
        with open(f"/proc/{pid}/statm") as f:
            total = int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
        with open(f"/proc/{pid}/task/{pid}/children") as f:
            return total + sum(resident(child) for child in f.read().split())
    except (FileNotFoundError, ProcessLookupError):
        return 0


def run(arguments):
    with tempfile.TemporaryFile("w+") as errors:
        start = time.perf_counter()
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
        memory, pid = [], 0
        while not pid:
            memory.append((time.perf_counter() - start, resident(process.pid)))
            time.sleep(EVERY)
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if status != 0:
            errors.seek(0)
            sys.exit(f"bench-movies: {' '.join(arguments)} ended with status {process.returncode}: {errors.read()[-2000:].strip()}")
    return WatchedRun(seconds, usage.ru_utime + usage.ru_stime, memory)
