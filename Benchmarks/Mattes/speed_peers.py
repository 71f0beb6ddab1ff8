"""Times one peer network in this process: from a decoded photo to a portrait of half its size.

speed_peers.py rvm|u2netp|mediapipe PHOTO DATA RUNS      # prints "ms M cpu M memory MIB"
"""
import os
import sys
import time

import cv2
import numpy as np


def peak():
    with open("/proc/self/status") as f:
        return next(int(line.split()[1]) / 1024 for line in f if line.startswith("VmHWM"))


def forget_peak():
    try:
        with open("/proc/self/clear_refs", "w") as f:
            f.write("5")
    except OSError:
        pass  # not permitted here: the peak then includes the decoder's memory


def compiled(data, name):
    import openvino as ov
    core = ov.Core()
    return core.compile_model(core.read_model(os.path.join(data, "teachers", name)), "CPU", {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": 2})


def rvm(data):
    """One pass over the half-size photo, its coarse part at long side 512, as for the first frame of a movie."""
    net = compiled(data, "rvm_folded_ov.xml")
    inputs = {n.split(":")[0]: n for i in net.inputs for n in i.get_names()}
    output = next(o for o in net.outputs if "Identity_1:0" in o.get_names())
    memory = {inputs[f"r{i}i"]: np.zeros((1, 1, 1, 1), np.float32) for i in range(1, 5)}

    def run(bgr, half):
        small = cv2.resize(bgr, half, interpolation=cv2.INTER_AREA)
        source = small[None, ..., ::-1].astype(np.float32) / np.float32(255)
        return net({inputs["src"]: source, inputs["downsample_ratio"]: np.float32(512 / max(half)), **memory})[output][0, ..., 0]
    return run


def u2netp(data):
    import peers
    net = compiled(data, "u2netp.onnx")
    return lambda bgr, half: cv2.resize(peers.salient(net, cv2.resize(bgr, (320, 320), interpolation=cv2.INTER_AREA)), half)


def mediapipe(data):
    import mediapipe as mp
    segmenter = mp.solutions.selfie_segmentation.SelfieSegmentation(model_selection=0)

    def run(bgr, half):
        small = cv2.resize(bgr, half, interpolation=cv2.INTER_AREA)
        return segmenter.process(np.ascontiguousarray(small[..., ::-1])).segmentation_mask
    return run


if __name__ == "__main__":
    name, path, data, runs = sys.argv[1:]
    cv2.setNumThreads(2)
    picture = cv2.imread(path)
    half = (picture.shape[1] // 2, picture.shape[0] // 2)
    forget_peak()
    before = peak()
    run = {"rvm": rvm, "u2netp": u2netp, "mediapipe": mediapipe}[name](data)
    run(picture, half)
    times, used = [], []
    for _ in range(int(runs)):
        start, processor = time.perf_counter(), time.process_time()
        mask = run(picture, half)
        times.append(time.perf_counter() - start)
        used.append(time.process_time() - processor)
    assert mask.shape == (half[1], half[0])
    print(f"ms {1000 * min(times):.1f} cpu {1000 * min(used):.1f} memory {peak() - before:.1f}")
