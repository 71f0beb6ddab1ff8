// Lines of text as coverage: fonts found by fontconfig, order by FriBidi, shapes by HarfBuzz, drawn by FreeType. The
// libraries are opened at first use. May be called from several threads.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The coverage of each pixel, 0 to 255, row by row; `bytes` belongs to the caller until ctext_release.
typedef struct {
  uint8_t *bytes;
  size_t width;
  size_t height;
} ctext_coverage;

typedef enum {
  CTEXT_OK = 0,
  // A library is not installed, or no font is; the message says which.
  CTEXT_MISSING = 1,
  CTEXT_TOO_LARGE = 2,
  CTEXT_OUT_OF_MEMORY = 3,
  // A font cannot be read.
  CTEXT_FAILED = 4,
} ctext_status;

// Draws `count` Unicode code points, lines ended by U+000A. Where the font has no glyph for a character another font is
// taken that has one. Lines of right-to-left paragraphs end at the right.
//
// font: a family's name; fontconfig finds what comes nearest. pixels: the size of the em square.
// message: at least 256 bytes, written on failure.
ctext_status ctext_draw(const uint32_t *text, size_t count, const char *font, double pixels, ctext_coverage *coverage,
                        char *message);

void ctext_release(ctext_coverage *coverage);

#ifdef __cplusplus
}
#endif
