#include "OBUUserData.h"

#include "RegisteredUserData.h"

#include <stdbool.h>
#include <string.h>

/// Kinds of units (AV1 Bitstream & Decoding Process Specification, 6.2.2) and of metadata (6.7.1).
enum { TILE_LIST = 8, METADATA = 5 };
enum { LIGHT_LEVEL = 1, MASTERING_DISPLAY = 2, SCALABILITY = 3, REGISTERED = 4, TIME_CODE = 5 };

/// Reads a number of seven bits a byte, the lowest first (4.10.5).
static bool read_number(const uint8_t *data, size_t size, size_t *place, size_t *number) {
  *number = 0;
  for (unsigned i = 0; i < 8 && *place < size; i++) {
    uint8_t byte = data[(*place)++];
    *number |= (size_t)(byte & 0x7F) << (7 * i);
    if (byte < 0x80) return true;
  }
  return false;
}

/// Whether players need metadata, which begin with their kind.
static bool is_needed_metadata(const uint8_t *data, size_t size) {
  size_t place = 0, kind = 0;
  if (!read_number(data, size, &place, &kind)) return false;
  switch (kind) {
    case LIGHT_LEVEL:
    case MASTERING_DISPLAY:
    case SCALABILITY:
    case TIME_CODE: return true;
    case REGISTERED: return registered_user_data_is_needed(data + place, size - place);
    default: return false;
  }
}

size_t obu_user_data_remove(uint8_t *data, size_t size) {
  size_t start = 0, written = 0;
  while (start < size) {
    unsigned kind = data[start] >> 3 & 15;
    bool has_extension = data[start] & 4, has_size = data[start] & 2;
    size_t place = start + 1 + has_extension;
    if (place > size) break;
    // The last unit may reach to the end.
    size_t count = size - place;
    if (has_size && (!read_number(data, size, &place, &count) || count > size - place)) break;
    size_t end = place + count;
    bool is_needed = kind == METADATA ? is_needed_metadata(data + place, count) : kind >= 1 && kind <= TILE_LIST;
    if (is_needed) {
      memmove(data + written, data + start, end - start);
      written += end - start;
    }
    start = end;
  }
  memmove(data + written, data + start, size - start);
  return written + size - start;
}
