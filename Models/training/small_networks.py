"""Training on two cores, and writing as OpenVINO IR, for the small networks (teeth.py, regions.py, yaw.py)."""
import time

import numpy as np
import openvino as ov
import torch


def trained(network, loss, examples, rate, batch_size, minutes, watch):
    """Trains for a given time with AdamW; the learning rate rises for 100 steps and falls to 0 as a cosine.

    `loss(network, *batch)` is minimised. `watch(averaged)` is called every 200 steps with the network of averaged
    weights (about the last hundred steps), which is returned.
    """
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
    average = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99),
                                                  use_buffers=True)
    loader = iter(torch.utils.data.DataLoader(examples, batch_size=batch_size, num_workers=1))
    network.train()
    start, step, total = time.time(), 0, 0.0
    while (done := (time.time() - start) / 60 / minutes) < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
        value = loss(network, *next(loader))
        optimizer.zero_grad()
        value.backward()
        optimizer.step()
        average.update_parameters(network)
        step, total = step + 1, total + float(value.detach())
        if step % 200 == 0:
            print(f"{step} steps, {done:.2f}: {total / 200:.3f}", flush=True)
            total = 0
            watch(average.module.eval())
    return average.module.eval()


def write(model, inputs, answer, path):
    """Writes the model in half precision, with the names of its inputs (a dictionary of samples) and output, and prints
    the error of the file."""
    model, samples = model.eval(), tuple(inputs.values())
    with torch.no_grad():
        wanted = model(*samples).numpy()
    ir = ov.convert_model(model, example_input=samples, input=[(name, list(sample.shape)) for name, sample in inputs.items()])
    for port, name in zip(ir.inputs, inputs):
        port.get_node().set_friendly_name(name)
        port.get_tensor().set_names({name})
    ir.output(0).get_tensor().set_names({answer})
    ov.save_model(ir, path, compress_to_fp16=True)
    compiled = ov.Core().compile_model(path, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    got = compiled([np.ascontiguousarray(sample.numpy()) for sample in samples])[0]
    print("off by", float(np.abs(got - wanted).max()), "in the file")
