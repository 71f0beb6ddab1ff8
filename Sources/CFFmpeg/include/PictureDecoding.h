#pragma once

// Decodes single pictures, such as the items of HEIF files and the frames of cameras, with FFmpeg's codecs.
//
// Each call creates a decoder of its own with one thread, so calls may run on several threads.

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

/// A decoded picture.
typedef struct cffmpeg_decoded cffmpeg_decoded;

/// The samples of a decoded picture, valid as long as it.
typedef struct cffmpeg_samples {
  int32_t width;
  int32_t height;
  /// Bits per sample. Up to 8 a sample is a byte, above that a 16-bit word in native byte order.
  int32_t depth;
  /// 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4; -1 for anything else.
  int32_t chroma_format;
  /// Luma, Cb and Cr; only luma for gray.
  const void *planes[3];
  /// Bytes from one row to the next.
  ptrdiff_t strides[3];
} cffmpeg_samples;

/// Whether there is a decoder for the codec. `message` names the decoder, or what is missing.
bool cffmpeg_can_decode(cffmpeg_codec codec, cffmpeg_message *message);

/// Decodes one picture.
///
/// `configuration` is the content of `hvcC` or `av1C`, empty for Motion JPEG; `data` is the content of the item. Fails
/// if the picture has more than `pixel_limit` coded pixels. Samples that the data do not contain are 0. On success the
/// caller frees `*result` with `cffmpeg_decoded_free`, otherwise it is NULL.
cffmpeg_status cffmpeg_decode_picture(
    cffmpeg_codec codec, const uint8_t *configuration, size_t configuration_size, const uint8_t *data, size_t data_size,
    int64_t pixel_limit, cffmpeg_decoded **result, cffmpeg_samples *samples, cffmpeg_message *message);

/// Frees a picture; NULL is allowed.
void cffmpeg_decoded_free(cffmpeg_decoded *decoded);

#ifdef __cplusplus
}
#endif
