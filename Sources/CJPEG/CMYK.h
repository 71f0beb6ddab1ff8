// Converts decoded rows of CMYK.
#pragma once

#include "CJPEG.h"

// Converts a row of CMYK to the layout of the request, without a profile. `inverted`: 255 is no ink, as in Adobe's
// files.
void cjpeg_convert_cmyk_row(const uint8_t *from, uint8_t *to, uint32_t width, bool inverted, cjpeg_layout layout);
