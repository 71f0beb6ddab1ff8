#include "RegisteredUserData.h"

#include "Signature.h"

/// The beginning of user data that players need: a country, a provider, and perhaps what follows.
typedef struct Needed {
  const char *bytes;
  size_t size;
} Needed;

bool registered_user_data_is_needed(const uint8_t *data, size_t size) {
  static const Needed needed[] = {
      // ATSC A/53: captions; the active part of the picture.
      {"\xB5\x00\x31GA94", 7},
      {"\xB5\x00\x31" "DTG1", 7},
      // DirecTV's captions.
      {"\xB5\x00\x2F", 3},
      // SL-HDR (ETSI TS 103 433), Dolby Vision, HDR10+ (SMPTE ST 2094-40), HDR Vivid (CUVA 005.1).
      {"\xB5\x00\x3A", 3},
      {"\xB5\x00\x3B", 3},
      {"\xB5\x00\x3C\x00\x01", 5},
      {"\x26\x00\x04\x00\x05", 5},
      // Film grain (AOMedia AFGS1), enhancement layers (MPEG-5 part 2).
      {"\xB5\x58\x90", 3},
      {"\xB4\x50\x00", 3},
  };
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    if (signature_begins(data, size, needed[i].bytes, needed[i].size)) return true;
  }
  return false;
}
