#include "TIFFCodedEnd.h"

// Fax ends with codes that mark the ends of lines, one behind the other: two in Group 4 (ITU-T T.6), six in Group 3 (T.4). No
// line of a picture has the eleven zeros of such a code, so two of them with nothing between are the end. Writers may leave
// those of Group 3 out. `has_bit`: whether a bit behind each code tells of the next line.
size_t tiff_end_of_fax(const uint8_t *coded, size_t count, bool is_reversed, unsigned codes, bool has_bit) {
  enum { ZEROS = 11 };
  const uint64_t bits = 8 * (uint64_t)count;
  // Zeros before this bit, codes that follow each other, where the last of them ends, and where the end of all is.
  uint64_t zeros = 0, last = 0, end = 0;
  unsigned found = 0;
  for (uint64_t place = 0; place < bits && found < codes; place++) {
    const unsigned shift = is_reversed ? (unsigned)(place & 7) : 7 - (unsigned)(place & 7);
    if ((coded[place >> 3] >> shift & 1) == 0) {
      zeros += 1;
      continue;
    }
    const bool follows = found > 0 && place - zeros == last;
    if (zeros < ZEROS) {
      if (found > 1) break;
      found = 0;
    } else {
      if (!follows && found > 1) break;
      found = follows ? found + 1 : 1;
      if (has_bit) place += 1;
      last = place + 1;
      if (found > 1) end = last < bits ? last : bits;
    }
    zeros = 0;
  }
  return (size_t)((end + 7) / 8);
}
