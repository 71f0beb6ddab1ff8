// The fonts for a text: the requested one, then fallbacks for the characters that it lacks.
#pragma once
#include "Libraries.h"

#include <stdbool.h>

typedef struct {
  FcFontSet *set;
  FT_Library freetype;
  // The face of each font of the set; null until it is needed.
  FT_Face *faces;
  hb_font_t **shapers;
  double pixels;
} Fonts;

// Finds the fonts. Returns false with a message if there are none. The caller calls fonts_close in either case.
bool fonts_open(Fonts *fonts, const Libraries *l, const char *family, double pixels, char *message);
void fonts_close(Fonts *fonts, const Libraries *l);

// The number of a font that has a character: `current` if it does; the first font if none does.
int font_for(const Fonts *fonts, const Libraries *l, uint32_t character, int current);

// Opens a font; false if its file cannot be read.
bool font_load(Fonts *fonts, const Libraries *l, int number);
