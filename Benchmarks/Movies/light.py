"""Linear light, sRGB codes, and the noise of a sensor."""
import numpy as np

SHOT, READ = 2.4e-4, 5e-4  # variance per unit of light, and standard deviation in the dark
_LEVELS = np.arange(65536) / 65535
_CODES = np.float32(255 * np.where(_LEVELS <= 0.0031308, 12.92 * _LEVELS, 1.055 * _LEVELS ** (1 / 2.4) - 0.055))


def linear(code):
    """Linear light of codes in 0...1."""
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4).astype(np.float32)


def gray(light):
    """The luminance in each of the three components."""
    return np.repeat((light @ np.float32([0.2126, 0.7152, 0.0722]))[..., None], 3, axis=2)


def seen(light, random):
    """The 8-bit codes of a noisy sensor."""
    spread = np.sqrt(SHOT * light + READ ** 2)
    light = light + spread * random.standard_normal(light.shape, dtype=np.float32)
    return np.uint8(_CODES[np.uint16(np.clip(light, 0, 1) * 65535 + 0.5)] + 0.5)
