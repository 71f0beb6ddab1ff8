// Renders lines of text to coverage.
#include "CText.h"

#include "Fonts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A glyph and its position, in 64ths of a pixel, y down.
typedef struct {
  int font;
  uint32_t glyph;
  int64_t x, y;
  size_t line;
} Glyph;

// A part of a line with one font, script and direction.
typedef struct {
  size_t first, count;
  int font;
  uint32_t script;
  int8_t level;
} Run;

typedef struct {
  const Libraries *l;
  Fonts fonts;
  Glyph *glyphs;
  size_t count, room;
  int64_t ascent, descent;
  char *message;
} Layout;

static ctext_status fail(Layout *layout, ctext_status status, const char *reason) {
  snprintf(layout->message, 256, "%s", reason);
  return status;
}

static ctext_status add(Layout *layout, Glyph glyph) {
  if (layout->count == layout->room) {
    size_t room = layout->room == 0 ? 256 : 2 * layout->room;
    Glyph *glyphs = realloc(layout->glyphs, room * sizeof *glyphs);
    if (glyphs == NULL) return fail(layout, CTEXT_OUT_OF_MEMORY, "out of memory");
    layout->glyphs = glyphs, layout->room = room;
  }
  layout->glyphs[layout->count++] = glyph;
  return CTEXT_OK;
}

