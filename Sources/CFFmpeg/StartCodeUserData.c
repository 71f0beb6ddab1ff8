#include "StartCodeUserData.h"

#include "Signature.h"

#include <stdbool.h>
#include <string.h>

/// Where the next start code (0, 0, 1 and its kind) begins, at or after `place`; `size` if there is none.
static size_t next_start_code(const uint8_t *data, size_t size, size_t place) {
  for (; place + 4 <= size; place++) {
    if (data[place] == 0 && data[place + 1] == 0 && data[place + 2] == 1) return place;
  }
  return size;
}

/// Whether a start code is that of user data (ISO/IEC 13818-2, 6.3.1; 14496-2, 6.3.1; SMPTE 421M, annex E.5).
static bool is_user_data(uint8_t kind, enum AVCodecID codec) {
  return codec == AV_CODEC_ID_VC1 ? kind >= 0x1B && kind <= 0x1F : kind == 0xB2;
}

/// Whether decoders or players need user data.
static bool is_needed(const uint8_t *data, size_t size, enum AVCodecID codec) {
  if (codec == AV_CODEC_ID_MPEG4) {
    static const char encoders[][5] = {"DivX", "XviD", "Lavc", "FFmp", "ffmp"};
    enum { LONGEST_NAME = 64 };
    for (size_t i = 0; i < sizeof encoders / sizeof *encoders; i++) {
      if (size <= LONGEST_NAME && signature_begins(data, size, encoders[i], 4)) return true;
    }
    return false;
  }
  // Captions (ATSC A/53, those of DVDs, SCTE 20), the active part of the picture, stereoscopy.
  static const char players[][5] = {"GA94", "CC\1\xF8", "DTG1", "JP3D"};
  for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
    if (signature_begins(data, size, players[i], 4)) return true;
  }
  if (size >= 2 && data[0] == 3 && (data[1] & 0x7F) == 1) return true;
  // TMPGEnc's name, which stands within the first bytes.
  for (size_t place = 0; place + 9 <= size && place < 20; place++) {
    if (memcmp(data + place, "\0TMPGEXS\0", 9) == 0) return true;
  }
  return false;
}

size_t start_code_user_data_remove(uint8_t *data, size_t size, enum AVCodecID codec) {
  size_t place = next_start_code(data, size, 0), written = place;
  while (place < size) {
    size_t end = next_start_code(data, size, place + 4);
    const uint8_t *unit = data + place;
    if (!is_user_data(unit[3], codec) || is_needed(unit + 4, end - place - 4, codec)) {
      memmove(data + written, unit, end - place);
      written += end - place;
    }
    place = end;
  }
  return written;
}
