#include "UserData.h"

#include "JPEGFrame.h"
#include "MessageUnit.h"
#include "OBUUserData.h"
#include "PNGFrame.h"
#include "StartCodeUserData.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// How NAL units are stored in packets.
typedef struct Framing {
  /// Bytes of the length before each unit; 0 where start codes separate them.
  size_t length_size;
  bool is_hevc;
} Framing;

static Framing framing_of(const AVCodecParameters *parameters) {
  Framing framing = {.is_hevc = parameters->codec_id == AV_CODEC_ID_HEVC};
  int place = framing.is_hevc ? 21 : 4;
  // A configuration record, rather than units behind start codes.
  if (parameters->extradata_size > place && parameters->extradata[0] == 1) {
    framing.length_size = (size_t)(parameters->extradata[place] & 3) + 1;
  }
  return framing;
}

/// The next unit from `place` on; false if there is none.
static bool next_unit(
    const uint8_t *data, size_t size, size_t place, Framing framing, size_t *start, size_t *end) {
  if (framing.length_size > 0) {
    if (size - place < framing.length_size) return false;
    size_t length = 0;
    for (size_t i = 0; i < framing.length_size; i++) length = length << 8 | data[place + i];
    *start = place + framing.length_size;
    if (length > size - *start) return false;
    *end = *start + length;
    return true;
  }
  for (*start = 0; place + 3 <= size; place++) {
    if (data[place] != 0 || data[place + 1] != 0 || data[place + 2] != 1) continue;
    if (*start == 0) {
      *start = place + 3;
      place += 2;
    } else {
      *end = place;
      // A start code may have a further zero.
      while (*end > *start && data[*end - 1] == 0) *end -= 1;
      return true;
    }
  }
  *end = size;
  return *start > 0;
}

/// Whether any unit of messages may have user data: most packets have none, and are not copied.
static bool may_have_user_data(const uint8_t *data, size_t size, Framing framing) {
  size_t start, end;
  for (size_t place = 0; next_unit(data, size, place, framing, &start, &end); place = end) {
    if (message_unit_is(data + start, end - start, framing.is_hevc)
        && message_unit_may_have_user_data(end - start, framing.is_hevc)) {
      return true;
    }
  }
  return false;
}

/// Removes user data from units, in their place.
///
/// - Parameter scratch: memory for `size` bytes.
/// - Returns: the size of what stays.
static size_t remove_from_units(uint8_t *data, size_t size, Framing framing, uint8_t *scratch) {
  // Units only become shorter.
  size_t place = 0, written = 0, start, end;
  while (next_unit(data, size, place, framing, &start, &end)) {
    size_t prefix = start - place;
    size_t length = message_unit_remove_user_data(data + start, end - start, framing.is_hevc, scratch);
    if (length > 0 || start == end) {
      memmove(data + written, data + place, prefix + length);
      for (size_t i = 0; i < framing.length_size; i++) {
        data[written + i] = (uint8_t)(length >> (8 * (framing.length_size - 1 - i)));
      }
      written += prefix + length;
    }
    place = end;
  }
  // What is no unit stays as it is.
  memmove(data + written, data + place, size - place);
  return written + size - place;
}

static int remove_from_packet(AVPacket *packet, Framing framing) {
  if (!may_have_user_data(packet->data, (size_t)packet->size, framing)) return 0;
  int error = av()->av_packet_make_writable(packet);
  if (error < 0) return error;
  size_t size = (size_t)packet->size;
  uint8_t *data = packet->data, *scratch = malloc(size);
  if (scratch == NULL) return AVERROR(ENOMEM);
  size_t written = remove_from_units(data, size, framing, scratch);
  free(scratch);
  // A packet of nothing but user data becomes one zero byte or an empty unit's length.
  if (written == 0) {
    written = framing.length_size > 0 ? framing.length_size : 1;
    memset(data, 0, written);
  }
  memset(data + written, 0, size - written);
  packet->size = (int)written;
  return 0;
}

/// Removes user data from data that hold no units of H.264 or HEVC, in their place.
static size_t remove_in_place(uint8_t *data, size_t size, enum AVCodecID codec) {
  switch (codec) {
    case AV_CODEC_ID_MJPEG:
    case AV_CODEC_ID_LJPEG: jpeg_frame_erase_metadata(data, size); return size;
    case AV_CODEC_ID_PNG:
    case AV_CODEC_ID_APNG: return png_frame_remove_metadata(data, size);
    case AV_CODEC_ID_AV1: return obu_user_data_remove(data, size);
    default: return start_code_user_data_remove(data, size, codec);
  }
}

int user_data_remove(AVPacket *packet, const AVCodecParameters *parameters) {
  if (packet->data == NULL || packet->size <= 0) return 0;
  switch (parameters->codec_id) {
    case AV_CODEC_ID_H264:
    case AV_CODEC_ID_HEVC: return remove_from_packet(packet, framing_of(parameters));
    case AV_CODEC_ID_MJPEG:
    case AV_CODEC_ID_LJPEG:
    case AV_CODEC_ID_PNG:
    case AV_CODEC_ID_APNG:
    case AV_CODEC_ID_AV1:
    case AV_CODEC_ID_MPEG1VIDEO:
    case AV_CODEC_ID_MPEG2VIDEO:
    case AV_CODEC_ID_MPEG4:
    case AV_CODEC_ID_VC1: {
      int error = av()->av_packet_make_writable(packet);
      if (error < 0) return error;
      size_t size = (size_t)packet->size;
      size_t left = remove_in_place(packet->data, size, parameters->codec_id);
      memset(packet->data + left, 0, size - left);
      // A packet of nothing but user data becomes one zero byte, in AV1 a unit of padding without any.
      if (left == 0 && parameters->codec_id == AV_CODEC_ID_AV1) packet->data[0] = 15 << 3;
      packet->size = left > 0 ? (int)left : 1;
      return 0;
    }
    default: return 0;
  }
}

int user_data_remove_from_configuration(uint8_t *data, size_t *size, enum AVCodecID codec) {
  bool has_units = codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC;
  if (!has_units) {
    *size = remove_in_place(data, *size, codec);
    return 0;
  }
  uint8_t *scratch = malloc(*size);
  if (scratch == NULL) return AVERROR(ENOMEM);
  *size = remove_from_units(data, *size, (Framing){.is_hevc = codec == AV_CODEC_ID_HEVC}, scratch);
  free(scratch);
  return 0;
}
