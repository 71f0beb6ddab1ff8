"""RVM (MobileNetV3) through OpenVINO, frame by frame with its memory."""
import os

import numpy as np
import openvino
from openvino import opset8

SETTINGS = {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": 2}
CHANNELS = (16, 20, 40, 64)  # of the memories, at a half, a quarter, ... of the coarse part's size


class RecurrentMatting:
    """`ratio` is the factor by which RVM reduces the frame for its coarse part. By default its converter makes the long
    side 512; its documentation recommends 0.375 for portraits and 0.6 for whole bodies in 1280x720, 0.25 and 0.4 in
    1920x1080.

    The network is compiled for this one size, with the ratio as a constant: the same results within 0.00004, in three
    quarters of the time that dynamic sizes take."""

    def __init__(self, data, width, height, ratio=None):
        core = openvino.Core()
        network = core.read_model(os.path.join(data, "teachers", "rvm_folded_ov.xml"))
        inputs = {name.split(":")[0]: i for i in network.inputs for name in i.get_names()}
        # The network with a constant ratio does not accept 1.
        ratio = np.float32(min(0.999, ratio or 512 / max(width, height)))
        for target in list(inputs["downsample_ratio"].get_target_inputs()):
            target.replace_source_output(opset8.constant(ratio).output(0))
        network.remove_parameter(inputs["downsample_ratio"].get_node())
        shapes = {"src": [1, height, width, 3]}
        rows, columns = int(height * ratio), int(width * ratio)
        for number, channels in enumerate(CHANNELS, 1):
            rows, columns = -(-rows // 2), -(-columns // 2)
            shapes[f"r{number}i"] = [1, rows, columns, channels]
        network.reshape({inputs[name].get_any_name(): shape for name, shape in shapes.items()})
        compiled = core.compile_model(network, "CPU", SETTINGS)
        outputs = {name.split(":")[0]: o for o in compiled.outputs for name in o.get_names()}
        self.request, self.source, self.alpha_out = compiled.create_infer_request(), inputs["src"].get_any_name(), outputs["Identity_1"]
        self.memories = [(inputs[f"r{i}i"].get_any_name(), outputs[f"Identity_{i + 1}"]) for i in range(1, 5)]
        self.feed = {inputs[name].get_any_name(): np.zeros(shape, np.float32) for name, shape in shapes.items()}

    def alpha(self, rgb):
        """float32 (H, W) for a frame of codes; the next call overwrites it."""
        np.multiply(rgb, np.float32(1 / 255), out=self.feed[self.source][0], casting="unsafe")
        answer = self.request.infer(self.feed, share_inputs=True, share_outputs=True)
        for name, output in self.memories:
            np.copyto(self.feed[name], answer[output])
        return answer[self.alpha_out][0, ..., 0]
