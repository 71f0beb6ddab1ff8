// The functions of the libraries, which are opened at first use.
#pragma once
#include "HarfBuzz.h"

#include <fontconfig/fontconfig.h>
#include FT_OUTLINE_H

#define FREETYPE_FUNCTIONS(X)                                                                                        \
  X(FT_Init_FreeType) X(FT_Done_FreeType) X(FT_New_Face) X(FT_Done_Face) X(FT_Set_Char_Size) X(FT_Load_Glyph)        \
  X(FT_Render_Glyph) X(FT_Outline_Translate) X(FT_Outline_Get_CBox)
#define HARFBUZZ_FUNCTIONS(X)                                                                                        \
  X(hb_buffer_create) X(hb_buffer_destroy) X(hb_buffer_add_codepoints) X(hb_buffer_set_direction)                    \
  X(hb_buffer_set_script) X(hb_buffer_guess_segment_properties) X(hb_buffer_get_glyph_infos)                         \
  X(hb_buffer_get_glyph_positions) X(hb_ft_font_create_referenced) X(hb_font_destroy) X(hb_shape)                    \
  X(hb_unicode_funcs_get_default) X(hb_unicode_script)
#define FRIBIDI_FUNCTIONS(X)                                                                                         \
  X(fribidi_get_bidi_types) X(fribidi_get_bracket_types) X(fribidi_get_par_embedding_levels_ex)
#define FONTCONFIG_FUNCTIONS(X)                                                                                      \
  X(FcPatternCreate) X(FcPatternAddString) X(FcPatternAddBool) X(FcConfigSubstitute) X(FcDefaultSubstitute)          \
  X(FcFontSort) X(FcPatternGetString) X(FcPatternGetInteger) X(FcPatternGetCharSet) X(FcCharSetHasChar)              \
  X(FcFontSetDestroy) X(FcPatternDestroy)

#define MEMBER(name) __typeof__(&name) name;

typedef struct {
  FREETYPE_FUNCTIONS(MEMBER)
  HARFBUZZ_FUNCTIONS(MEMBER)
  FRIBIDI_FUNCTIONS(MEMBER)
  FONTCONFIG_FUNCTIONS(MEMBER)
} Libraries;

// All functions; NULL with a message if a library is missing. May be called from any thread.
const Libraries *ctext_libraries(char *message);
