#pragma once

// Decodes single coded pictures, as the items of HEIF files hold them and cameras give them, with the codecs of FFmpeg.
//
// Each call has a decoder of its own with one thread, so that calls may run on all cores at once.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cffmpeg_codec {
  CFFMPEG_HEVC,
  CFFMPEG_AV1,
  CFFMPEG_MJPEG,
} cffmpeg_codec;

/// A decoded picture, which is to be freed.
typedef struct cffmpeg_decoded cffmpeg_decoded;

/// The samples of a decoded picture, which live as long as it.
typedef struct cffmpeg_samples {
  int32_t width;
  int32_t height;
  /// Bits of a sample: up to 8 it is a byte, above that a 16-bit word of the machine's order.
  int32_t depth;
  /// 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4; -1 for anything else.
  int32_t chroma_format;
  /// Luma and, unless gray, the two of chroma.
  const void *planes[3];
  /// From a row to the next, in bytes.
  ptrdiff_t strides[3];
} cffmpeg_samples;

/// Whether there is a decoder for the codec; `message` says which it is, or what is missing.
bool cffmpeg_can_decode(cffmpeg_codec codec, cffmpeg_message *message);

/// Decodes one picture.
///
/// `configuration` is the content of `hvcC` or `av1C`, empty for Motion JPEG; `data` is that of the item. A picture of more than `pixel_limit`
/// coded pixels is refused. On success `*result` is to be freed with `cffmpeg_decoded_free`, otherwise it is NULL.
/// What the data do not hold of the picture is 0.
cffmpeg_status cffmpeg_decode_picture(
    cffmpeg_codec codec, const uint8_t *configuration, size_t configuration_size, const uint8_t *data, size_t data_size,
    int64_t pixel_limit, cffmpeg_decoded **result, cffmpeg_samples *samples, cffmpeg_message *message);

/// Frees a picture; NULL is allowed.
void cffmpeg_decoded_free(cffmpeg_decoded *decoded);

#ifdef __cplusplus
}
#endif
