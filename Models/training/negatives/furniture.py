"""Renders the furniture of Sweet Home 3D (.obj, with colours and textures) to cut-out pictures, two views of each.

    python3 furniture.py PACKAGES/x    # writes PACKAGES/x/furniture/<collection>/<name>_<view>.png

Needs `pip install vtk`, which renders without a screen if Mesa (libegl-mesa0 or libosmesa6) is installed.
"""
import concurrent.futures
import glob
import multiprocessing
import os
import random
import re
import sys
import zlib

import numpy as np
import vtk
from PIL import Image
from vtk.util.numpy_support import vtk_to_numpy

PEOPLE = r"girl|boy|man|woman|baby|human|people|person|child|toddler|lady"
SIZE = 480


def drawn(path, view):
    """RGBA picture of a model, seen a little from above."""
    rng = random.Random(zlib.crc32(f"{path}{view}".encode()))
    importer = vtk.vtkOBJImporter()
    importer.SetFileName(path)
    mtl = os.path.splitext(path)[0] + ".mtl"
    if os.path.exists(mtl):
        importer.SetFileNameMTL(mtl)
    importer.SetTexturePath(os.path.dirname(path))
    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetSize(SIZE, SIZE)
    window.SetAlphaBitPlanes(1)
    window.SetMultiSamples(0)
    renderer = vtk.vtkRenderer()
    renderer.SetBackgroundAlpha(0)
    renderer.SetUseFXAA(True)
    window.AddRenderer(renderer)
    importer.SetRenderWindow(window)
    importer.Update()
    for actor in renderer.GetActors():
        actor.GetProperty().SetAmbient(0.35)
        actor.GetProperty().SetAmbientColor(actor.GetProperty().GetDiffuseColor())
        actor.GetProperty().SetDiffuse(0.8)
    renderer.RemoveAllLights()
    for azimuth, elevation, power in ((rng.uniform(-70, 70), rng.uniform(20, 70), 0.9), (rng.uniform(90, 270), 30, 0.35)):
        light = vtk.vtkLight()
        light.SetLightTypeToCameraLight()
        light.SetDirectionAngle(elevation, azimuth)
        light.SetIntensity(power)
        renderer.AddLight(light)
    camera = renderer.GetActiveCamera()
    camera.SetPosition(0, 0, 1)
    camera.SetFocalPoint(0, 0, 0)
    camera.SetViewUp(0, 1, 0)
    camera.Azimuth(rng.uniform(15, 50) * (1 if view % 2 else -1))
    camera.Elevation(rng.uniform(8, 32))
    renderer.ResetCamera()
    camera.Zoom(1.2)
    window.Render()
    grab = vtk.vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.SetInputBufferTypeToRGBA()
    grab.ReadFrontBufferOff()
    grab.Update()
    out = grab.GetOutput()
    return vtk_to_numpy(out.GetPointData().GetScalars()).reshape(SIZE, SIZE, 4)[::-1]


def draw(path, folder):
    """Renders the views of a model that do not exist yet."""
    name = os.path.splitext(os.path.basename(path))[0]
    for view in range(2):
        target = os.path.join(folder, f"{name}_v{view}.png")
        if os.path.exists(target):
            continue
        image = drawn(path, view)
        if (image[..., 3] > 128).mean() > 0.01:
            Image.fromarray(np.ascontiguousarray(image)).save(target)


def main(packages):
    vtk.vtkObject.GlobalWarningDisplayOff()
    left = []
    for path in sorted(glob.glob(os.path.join(glob.escape(packages), "sweethome3d*/unzipped/*/**/*.obj"), recursive=True)):
        if not re.search(PEOPLE, path[len(packages):], re.I) and os.path.getsize(path) <= 8 << 20:
            folder = os.path.join(packages, "furniture", re.search(r"unzipped/([^/.]+)", path)[1])
            os.makedirs(folder, exist_ok=True)
            left.append((path, folder))
    # VTK's reader crashes on some models, so models are rendered in child processes; after a crash the next one
    # continues.
    while left:
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as process:
            while left:
                path, folder = left.pop(0)
                try:
                    process.submit(draw, path, folder).result()
                except concurrent.futures.process.BrokenProcessPool:
                    print("left out: VTK crashed on", path, file=sys.stderr)
                    break


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
