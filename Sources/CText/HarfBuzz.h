// The declarations of HarfBuzz (hb.h, hb-ft.h) and FriBidi (fribidi.h) that are used. Both libraries keep them stable
// within their sonames. Their development packages would install GLib and ICU.
#pragma once
#include "../CFreeType/CFreeType.h"

#include <stdint.h>

typedef struct hb_buffer_t hb_buffer_t;
typedef struct hb_font_t hb_font_t;
typedef struct hb_unicode_funcs_t hb_unicode_funcs_t;

typedef struct {
  uint32_t codepoint, mask, cluster, var1, var2;
} hb_glyph_info_t;

typedef struct {
  int32_t x_advance, y_advance, x_offset, y_offset, var;
} hb_glyph_position_t;

enum { HB_DIRECTION_LTR = 4, HB_DIRECTION_RTL = 5 };

#define HB_SCRIPT(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))
#define HB_SCRIPT_COMMON HB_SCRIPT('Z', 'y', 'y', 'y')
#define HB_SCRIPT_INHERITED HB_SCRIPT('Z', 'i', 'n', 'h')
#define HB_SCRIPT_UNKNOWN HB_SCRIPT('Z', 'z', 'z', 'z')

hb_buffer_t *hb_buffer_create(void);
void hb_buffer_destroy(hb_buffer_t *buffer);
void hb_buffer_add_codepoints(hb_buffer_t *buffer, const uint32_t *text, int text_length, unsigned item_offset,
                              int item_length);
void hb_buffer_set_direction(hb_buffer_t *buffer, int direction);
void hb_buffer_set_script(hb_buffer_t *buffer, uint32_t script);
void hb_buffer_guess_segment_properties(hb_buffer_t *buffer);
hb_glyph_info_t *hb_buffer_get_glyph_infos(hb_buffer_t *buffer, unsigned *length);
hb_glyph_position_t *hb_buffer_get_glyph_positions(hb_buffer_t *buffer, unsigned *length);
hb_font_t *hb_ft_font_create_referenced(FT_Face face);
void hb_font_destroy(hb_font_t *font);
void hb_shape(hb_font_t *font, hb_buffer_t *buffer, const void *features, unsigned count);
hb_unicode_funcs_t *hb_unicode_funcs_get_default(void);
uint32_t hb_unicode_script(hb_unicode_funcs_t *functions, uint32_t codepoint);

enum { FRIBIDI_PAR_ON = 0x40, FRIBIDI_PAR_RTL = 0x111 };

void fribidi_get_bidi_types(const uint32_t *text, int length, uint32_t *types);
void fribidi_get_bracket_types(const uint32_t *text, int length, const uint32_t *types, uint32_t *brackets);
int8_t fribidi_get_par_embedding_levels_ex(const uint32_t *types, const uint32_t *brackets, int length,
                                           uint32_t *base, int8_t *levels);
