#include "MessageUnit.h"

#include "RegisteredUserData.h"

#include <string.h>

/// The types of messages with user data (ISO/IEC 14496-10, D.1.6 and D.1.7): of a writer that is registered, and behind
/// an identifier of 16 bytes.
enum { USER_DATA_REGISTERED = 4, USER_DATA_UNREGISTERED = 5, IDENTIFIER_SIZE = 16 };

static size_t header_size(bool is_hevc) { return is_hevc ? 2 : 1; }

bool message_unit_is(const uint8_t *unit, size_t size, bool is_hevc) {
  if (size < 2) return false;
  if (!is_hevc) return (unit[0] & 31) == 6;
  int type = unit[0] >> 1 & 63;
  return type == 39 || type == 40;
}

bool message_unit_may_have_user_data(size_t size, bool is_hevc) {
  // At least the type, the size, and the code of a country.
  return size > header_size(is_hevc) + 3;
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
  if (type == USER_DATA_REGISTERED) return !registered_user_data_is_needed(message, size);
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

size_t message_unit_remove_user_data(uint8_t *unit, size_t size, bool is_hevc, uint8_t *scratch) {
  size_t header = header_size(is_hevc);
  if (!message_unit_is(unit, size, is_hevc) || size <= header) return size;
  size_t count = unescape(unit + header, size - header, scratch);
  size_t left = remove_messages(scratch, count);
  if (left == count) return size;
  size_t escaped = escape(scratch, left, unit + header, size - header);
  // No message stays, or the unit was malformed and would not fit when it is escaped.
  return escaped == 0 ? 0 : header + escaped;
}
