"""Makes libultrahdr.jpg, a picture with a gain map as libultrahdr (v1.4, in imagecodecs 2026.3.6) writes it.

A gradient with a bright rectangle, of 64x48 pixels; prints the light at three places as libultrahdr decodes it.
"""

import imagecodecs
import numpy

y, x = numpy.mgrid[0:48, 0:64]
light = numpy.ones((48, 64, 4), numpy.float16)
light[..., 0] = x / 64
light[..., 1] = y / 48
light[..., 2] = 0.3
light[16:32, 24:48, :3] = 4
file = imagecodecs.ultrahdr_encode(light)
with open("libultrahdr.jpg", "wb") as output:
    output.write(file)
decoded = imagecodecs.ultrahdr_decode(file)
for place in [(24, 36), (8, 8), (40, 60)]:
    print(place, decoded[place][:3])
