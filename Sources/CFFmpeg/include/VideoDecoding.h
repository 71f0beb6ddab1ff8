#pragma once

// Decodes the video that a camera encodes itself, picture by picture. A decoder may be used by several threads, but
// only by one at a time.

#include <stddef.h>
#include <stdint.h>

#include "PictureDecoding.h"
#include "Status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cffmpeg_video_decoder cffmpeg_video_decoder;

/// How the samples of a picture are interpreted.
typedef struct cffmpeg_sample_meaning {
  /// The weights of red and blue in luma: the stream's, or the default for the picture's size.
  double kr, kb;
  /// Whether chroma is sited in the middle of two columns, and of two rows, of luma.
  int32_t is_centered_x, is_centered_y;
  int32_t is_full_range;
} cffmpeg_sample_meaning;

/// Opens a decoder of H.264 byte streams (ITU-T H.264, annex B). It refuses pictures of more than `pixel_limit` pixels.
/// On success the caller closes `*decoder` with `cffmpeg_close_video`, otherwise it is NULL.
cffmpeg_status cffmpeg_open_h264(int64_t pixel_limit, cffmpeg_video_decoder **decoder, cffmpeg_message *message);

/// Decodes the next picture, without waiting for later ones: cameras do not reorder pictures.
///
/// Returns CFFMPEG_END if these data give no picture: pictures that are predicted from lost ones are left out up to the
/// next key frame. Returns CFFMPEG_MALFORMED if the data are damaged. On success `samples` are valid until the next
/// call.
cffmpeg_status cffmpeg_decode_video(
    cffmpeg_video_decoder *decoder, const uint8_t *data, size_t size, cffmpeg_samples *samples,
    cffmpeg_sample_meaning *meaning, cffmpeg_message *message);

/// Notes that pictures were lost before the next one.
void cffmpeg_report_loss(cffmpeg_video_decoder *decoder);

/// Frees the decoder; NULL is allowed.
void cffmpeg_close_video(cffmpeg_video_decoder *decoder);

#ifdef __cplusplus
}
#endif
