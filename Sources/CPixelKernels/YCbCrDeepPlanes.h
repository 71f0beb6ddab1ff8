// The conversions of YCbCrDeepPlanes.c, called by YCbCrPlanes.c: planes of more than 8 bits from and to 8-bit RGBA.
#pragma once
#include "YCbCrPlanes.h"

void deep_planes_to_rgba(const PKYCbCrPlanes *planes, int32_t first, int32_t end, uint8_t *rgba);
void rgba_to_deep_planes(const PKYCbCrTarget *target, const uint8_t *rgba, ptrdiff_t rowBytes, int32_t first,
                         int32_t end);
