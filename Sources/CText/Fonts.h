// The fonts that a text is drawn with: the one that was asked for, then those that have what it lacks.
#pragma once
#include "Libraries.h"

#include <stdbool.h>

typedef struct {
  FcFontSet *set;
  FT_Library freetype;
  // The face of each font of the set; null if it was not needed yet.
  FT_Face *faces;
  hb_font_t **shapers;
  double pixels;
} Fonts;

// Whether fonts were found; else the reason is in `message`. In any case to be closed.
bool fonts_open(Fonts *fonts, const Libraries *l, const char *family, double pixels, char *message);
void fonts_close(Fonts *fonts, const Libraries *l);

// The number of a font that has a character: `current` if that has it; the first font if none has.
int font_for(const Fonts *fonts, const Libraries *l, uint32_t character, int current);

// Opens a font; false if its file cannot be read.
bool font_load(Fonts *fonts, const Libraries *l, int number);
