#pragma once

// Decodes the pictures that a camera codes itself, one after the other, each from those before. A decoder may be handed from
// thread to thread, but is used by one at a time.

#include <stddef.h>
#include <stdint.h>

#include "PictureDecoding.h"
#include "Status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cffmpeg_video_decoder cffmpeg_video_decoder;

/// How the samples of a picture are to be read.
typedef struct cffmpeg_sample_meaning {
  /// The weights of red and blue in luma: the stream's, else those that players take for the size.
  double kr, kb;
  /// Whether chroma stands in the middle of two columns, and of two rows, of luma.
  int32_t is_centered_x, is_centered_y;
  int32_t is_full_range;
} cffmpeg_sample_meaning;

/// Opens a decoder of H.264 in the form of a byte stream (ITU-T H.264, annex B). Pictures of more than `pixel_limit` pixels are
/// refused. On success `*decoder` is to be closed, otherwise it is NULL.
cffmpeg_status cffmpeg_open_h264(int64_t pixel_limit, cffmpeg_video_decoder **decoder, cffmpeg_message *message);

/// Decodes the next picture, without waiting for later ones: cameras code none ahead.
///
/// CFFMPEG_END where nothing can be shown for these data: pictures that are coded from others that were lost are left out until
/// one stands for itself again. CFFMPEG_MALFORMED where the data are damaged. On success `samples` live until the next call.
cffmpeg_status cffmpeg_decode_video(
    cffmpeg_video_decoder *decoder, const uint8_t *data, size_t size, cffmpeg_samples *samples,
    cffmpeg_sample_meaning *meaning, cffmpeg_message *message);

/// Says that pictures were lost before the next one.
void cffmpeg_lose_video(cffmpeg_video_decoder *decoder);

/// Frees everything; NULL is allowed.
void cffmpeg_close_video(cffmpeg_video_decoder *decoder);

#ifdef __cplusplus
}
#endif
