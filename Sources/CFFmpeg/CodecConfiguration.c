#include "CodecConfiguration.h"

#include "MessageUnit.h"
#include "OBUUserData.h"
#include "UserData.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// A configuration record that is made shorter in its place.
typedef struct Record {
  uint8_t *bytes;
  size_t size;
  /// The next byte to read, and to write.
  size_t place, written;
  bool is_hevc;
  uint8_t *scratch;
} Record;

static void keep(Record *record, size_t count) {
  size_t left = record->size - record->place;
  if (count > left) count = left;
  memmove(record->bytes + record->written, record->bytes + record->place, count);
  record->written += count;
  record->place += count;
}

/// Keeps units, each behind its length in two bytes, without user data.
///
/// - Returns: how many are left. A unit that exceeds the record ends it.
static unsigned keep_units(Record *record, unsigned count) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++) {
    if (record->size - record->place < 2) return kept;
    const uint8_t *prefix = record->bytes + record->place;
    size_t length = (size_t)prefix[0] << 8 | prefix[1];
    if (length > record->size - record->place - 2) {
      record->place = record->size;
      return kept;
    }
    uint8_t *unit = record->bytes + record->place + 2;
    size_t left = message_unit_remove_user_data(unit, length, record->is_hevc, record->scratch);
    record->place += 2 + length;
    if (left == 0) continue;
    uint8_t *target = record->bytes + record->written;
    memmove(target + 2, unit, left);
    target[0] = (uint8_t)(left >> 8);
    target[1] = (uint8_t)left;
    record->written += 2 + left;
    kept += 1;
  }
  return kept;
}

/// The record of H.264 (ISO/IEC 14496-15, 5.3.3.1).
static void shorten_avc(Record *record) {
  unsigned profile = record->bytes[1];
  keep(record, 6);
  uint8_t *count = record->bytes + record->written - 1;
  *count = (uint8_t)((*count & 0xE0) | keep_units(record, *count & 31));
  if (record->place == record->size) return;
  keep(record, 1);
  count = record->bytes + record->written - 1;
  *count = (uint8_t)keep_units(record, *count);
  // Chroma format, bit depths and extensions of the sequence's parameters. Baseline, Main and Extended have none.
  if (profile == 66 || profile == 77 || profile == 88 || record->size - record->place < 4) return;
  keep(record, 4);
  count = record->bytes + record->written - 1;
  *count = (uint8_t)keep_units(record, *count);
}

/// The record of HEVC (ISO/IEC 14496-15, 8.3.3.1).
static void shorten_hevc(Record *record) {
  keep(record, 23);
  unsigned count = record->bytes[22], kept = 0;
  for (unsigned i = 0; i < count && record->size - record->place >= 3; i++) {
    size_t start = record->written;
    unsigned units = (unsigned)record->bytes[record->place + 1] << 8 | record->bytes[record->place + 2];
    keep(record, 3);
    unsigned left = keep_units(record, units);
    if (left == 0) {
      record->written = start;
      continue;
    }
    record->bytes[start + 1] = (uint8_t)(left >> 8);
    record->bytes[start + 2] = (uint8_t)left;
    kept += 1;
  }
  record->bytes[22] = (uint8_t)kept;
}

/// Replaces the comments, which are the second of three headers, by none (Vorbis I, 5.2; Theora, 6.3).
///
/// The headers lie one behind the other, behind their number less one and the lengths of the first two (Xiph lacing).
static size_t shorten_xiph(uint8_t *bytes, size_t size, bool is_theora) {
  static const uint8_t vorbis[] = "\3vorbis\0\0\0\0\0\0\0\0\1", theora[] = "\x81theora\0\0\0\0\0\0\0\0";
  const uint8_t *empty = is_theora ? theora : vorbis;
  size_t empty_size = (is_theora ? sizeof theora : sizeof vorbis) - 1, place = 1, lengths[2];
  if (size < 3 || bytes[0] != 2) return size;
  size_t second = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 1) second = place;
    for (lengths[i] = 0; place < size; place++) {
      lengths[i] += bytes[place];
      if (bytes[place] != 255) break;
    }
    place += 1;
  }
  if (place > size || lengths[0] > size - place || lengths[1] > size - place - lengths[0]) return size;
  size_t first_start = place, third_start = place + lengths[0] + lengths[1];
  if (lengths[1] < empty_size) return size;
  // The length is below 255, one byte; no byte moves to a later place.
  bytes[second] = (uint8_t)empty_size;
  memmove(bytes + second + 1, bytes + first_start, lengths[0]);
  size_t written = second + 1 + lengths[0];
  memcpy(bytes + written, empty, empty_size);
  written += empty_size;
  memmove(bytes + written, bytes + third_start, size - third_start);
  return written + size - third_start;
}

/// Removes user data from a configuration of H.264 or HEVC, in its place: a record, or units behind start codes.
static int shorten_units(uint8_t *bytes, size_t *size, enum AVCodecID codec) {
  bool is_hevc = codec == AV_CODEC_ID_HEVC;
  if (bytes[0] != 1) return user_data_remove_from_configuration(bytes, size, codec);
  if (*size < (is_hevc ? 23 : 7)) return 0;
  uint8_t *scratch = malloc(*size);
  if (scratch == NULL) return AVERROR(ENOMEM);
  Record record = {.bytes = bytes, .size = *size, .is_hevc = is_hevc, .scratch = scratch};
  if (is_hevc) {
    shorten_hevc(&record);
  } else {
    shorten_avc(&record);
  }
  free(scratch);
  *size = record.written;
  return 0;
}

/// Removes user data from a configuration of AV1, in its place: units behind the record of four bytes (AV1 Codec ISO
/// Media File Format Binding, 2.3.3), or units alone.
static void shorten_obus(uint8_t *bytes, size_t *size) {
  size_t start = bytes[0] == 0x81 && *size >= 4 ? 4 : 0;
  *size = start + obu_user_data_remove(bytes + start, *size - start);
}

int codec_configuration_remove_user_data(AVCodecParameters *parameters) {
  if (parameters->extradata == NULL || parameters->extradata_size <= 0) return 0;
  uint8_t *bytes = parameters->extradata;
  size_t size = (size_t)parameters->extradata_size, left = size;
  int error = 0;
  switch (parameters->codec_id) {
    case AV_CODEC_ID_VORBIS:
    case AV_CODEC_ID_THEORA: left = shorten_xiph(bytes, size, parameters->codec_id == AV_CODEC_ID_THEORA); break;
    case AV_CODEC_ID_H264:
    case AV_CODEC_ID_HEVC: error = shorten_units(bytes, &left, parameters->codec_id); break;
    case AV_CODEC_ID_AV1: shorten_obus(bytes, &left); break;
    case AV_CODEC_ID_APNG:
    case AV_CODEC_ID_MPEG1VIDEO:
    case AV_CODEC_ID_MPEG2VIDEO:
    case AV_CODEC_ID_MPEG4:
    case AV_CODEC_ID_VC1: error = user_data_remove_from_configuration(bytes, &left, parameters->codec_id); break;
    default: return 0;
  }
  if (error < 0) return error;
  memset(bytes + left, 0, size - left);
  parameters->extradata_size = (int)left;
  return 0;
}