// Shapes a run and advances the pen.
static ctext_status shape(Layout *layout, const uint32_t *text, size_t count, Run run, size_t line, int64_t *pen) {
  const Libraries *l = layout->l;
  if (!font_load(&layout->fonts, l, run.font)) return fail(layout, CTEXT_FAILED, "a font's file cannot be read");
  FT_Size_Metrics *metrics = &layout->fonts.faces[run.font]->size->metrics;
  if (metrics->ascender > layout->ascent) layout->ascent = metrics->ascender;
  if (-metrics->descender > layout->descent) layout->descent = -metrics->descender;
  hb_buffer_t *buffer = l->hb_buffer_create();
  l->hb_buffer_add_codepoints(buffer, text, (int)count, (unsigned)run.first, (int)run.count);
  l->hb_buffer_set_direction(buffer, run.level & 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  l->hb_buffer_set_script(buffer, run.script);
  l->hb_buffer_guess_segment_properties(buffer);
  l->hb_shape(layout->fonts.shapers[run.font], buffer, NULL, 0);
  unsigned length = 0;
  hb_glyph_info_t *infos = l->hb_buffer_get_glyph_infos(buffer, &length);
  hb_glyph_position_t *positions = l->hb_buffer_get_glyph_positions(buffer, &length);
  ctext_status status = CTEXT_OK;
  for (unsigned i = 0; i < length && status == CTEXT_OK; i++) {
    status = add(layout, (Glyph){run.font, infos[i].codepoint, *pen + positions[i].x_offset, -positions[i].y_offset, line});
    *pen += positions[i].x_advance;
  }
  l->hb_buffer_destroy(buffer);
  return status;
}

// Reverses runs of odd levels, from the highest level down (rule L2 of Unicode's annex 9).
static void reorder(Run *runs, size_t count) {
  int8_t most = 0;
  for (size_t i = 0; i < count; i++)
    if (runs[i].level > most) most = runs[i].level;
  for (int8_t level = most; level > 0; level--)
    for (size_t i = 0; i < count;) {
      size_t end = i;
      while (end < count && runs[end].level >= level) end++;
      for (size_t a = i, b = end; a + 1 < b; a++) {
        Run run = runs[a];
        runs[a] = runs[--b], runs[b] = run;
      }
      i = end > i ? end : i + 1;
    }
}

// Divides a line into runs of one font, script and level. Returns their number.
static size_t divide(Layout *layout, const uint32_t *text, size_t count, const int8_t *levels, Run *runs) {
  const Libraries *l = layout->l;
  size_t parts = 0;
  int font = 0;
  uint32_t script = HB_SCRIPT_COMMON;
  for (size_t i = 0; i < count; i++) {
    uint32_t own = l->hb_unicode_script(l->hb_unicode_funcs_get_default(), text[i]);
    bool is_shared = own == HB_SCRIPT_COMMON || own == HB_SCRIPT_INHERITED || own == HB_SCRIPT_UNKNOWN;
    // A combining mark takes the font of its base character. Otherwise the first font is preferred for each
    // character.
    font = font_for(&layout->fonts, l, text[i], is_shared ? font : 0);
    Run *last = parts > 0 ? &runs[parts - 1] : NULL;
    if (!is_shared && last != NULL && last->script == HB_SCRIPT_COMMON && last->level == levels[i] && last->font == font)
      last->script = own;
    script = is_shared ? (last != NULL ? last->script : HB_SCRIPT_COMMON) : own;
    if (last != NULL && last->font == font && last->script == script && last->level == levels[i])
      last->count++;
    else
      runs[parts++] = (Run){i, 1, font, script, levels[i]};
  }
  return parts;
}

// Lays out a line from x = 0. `*width` becomes its advance, and `*is_right` whether its paragraph is right-to-left.
static ctext_status lay_out(Layout *layout, const uint32_t *text, size_t count, size_t line, int64_t *width,
                            bool *is_right) {
  const Libraries *l = layout->l;
  *width = 0, *is_right = false;
  if (count == 0) return CTEXT_OK;
  uint32_t *types = malloc(2 * count * sizeof *types);
  int8_t *levels = malloc(count);
  Run *runs = malloc(count * sizeof *runs);
  ctext_status status = CTEXT_OK;
  if (types == NULL || levels == NULL || runs == NULL) {
    status = fail(layout, CTEXT_OUT_OF_MEMORY, "out of memory");
  } else {
    uint32_t base = FRIBIDI_PAR_ON;
    l->fribidi_get_bidi_types(text, (int)count, types);
    l->fribidi_get_bracket_types(text, (int)count, types, types + count);
    if (l->fribidi_get_par_embedding_levels_ex(types, types + count, (int)count, &base, levels) == 0) memset(levels, 0, count);
    *is_right = base == FRIBIDI_PAR_RTL;
    size_t parts = divide(layout, text, count, levels, runs);
    reorder(runs, parts);
    for (size_t i = 0; i < parts && status == CTEXT_OK; i++) status = shape(layout, text, count, runs[i], line, width);
  }
  free(types), free(levels), free(runs);
  return status;
}

// Loads a glyph's outline at its subpixel position; false if it has none.
static bool load(Layout *layout, const Glyph *glyph) {
  FT_Face face = layout->fonts.faces[glyph->font];
  if (layout->l->FT_Load_Glyph(face, glyph->glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0) return false;
  if (face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return false;
  layout->l->FT_Outline_Translate(&face->glyph->outline, glyph->x & 63, -glyph->y & 63);
  return true;
}

static ctext_status draw(Layout *layout, ctext_coverage *coverage, int64_t width, int64_t height) {
  int64_t left = 0, top = 0, right = (width + 63) >> 6, bottom = (height + 63) >> 6;
  for (size_t i = 0; i < layout->count; i++) {
    Glyph *glyph = &layout->glyphs[i];
    if (!load(layout, glyph)) continue;
    FT_BBox box;
    layout->l->FT_Outline_Get_CBox(&layout->fonts.faces[glyph->font]->glyph->outline, &box);
    int64_t x = glyph->x >> 6, y = -(-glyph->y >> 6);
    if (x + (box.xMin >> 6) < left) left = x + (box.xMin >> 6);
    if (x + ((box.xMax + 63) >> 6) > right) right = x + ((box.xMax + 63) >> 6);
    if (y - ((box.yMax + 63) >> 6) < top) top = y - ((box.yMax + 63) >> 6);
    if (y - (box.yMin >> 6) > bottom) bottom = y - (box.yMin >> 6);
  }
  if (right - left > 32768 || bottom - top > 32768 || (right - left) * (bottom - top) > 1 << 26)
    return fail(layout, CTEXT_TOO_LARGE, "the text would be more than 64 megapixels");
  coverage->width = (size_t)(right - left), coverage->height = (size_t)(bottom - top);
  coverage->bytes = calloc(coverage->width * coverage->height + 1, 1);
  if (coverage->bytes == NULL) return fail(layout, CTEXT_OUT_OF_MEMORY, "out of memory");
  for (size_t i = 0; i < layout->count; i++) {
    Glyph *glyph = &layout->glyphs[i];
    if (!load(layout, glyph)) continue;
    FT_GlyphSlot slot = layout->fonts.faces[glyph->font]->glyph;
    if (layout->l->FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0) continue;
    if (slot->bitmap.pixel_mode != FT_PIXEL_MODE_GRAY) continue;
    int64_t x = (glyph->x >> 6) + slot->bitmap_left - left, y = -(-glyph->y >> 6) - slot->bitmap_top - top;
    for (int64_t row = 0; row < (int64_t)slot->bitmap.rows; row++)
      for (int64_t column = 0; column < (int64_t)slot->bitmap.width; column++) {
        int64_t px = x + column, py = y + row;
        if (px < 0 || py < 0 || px >= (int64_t)coverage->width || py >= (int64_t)coverage->height) continue;
        uint8_t *target = &coverage->bytes[py * (int64_t)coverage->width + px];
        unsigned own = slot->bitmap.buffer[row * slot->bitmap.pitch + column];
        *target = (uint8_t)(*target + own - *target * own / 255);
      }
  }
  return CTEXT_OK;
}

static ctext_status lay_out_and_draw(Layout *layout, const uint32_t *text, size_t count, ctext_coverage *coverage) {
  size_t lines = 1;
  for (size_t i = 0; i < count; i++) lines += text[i] == '\n';
  int64_t *widths = calloc(lines, sizeof *widths);
  bool *are_right = calloc(lines, sizeof *are_right);
  ctext_status status = CTEXT_OK;
  if (widths == NULL || are_right == NULL) status = fail(layout, CTEXT_OUT_OF_MEMORY, "out of memory");
  if (status == CTEXT_OK && !font_load(&layout->fonts, layout->l, 0))
    status = fail(layout, CTEXT_FAILED, "the font's file cannot be read");
  if (status == CTEXT_OK) {
    FT_Size_Metrics *metrics = &layout->fonts.faces[0]->size->metrics;
    layout->ascent = metrics->ascender, layout->descent = -metrics->descender;
    int64_t widest = 0;
    for (size_t line = 0, first = 0; line < lines && status == CTEXT_OK; line++) {
      size_t end = first;
      while (end < count && text[end] != '\n') end++;
      status = lay_out(layout, text + first, end - first, line, &widths[line], &are_right[line]);
      if (widths[line] > widest) widest = widths[line];
      first = end + 1;
    }
    int64_t step = layout->ascent + layout->descent;
    for (size_t i = 0; i < layout->count; i++) {
      Glyph *glyph = &layout->glyphs[i];
      if (are_right[glyph->line]) glyph->x += widest - widths[glyph->line];
      glyph->y += layout->ascent + (int64_t)glyph->line * step;
    }
    if (status == CTEXT_OK) status = draw(layout, coverage, widest, (int64_t)lines * step);
  }
  free(widths), free(are_right);
  return status;
}

ctext_status ctext_draw(const uint32_t *text, size_t count, const char *font, double pixels, ctext_coverage *coverage,
                        char *message) {
  *coverage = (ctext_coverage){NULL, 0, 0};
  Layout layout = {.l = ctext_libraries(message), .message = message};
  if (layout.l == NULL) return CTEXT_MISSING;
  // FreeType's 16.16 and 26.6 numbers do not hold larger sizes.
  if (!(pixels > 0) || pixels > 8192 || count > 1 << 20) return fail(&layout, CTEXT_TOO_LARGE, "the text is too large");
  ctext_status status = CTEXT_MISSING;
  if (fonts_open(&layout.fonts, layout.l, font, pixels, message))
    status = lay_out_and_draw(&layout, text, count, coverage);
  fonts_close(&layout.fonts, layout.l);
  free(layout.glyphs);
  return status;
}

void ctext_release(ctext_coverage *coverage) {
  free(coverage->bytes);
  *coverage = (ctext_coverage){NULL, 0, 0};
}
