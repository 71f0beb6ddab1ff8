#include "Fonts.h"

#include <stdio.h>
#include <stdlib.h>

bool fonts_open(Fonts *fonts, const Libraries *l, const char *family, double pixels, char *message) {
  *fonts = (Fonts){.pixels = pixels};
  FcPattern *pattern = l->FcPatternCreate();
  if (pattern == NULL || l->FT_Init_FreeType(&fonts->freetype) != 0) {
    if (pattern != NULL) l->FcPatternDestroy(pattern);
    snprintf(message, 256, "out of memory");
    return false;
  }
  l->FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
  l->FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
  l->FcConfigSubstitute(NULL, pattern, FcMatchPattern);
  l->FcDefaultSubstitute(pattern);
  FcResult result;
  fonts->set = l->FcFontSort(NULL, pattern, FcTrue, NULL, &result);
  l->FcPatternDestroy(pattern);
  if (fonts->set == NULL || fonts->set->nfont == 0) {
    snprintf(message, 256, "no font is installed: install Debian's fonts-dejavu-core");
    return false;
  }
  fonts->faces = calloc((size_t)fonts->set->nfont, sizeof *fonts->faces);
  fonts->shapers = calloc((size_t)fonts->set->nfont, sizeof *fonts->shapers);
  if (fonts->faces == NULL || fonts->shapers == NULL) {
    snprintf(message, 256, "out of memory");
    return false;
  }
  return true;
}

void fonts_close(Fonts *fonts, const Libraries *l) {
  for (int i = 0; fonts->set != NULL && i < fonts->set->nfont; i++) {
    if (fonts->shapers != NULL && fonts->shapers[i] != NULL) l->hb_font_destroy(fonts->shapers[i]);
    if (fonts->faces != NULL && fonts->faces[i] != NULL) l->FT_Done_Face(fonts->faces[i]);
  }
  free(fonts->faces);
  free(fonts->shapers);
  if (fonts->set != NULL) l->FcFontSetDestroy(fonts->set);
  if (fonts->freetype != NULL) l->FT_Done_FreeType(fonts->freetype);
}

static bool has(const Fonts *fonts, const Libraries *l, int number, uint32_t character) {
  FcCharSet *characters = NULL;
  return l->FcPatternGetCharSet(fonts->set->fonts[number], FC_CHARSET, 0, &characters) == FcResultMatch &&
         characters != NULL && l->FcCharSetHasChar(characters, character);
}

int font_for(const Fonts *fonts, const Libraries *l, uint32_t character, int current) {
  if (has(fonts, l, current, character)) return current;
  for (int i = 0; i < fonts->set->nfont; i++)
    if (has(fonts, l, i, character)) return i;
  return current;
}

bool font_load(Fonts *fonts, const Libraries *l, int number) {
  if (fonts->shapers[number] != NULL) return true;
  FcChar8 *file = NULL;
  int index = 0;
  FcPattern *font = fonts->set->fonts[number];
  if (l->FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch) return false;
  if (l->FcPatternGetInteger(font, FC_INDEX, 0, &index) != FcResultMatch) index = 0;
  FT_Face face = fonts->faces[number];
  if (face == NULL && l->FT_New_Face(fonts->freetype, (const char *)file, index, &face) != 0) return false;
  fonts->faces[number] = face;
  if (l->FT_Set_Char_Size(face, 0, (FT_F26Dot6)(fonts->pixels * 64 + 0.5), 72, 72) != 0) return false;
  fonts->shapers[number] = l->hb_ft_font_create_referenced(face);
  return fonts->shapers[number] != NULL;
}
