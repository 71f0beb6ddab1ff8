"""The teacher networks, as ../shared/tools/teachers.py runs them, each alone and fused.

`askers(data)` gives (name, kinds, ask); `ask(picture)` returns planes by kind at the picture's size. Photos larger than
1008 pixels are first reduced to the size at which the fused labels were made. RVM, the only one that resolves edges,
gets up to 2016 pixels, half of a 12-megapixel photo, as large as our mattes. BiSeNetV2 is run in two ways, on the whole
picture and on a crop around each face; its inside of the mouth stands in for teeth.
"""
import functools
import importlib.util
import os
import sys

import cv2
import numpy as np

from pictures import picture

LONG_SIDE, RVM_LONG_SIDE = 1008, 2016
# The parsing teacher's file is quantized. With 8-bit arithmetic its sums overflow on processors without VNNI (hair of
# celeb1k 0.865 instead of 0.905), so it is run in float32 everywhere.
SETTINGS = {"INFERENCE_PRECISION_HINT": "f32", "LP_TRANSFORMS_MODE": "NO", "INFERENCE_NUM_THREADS": 1}
SKIN_PARTS, MOUTH, HAIR = (1, 7, 8, 10, 14), 11, 17


@functools.lru_cache(None)
def core():
    import openvino
    return openvino.Core()


@functools.lru_cache(None)
def teachers(data):
    """The module that runs them, set to one thread, with a cache of the last picture's results."""
    path = os.path.join(data, "..", "tools", "teachers.py")
    if not os.path.exists(path):
        sys.exit(f"bench-mattes: no {path}, which runs the teacher networks")
    spec = importlib.util.spec_from_file_location("teachers", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    import torch
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    module.network = functools.lru_cache(None)(lambda name: core().compile_model(core().read_model(os.path.join(module.TEACHERS, name)), "CPU", SETTINGS))
    for name in ("faces", "portrait"):
        setattr(module, name, remembering(getattr(module, name)))
    return module


def remembering(function):
    last = [None, None]

    def asked(image):
        if last[0] is not image:
            last[:] = image, function(image)
        return last[1]
    return asked


@functools.lru_cache(4)
def seen(path, longest):
    bgr = picture(path)
    k = longest / max(bgr.shape[:2])
    return cv2.resize(bgr, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)


@functools.lru_cache(1)
def u2net(data):
    return core().compile_model(core().read_model(os.path.join(data, "teachers", "u2netp.onnx")), "CPU", SETTINGS)


def salient(net, bgr):
    x = cv2.resize(bgr, (320, 320), interpolation=cv2.INTER_AREA)[..., ::-1].astype(np.float32)
    x = (x / max(x.max(), 1) - np.float32([0.485, 0.456, 0.406])) / np.float32([0.229, 0.224, 0.225])
    y = net([np.ascontiguousarray(x.transpose(2, 0, 1)[None])])[0][0, 0]
    return cv2.resize((y - y.min()) / (y.max() - y.min() + 1e-6), bgr.shape[1::-1])


def of_parts(parts):
    return {"hair": parts == HAIR, "skin": np.isin(parts, SKIN_PARTS), "teeth": parts == MOUTH}


def heads(module, bgr):
    parts = np.zeros(bgr.shape[:2], np.uint8)
    for face in module.faces(bgr):
        there = module.face_parts(bgr, face)
        parts = np.where(parts == 0, there, parts)
    return of_parts(parts)


def askers(data):
    def asker(answer, longest=LONG_SIDE):
        def ask(path):
            bgr = picture(path)
            h, w = bgr.shape[:2]
            small = bgr if max(h, w) <= longest else seen(path, longest)
            planes = {k: np.float32(v) for k, v in answer(teachers(data), small).items()}
            return {k: v if v.shape == (h, w) else cv2.resize(v, (w, h)) for k, v in planes.items()}
        return ask

    def skin_and_hair(m, bgr):
        skin, _, hair = m.pan(bgr)
        return {"skin": skin, "hair": hair}

    def fused(m, bgr):
        answer = m.labels(bgr)
        return {k: answer[k] for k in ("hair", "skin", "portrait")}

    yield "RVM", ("portrait",), asker(lambda m, bgr: {"portrait": m.portrait(bgr)}, RVM_LONG_SIDE)
    yield "hair512", ("hair",), asker(lambda m, bgr: {"hair": m.hair512(bgr)})
    yield "BiSeNetV2, whole", ("hair", "skin", "teeth"), asker(lambda m, bgr: of_parts(m.face_parts(bgr)))
    yield "BiSeNetV2, heads", ("hair", "skin", "teeth"), asker(heads)
    yield "PAN", ("hair", "skin"), asker(skin_and_hair)
    yield "U2NetP", ("portrait",), asker(lambda m, bgr: {"portrait": salient(u2net(data), bgr)})
    yield "fused", ("hair", "skin", "portrait"), asker(fused)
