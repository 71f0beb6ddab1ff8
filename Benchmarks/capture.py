"""Measures capture sessions: lost frames and memory while a camera of 1280x720 at 30 frames per second is recorded with
faces, added latency, leaks of 1,000 starts and stops and of unplugging, and GStreamer for the same recording.

    Benchmarks/run capture            # the recording takes ten minutes
    CAPTURE_SECONDS=180 Benchmarks/run capture

The camera is a movie at its own pace, made of the sample portrait. GStreamer is Debian's gstreamer1.0-tools with the
plug-ins base, good, bad, ugly and gstreamer1.0-libav; it is left out if gst-launch-1.0 is missing. Processor time is
compared, because other load on the machine affects it little.
"""
import json, os, shutil, subprocess, sys, tempfile, threading, time

from measuring import ROOT, SAMPLE, TOOL

INSIDE = os.path.join(ROOT, "Benchmarks/.build/release/capture-benchmark")
SECONDS = int(os.environ.get("CAPTURE_SECONDS", "600"))
PEER_SECONDS = int(os.environ.get("CAPTURE_PEER_SECONDS", "60"))


def film(folder, name, seconds):
    """The portrait under a slow pan, 1280x720, 30 frames per second."""
    path = os.path.join(folder, name)
    pan = "scale=1600:-2,crop=1280:720:x='160+150*sin(2*PI*t/20)':y='200+100*sin(2*PI*t/13)',format=yuv420p"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-loop", "1", "-framerate", "30", "-i", SAMPLE, "-t", str(seconds), "-vf", pan,
         "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", path], check=True)
    return path


def inside(*arguments, **environment):
    result = subprocess.run([INSIDE, *arguments], stdout=subprocess.PIPE, env={**os.environ, **environment}, check=True)
    return json.loads(result.stdout)


def emulation(folder):
    """An emulation of Video4Linux without a driver, for LD_PRELOAD."""
    library = os.path.join(folder, "video4linux.so")
    sources = [os.path.join(ROOT, "Tests/EmulatedVideo4Linux", name) for name in ("Calls.c", "Answers.c", "Description.c")]
    subprocess.run(
        ["clang", "-shared", "-fPIC", "-O1", "-DEMULATION_PRELOADED", "-o", library, *sources, "-ldl"], check=True)
    devices = os.path.join(folder, "devices")
    os.mkdir(devices)
    return library, devices


def watched(arguments):
    """Runs a program: its output, processor time in seconds, and its memory in MiB and the machine's load, second by
    second."""
    output, errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()
    process = subprocess.Popen(arguments, stdout=output, stderr=errors)
    sizes, loads = [], []

    def watch():
        while process.returncode is None:
            try:
                with open(f"/proc/{process.pid}/status") as status:
                    sizes.extend(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS:"))
            except OSError:
                return
            loads.append(os.getloadavg()[0])
            time.sleep(1)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    watcher.join()
    for file in (output, errors):
        file.seek(0)
    return output.read().decode(), errors.read().decode(), usage.ru_utime + usage.ru_stime, sizes, loads


def frames(path):
    result = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries", "stream=nb_read_packets",
         "-of", "csv=p=0", path], stdout=subprocess.PIPE, check=True).stdout
    return int(result.strip() or 0)


def record(source, target, *options):
    output, errors, processor, sizes, loads = watched([TOOL, "capture", source, "-o", target, "--overwrite", *options])
    # Start-up takes up to a tenth: the mean of the next fifth, and of the last, without the moment of finishing.
    steady = sizes[len(sizes) // 10:-2] or sizes
    part = max(1, len(steady) // 5)
    early, late = sum(steady[:part]) / part, sum(steady[-part:]) / part
    print(
        f"{' '.join(('mattetool capture',) + options)}: {frames(target)} frames of {frames(source)}, "
        f"{output.count(chr(10))} lines, {processor:.1f} s of processor time, {early:.0f} > {late:.0f} MiB "
        f"({(late / early - 1) * 100:+.1f} %), at most {max(sizes):.0f}; {os.path.getsize(target)} bytes; load "
        f"{min(loads):.0f} to {max(loads):.0f}", flush=True)
    if errors.strip():
        print(errors.strip(), flush=True)


def gstreamer(source, target):
    """The same codec, preset, quality and container, at the movie's pace."""
    _, _, processor, sizes, _ = watched(
        ["gst-launch-1.0", "-q", "-e", "filesrc", f"location={source}", "!", "decodebin", "!", "videoconvert", "!",
         "identity", "sync=true", "!", "x264enc", "speed-preset=veryfast", "pass=qual", "quantizer=20", "bframes=0", "!",
         "mp4mux", "!", "filesink", f"location={target}"])
    print(
        f"GStreamer: {frames(target)} frames of {frames(source)}, {processor:.1f} s of processor time, at most "
        f"{max(sizes):.0f} MiB; {os.path.getsize(target)} bytes", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        if os.path.exists(INSIDE):
            print("latency", json.dumps(inside("latency")), flush=True)
            print("starts and stops", json.dumps(inside("starts")), flush=True)
            library, devices = emulation(folder)
            print("plugs and unplugs", json.dumps(inside("plugs", devices, LD_PRELOAD=library, VIDEO_DEVICES=devices)), flush=True)
        short = film(folder, "short.mp4", PEER_SECONDS)
        for turn in range(2):
            record(short, os.path.join(folder, "mine.mp4"))
            if shutil.which("gst-launch-1.0"):
                gstreamer(short, os.path.join(folder, "other.mp4"))
        record(film(folder, "long.mp4", SECONDS), os.path.join(folder, "faces.mp4"), "--faces")


if __name__ == "__main__":
    sys.exit(main())
