#include "GIFPictures.h"
#include "Library.h"

#include <gif_lib.h>

#define FUNCTIONS(X)                                                                                       \
  X(DGifOpen) X(DGifCloseFile) X(DGifGetRecordType) X(DGifGetImageDesc) X(DGifGetLine) X(DGifGetCode)      \
  X(DGifGetCodeNext) X(DGifGetExtension) X(DGifGetExtensionNext) X(DGifExtensionToGCB) X(GifErrorString)

static struct {
  FUNCTIONS(MEMBER)
} gif;
static Library library = {.once = PTHREAD_ONCE_INIT};

static void open_library(void) {
  OPEN(handle, "libgif.so.7", library)
#define FIND_HERE(name) FIND(handle, gif, name, library)
  FUNCTIONS(FIND_HERE)
  library.is_there = true;
}

static bool is_there(cpic_message *message) { return library_is_there(&library, open_library, message); }

cpic_status cpic_gif_version(char version[32], cpic_message *message) {
  if (!is_there(message)) return CPIC_MISSING;
  snprintf(version, 32, "%d.%d.%d", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
  return CPIC_OK;
}

typedef struct {
  const uint8_t *bytes;
  size_t count;
} Input;

static int on_read(GifFileType *file, GifByteType *target, int count) {
  Input *input = file->UserData;
  size_t taken = count < 0 ? 0 : (size_t)count < input->count ? (size_t)count : input->count;
  if (taken > 0) memcpy(target, input->bytes, taken);
  input->bytes += taken;
  input->count -= taken;
  return (int)taken;
}

static cpic_status malformed(int error, cpic_message *message) {
  const char *words = gif.GifErrorString(error);
  return fail(message, CPIC_MALFORMED, "%s", words ? words : "the data end too soon");
}

// Reads up to the first frame's pixels. `*transparent` becomes the index of the transparent colour, or -1.
static cpic_status find_frame(GifFileType *file, int *transparent, cpic_message *message) {
  *transparent = NO_TRANSPARENT_COLOR;
  for (;;) {
    GifRecordType kind;
    if (gif.DGifGetRecordType(file, &kind) != GIF_OK) return malformed(file->Error, message);
    if (kind == IMAGE_DESC_RECORD_TYPE) {
      if (gif.DGifGetImageDesc(file) != GIF_OK) return malformed(file->Error, message);
      if (file->Image.Width <= 0 || file->Image.Height <= 0) {
        return fail(message, CPIC_MALFORMED, "a frame without pixels");
      }
      if (!file->Image.ColorMap && !file->SColorMap) return fail(message, CPIC_MALFORMED, "there is no palette");
      return CPIC_OK;
    }
    if (kind == TERMINATE_RECORD_TYPE) return fail(message, CPIC_MALFORMED, "there is no frame");
    if (kind != EXTENSION_RECORD_TYPE) return fail(message, CPIC_MALFORMED, "an unknown block");
    int code;
    GifByteType *extension;
    if (gif.DGifGetExtension(file, &code, &extension) != GIF_OK) return malformed(file->Error, message);
    if (code == GRAPHICS_EXT_FUNC_CODE && extension) {
      GraphicsControlBlock block;
      if (gif.DGifExtensionToGCB(extension[0], extension + 1, &block) == GIF_OK) *transparent = block.TransparentColor;
    }
    while (extension) {
      if (gif.DGifGetExtensionNext(file, &extension) != GIF_OK) return malformed(file->Error, message);
    }
  }
}

// Counts the frames after the first, skipping their data.
static int count_frames(GifFileType *file) {
  int frames = 0;
  for (;;) {
    int size;
    GifByteType *block;
    if (gif.DGifGetCode(file, &size, &block) != GIF_OK) return frames;
    while (block) {
      if (gif.DGifGetCodeNext(file, &block) != GIF_OK) return frames;
    }
    for (;;) {
      GifRecordType kind;
      if (gif.DGifGetRecordType(file, &kind) != GIF_OK) return frames;
      if (kind == IMAGE_DESC_RECORD_TYPE) {
        // giflib keeps a description of each frame in memory, so counting ends here.
        if (frames == 10000 || gif.DGifGetImageDesc(file) != GIF_OK) return frames;
        frames++;
        break;
      }
      if (kind != EXTENSION_RECORD_TYPE) return frames;
      int code;
      if (gif.DGifGetExtension(file, &code, &block) != GIF_OK) return frames;
      while (block) {
        if (gif.DGifGetExtensionNext(file, &block) != GIF_OK) return frames;
      }
    }
  }
}

cpic_status cpic_gif_read(const uint8_t *data, size_t count, cpic_gif_info *info, cpic_message *message) {
  memset(info, 0, sizeof *info);
  if (!is_there(message)) return CPIC_MISSING;
  Input input = {data, count};
  int error = 0, transparent;
  GifFileType *file = gif.DGifOpen(&input, on_read, &error);
  if (file == NULL) return malformed(error, message);
  cpic_status status = find_frame(file, &transparent, message);
  if (status == CPIC_OK) {
    uint32_t right = (uint32_t)(file->Image.Left + file->Image.Width);
    uint32_t bottom = (uint32_t)(file->Image.Top + file->Image.Height);
    info->width = right > (uint32_t)file->SWidth ? right : (uint32_t)file->SWidth;
    info->height = bottom > (uint32_t)file->SHeight ? bottom : (uint32_t)file->SHeight;
    info->has_alpha = transparent != NO_TRANSPARENT_COLOR || (uint32_t)file->Image.Width != info->width
        || (uint32_t)file->Image.Height != info->height;
    info->bits = (file->Image.ColorMap ? file->Image.ColorMap : file->SColorMap)->BitsPerPixel;
    info->further_frames = count_frames(file);
  }
  gif.DGifCloseFile(file, &error);
  return status;
}

// Writes a row of the frame. Transparent pixels become zeros.
static void write_row(
    const uint8_t *line, const GifImageDesc *frame, const ColorMapObject *map, int transparent, uint8_t *row) {
  for (int x = 0; x < frame->Width; x++, row += 4) {
    int index = line[x];
    if (index == transparent) {
      memset(row, 0, 4);
      continue;
    }
    // An index beyond the palette is black, as in browsers.
    GifColorType color = index < map->ColorCount ? map->Colors[index] : (GifColorType){0, 0, 0};
    row[0] = color.Red;
    row[1] = color.Green;
    row[2] = color.Blue;
    row[3] = 255;
  }
}

// Decodes the frame that `find_frame` has found, up to its end or where its data are damaged. `*complete_rows` becomes
// the number of rows that were decoded, which stays 0 in a part of an interlaced frame.
static cpic_status decode_frame(
    GifFileType *file, int transparent, uint8_t *line, const cpic_gif_info *info, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message) {
  const GifImageDesc *frame = &file->Image;
  const ColorMapObject *map = frame->ColorMap ? frame->ColorMap : file->SColorMap;
  // Interlaced rows come in four passes.
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  for (int pass = 0; pass < (frame->Interlace ? 4 : 1); pass++) {
    for (int y = frame->Interlace ? starts[pass] : 0; y < frame->Height; y += frame->Interlace ? steps[pass] : 1) {
      if (gif.DGifGetLine(file, line, frame->Width) != GIF_OK) return malformed(file->Error, message);
      uint8_t *row = target.bytes + (size_t)(frame->Top + y) * target.row_bytes + 4 * (size_t)frame->Left;
      write_row(line, frame, map, transparent, row);
      if (!frame->Interlace) *complete_rows = (uint32_t)(frame->Top + y + 1);
    }
  }
  *complete_rows = info->height;
  return CPIC_OK;
}

cpic_status cpic_gif_decode(
    const uint8_t *data, size_t count, const cpic_gif_info *info, bool allows_incomplete, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message) {
  *complete_rows = 0;
  if (!is_there(message)) return CPIC_MISSING;
  Input input = {data, count};
  int error = 0, transparent;
  GifFileType *file = gif.DGifOpen(&input, on_read, &error);
  if (file == NULL) return malformed(error, message);
  cpic_status status = find_frame(file, &transparent, message);
  uint8_t *line = status == CPIC_OK ? malloc((size_t)file->Image.Width) : NULL;
  if (status == CPIC_OK && line == NULL) status = fail(message, CPIC_OUT_OF_MEMORY, "out of memory");
  if (status == CPIC_OK && info->has_alpha) {
    for (uint32_t y = 0; y < info->height; y++) memset(target.bytes + y * target.row_bytes, 0, 4 * (size_t)info->width);
  }
  if (status == CPIC_OK) {
    status = decode_frame(file, transparent, line, info, target, complete_rows, message);
    if (status == CPIC_MALFORMED && allows_incomplete) status = CPIC_OK;
  }
  free(line);
  gif.DGifCloseFile(file, &error);
  return status;
}
