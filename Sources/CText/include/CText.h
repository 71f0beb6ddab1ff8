// Renders lines of text to coverage: fontconfig finds the fonts, FriBidi orders, HarfBuzz shapes, FreeType draws. The
// libraries are opened at first use. May be called from several threads.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The coverage of each pixel, 0 to 255, in rows without padding. The caller frees `bytes` with ctext_release.
typedef struct {
  uint8_t *bytes;
  size_t width;
  size_t height;
} ctext_coverage;

typedef enum {
  CTEXT_OK = 0,
  // A library or every font is missing; the message says which.
  CTEXT_MISSING = 1,
  CTEXT_TOO_LARGE = 2,
  CTEXT_OUT_OF_MEMORY = 3,
  // A font file cannot be read.
  CTEXT_FAILED = 4,
} ctext_status;

// Renders `count` Unicode code points; U+000A ends a line. Characters that the font lacks are drawn in a font that has
// them. Lines of right-to-left paragraphs are aligned right.
//
// `font`: a family name, which fontconfig matches as well as it can. `pixels`: the size of the em square. `message`: at
// least 256 bytes, written on failure.
ctext_status ctext_draw(const uint32_t *text, size_t count, const char *font, double pixels, ctext_coverage *coverage,
                        char *message);

void ctext_release(ctext_coverage *coverage);

#ifdef __cplusplus
}
#endif
