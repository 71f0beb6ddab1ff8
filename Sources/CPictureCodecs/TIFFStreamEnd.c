#include "TIFFCodedEnd.h"

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

// A compressed stream ends where its library says, if it has given as many bytes as are read by then. Bytes that it
// would give beyond them could hide anything.

#define ROOM (1 << 14)

#define ZLIB_FUNCTIONS(X) X(inflateInit_) X(inflate) X(inflateEnd)
#define ZSTD_FUNCTIONS(X) X(ZSTD_createDStream) X(ZSTD_decompressStream) X(ZSTD_freeDStream) X(ZSTD_isError)
#define LZMA_FUNCTIONS(X) X(lzma_stream_decoder) X(lzma_code) X(lzma_end)

static struct {
  ZLIB_FUNCTIONS(MEMBER)
} z;
static struct {
  ZSTD_FUNCTIONS(MEMBER)
} zstd;
static struct {
  LZMA_FUNCTIONS(MEMBER)
} lzma;
static Library zlib_library = {.once = PTHREAD_ONCE_INIT};
static Library zstd_library = {.once = PTHREAD_ONCE_INIT};
static Library lzma_library = {.once = PTHREAD_ONCE_INIT};

// These libraries are dependencies of libtiff, so they are installed.
static void open_zlib(void) {
  OPEN(handle, "libz.so.1", zlib_library)
#define FIND_HERE(name) FIND(handle, z, name, zlib_library)
  ZLIB_FUNCTIONS(FIND_HERE)
#undef FIND_HERE
  zlib_library.is_there = true;
}

static void open_zstd(void) {
  OPEN(handle, "libzstd.so.1", zstd_library)
#define FIND_HERE(name) FIND(handle, zstd, name, zstd_library)
  ZSTD_FUNCTIONS(FIND_HERE)
#undef FIND_HERE
  zstd_library.is_there = true;
}

static void open_lzma(void) {
  OPEN(handle, "liblzma.so.5", lzma_library)
#define FIND_HERE(name) FIND(handle, lzma, name, lzma_library)
  LZMA_FUNCTIONS(FIND_HERE)
#undef FIND_HERE
  lzma_library.is_there = true;
}

// zlib (RFC 1950): a stream ends after the checksum of the decompressed data.
size_t tiff_end_of_deflate(const uint8_t *coded, size_t count, TIFFSizes sizes) {
  cpic_message message;
  if (!library_is_there(&zlib_library, open_zlib, &message) || count > UINT32_MAX) return 0;
  z_stream stream = {.next_in = (Bytef *)(uintptr_t)coded, .avail_in = (uInt)count};
  if (z.inflateInit_(&stream, ZLIB_VERSION, sizeof stream) != Z_OK) return 0;
  uint8_t samples[ROOM];
  int status = Z_OK;
  while (status == Z_OK && stream.total_out <= sizes.most) {
    stream.next_out = samples;
    stream.avail_out = sizeof samples;
    status = z.inflate(&stream, Z_NO_FLUSH);
  }
  const bool is_end = status == Z_STREAM_END && stream.total_out >= sizes.least && stream.total_out <= sizes.most;
  const size_t end = is_end ? (size_t)stream.total_in : 0;
  z.inflateEnd(&stream);
  return end;
}

// Zstandard (RFC 8878): a frame ends with its last block and a checksum.
size_t tiff_end_of_zstd(const uint8_t *coded, size_t count, TIFFSizes sizes) {
  cpic_message message;
  if (!library_is_there(&zstd_library, open_zstd, &message)) return 0;
  ZSTD_DStream *stream = zstd.ZSTD_createDStream();
  if (stream == NULL) return 0;
  ZSTD_inBuffer input = {.src = coded, .size = count};
  uint8_t samples[ROOM];
  size_t made = 0, left = 1;
  while (left != 0 && made <= sizes.most) {
    ZSTD_outBuffer output = {.dst = samples, .size = sizeof samples};
    const size_t before = input.pos;
    left = zstd.ZSTD_decompressStream(stream, &output, &input);
    if (zstd.ZSTD_isError(left) || (output.pos == 0 && input.pos == before)) break;
    made += output.pos;
  }
  zstd.ZSTD_freeDStream(stream);
  return left == 0 && made >= sizes.least && made <= sizes.most ? input.pos : 0;
}

// XZ: a stream ends with an index and a footer.
size_t tiff_end_of_xz(const uint8_t *coded, size_t count, TIFFSizes sizes, size_t memory_limit) {
  cpic_message message;
  if (!library_is_there(&lzma_library, open_lzma, &message)) return 0;
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma.lzma_stream_decoder(&stream, memory_limit, 0) != LZMA_OK) return 0;
  stream.next_in = coded;
  stream.avail_in = count;
  uint8_t samples[ROOM];
  lzma_ret status = LZMA_OK;
  while (status == LZMA_OK && stream.total_out <= sizes.most) {
    stream.next_out = samples;
    stream.avail_out = sizeof samples;
    status = lzma.lzma_code(&stream, LZMA_RUN);
  }
  const bool is_end = status == LZMA_STREAM_END && stream.total_out >= sizes.least && stream.total_out <= sizes.most;
  const size_t end = is_end ? (size_t)stream.total_in : 0;
  lzma.lzma_end(&stream);
  return end;
}
