#include "UserData.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// The type of a message with an identifier of 16 bytes, and data that only its writer knows (ISO/IEC 14496-10, D.1.7).
enum { USER_DATA_UNREGISTERED = 5, IDENTIFIER_SIZE = 16 };

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

/// Whether a unit holds messages about pictures (SEI).
static bool is_message(const uint8_t *unit, size_t size, Framing framing) {
  if (size < 2) return false;
  if (!framing.is_hevc) return (unit[0] & 31) == 6;
  int type = unit[0] >> 1 & 63;
  return type == 39 || type == 40;
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

/// Removes the bytes that keep start codes from occurring within a unit.
static size_t unescape(const uint8_t *unit, size_t size, uint8_t *result) {
  size_t count = 0;
  int zeros = 0;
  for (size_t i = 0; i < size; i++) {
    if (zeros == 2 && unit[i] == 3) {
      zeros = 0;
      continue;
    }
    zeros = unit[i] == 0 ? (zeros < 2 ? zeros + 1 : 2) : 0;
    result[count++] = unit[i];
  }
  return count;
}

static size_t escape(const uint8_t *bytes, size_t size, uint8_t *result, size_t capacity) {
  size_t count = 0;
  int zeros = 0;
  for (size_t i = 0; i < size; i++) {
    if (zeros == 2 && bytes[i] <= 3) {
      if (count == capacity) return 0;
      result[count++] = 3;
      zeros = 0;
    }
    if (count == capacity) return 0;
    zeros = bytes[i] == 0 ? zeros + 1 : 0;
    result[count++] = bytes[i];
  }
  return count;
}

/// Reads a number that is written as bytes of 255 and a last, smaller one.
static bool read_number(const uint8_t *bytes, size_t size, size_t *place, size_t *number) {
  for (*number = 0; *place < size; *place += 1) {
    *number += bytes[*place];
    if (bytes[*place] != 255) {
      *place += 1;
      return true;
    }
  }
  return false;
}

static bool is_of_camera(size_t type, const uint8_t *message, size_t size) {
  if (type != USER_DATA_UNREGISTERED) return false;
  bool is_of_encoder = size >= IDENTIFIER_SIZE + 4
                       && (memcmp(message + IDENTIFIER_SIZE, "x264", 4) == 0 || memcmp(message + IDENTIFIER_SIZE, "x265", 4) == 0);
  return !is_of_encoder;
}

/// Removes user data from the messages of a unit without its header.
///
/// - Returns: the size of what stays; `size` if there is no user data, 0 if no message stays.
static size_t remove_messages(uint8_t *bytes, size_t size) {
  size_t place = 0, kept = 0;
  bool is_changed = false;
  // The last byte holds the bit that ends the unit.
  while (place + 2 < size) {
    size_t start = place, type = 0, length = 0;
    if (!read_number(bytes, size, &place, &type) || !read_number(bytes, size, &place, &length)) return size;
    if (length > size - place) return size;
    bool is_removed = is_of_camera(type, bytes + place, length);
    place += length;
    if (is_removed) {
      is_changed = true;
      continue;
    }
    memmove(bytes + kept, bytes + start, place - start);
    kept += place - start;
  }
  if (!is_changed) return size;
  if (kept == 0) return 0;
  bytes[kept] = 0x80;
  return kept + 1;
}

/// Whether any unit of messages has user data of 16 bytes or more: most packets have none, and are not copied.
static bool may_have_user_data(const AVPacket *packet, Framing framing) {
  size_t start, end, size = (size_t)packet->size, header = framing.is_hevc ? 2 : 1;
  for (size_t place = 0; next_unit(packet->data, size, place, framing, &start, &end); place = end) {
    if (is_message(packet->data + start, end - start, framing) && end - start > header + 2 + IDENTIFIER_SIZE) return true;
  }
  return false;
}

int user_data_remove(AVPacket *packet, const AVCodecParameters *parameters) {
  if (parameters->codec_id != AV_CODEC_ID_H264 && parameters->codec_id != AV_CODEC_ID_HEVC) return 0;
  if (packet->data == NULL || packet->size <= 0) return 0;
  Framing framing = framing_of(parameters);
  if (!may_have_user_data(packet, framing)) return 0;
  int error = av()->av_packet_make_writable(packet);
  if (error < 0) return error;
  size_t size = (size_t)packet->size, header = framing.is_hevc ? 2 : 1;
  uint8_t *data = packet->data, *bytes = malloc(size);
  if (bytes == NULL) return AVERROR(ENOMEM);
  // Units only become shorter, so that the packet is rewritten in its place.
  size_t place = 0, written = 0, start, end;
  while (next_unit(data, size, place, framing, &start, &end)) {
    size_t prefix = start - place, length = end - start;
    if (is_message(data + start, length, framing) && length > header) {
      size_t count = unescape(data + start + header, length - header, bytes);
      size_t left = remove_messages(bytes, count);
      if (left < count) {
        size_t escaped = escape(bytes, left, data + start + header, length - header);
        // No message stays, or the unit was malformed and would not fit when it is escaped.
        if (escaped == 0) {
          place = end;
          continue;
        }
        length = header + escaped;
      }
    }
    memmove(data + written, data + place, prefix + length);
    for (size_t i = 0; i < framing.length_size; i++) {
      data[written + i] = (uint8_t)(length >> (8 * (framing.length_size - 1 - i)));
    }
    written += prefix + length;
    place = end;
  }
  free(bytes);
  // What is no unit stays as it is. A packet of nothing but user data becomes one zero byte or an empty unit's length.
  memmove(data + written, data + place, size - place);
  written += size - place;
  if (written == 0) {
    written = framing.length_size > 0 ? framing.length_size : 1;
    memset(data, 0, written);
  }
  memset(data + written, 0, size - written);
  packet->size = (int)written;
  return 0;
}
