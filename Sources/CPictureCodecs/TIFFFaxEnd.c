#include "TIFFCodedEnd.h"

// Fax data end with end-of-line codes in a row: two in Group 4 (ITU-T T.6), six in Group 3 (T.4). No line of a picture
// contains the eleven zeros of such a code, so two codes in a row are the end. Writers may leave out those of Group 3.
// `has_bit`: whether the bit after each code gives the coding of the next line.
size_t tiff_end_of_fax(const uint8_t *coded, size_t count, bool is_reversed, unsigned codes, bool has_bit) {
  enum { ZEROS = 11 };
  const uint64_t bits = 8 * (uint64_t)count;
  // The zeros before this bit, the number of consecutive codes, the end of the last one, and the end of the data.
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
