// JPEG XL pictures with libjxl.
#pragma once

#include "PictureStatus.h"

typedef enum {
  CPIC_JXL_SRGB,
  CPIC_JXL_DISPLAY_P3,
  CPIC_JXL_LINEAR_SRGB,
  // PQ and HLG of ITU-R BT.2100; `primaries` gives their primaries.
  CPIC_JXL_PQ,
  CPIC_JXL_HLG,
  // The colours that `profile` describes.
  CPIC_JXL_PROFILE,
} cpic_jxl_color;

typedef struct {
  // The size as stored, before the orientation is applied.
  uint32_t width;
  uint32_t height;
  int bits;
  bool has_alpha;
  bool is_gray;
  // 1 to 8, as in EXIF.
  int orientation;
  int further_frames;
  // The number of bytes after the end of the picture, for a codestream without a container.
  size_t trailing_count;
  // The colours of the decoded samples.
  cpic_jxl_color color;
  // For PQ and HLG, the code point of the primaries in ITU-T H.273: 1, 9 or 12.
  int primaries;
  cpic_data profile;
  // The profile that the codestream itself has, if any. libjxl converts the samples of a lossy picture from it.
  cpic_data coded_profile;
  // Whether it does: to the primaries of ITU-R BT.2020 with the curve of sRGB. It would choose linear light.
  bool is_converted;
  // The contents of the boxes "Exif", which begins with an offset of 4 bytes, and "xml ".
  cpic_data exif;
  cpic_data xmp;
} cpic_jxl_info;

// The version, such as 7000 for 0.7.0; CPIC_MISSING if the library is missing.
cpic_status cpic_jxl_version(int *version, cpic_message *message);

// Reads the description and the metadata, as far as the data go. The caller calls cpic_jxl_release on `info`, whatever
// the status.
//
// `limit`: the most bytes of one block of metadata, decompressed.
cpic_status cpic_jxl_read(const uint8_t *data, size_t count, size_t limit, cpic_jxl_info *info, cpic_message *message);
void cpic_jxl_release(cpic_jxl_info *info);

// Decodes the first frame to rows without padding, with straight alpha: to 16 bits if it has more than 8, else to 8.
// With `allows_incomplete`, `complete_rows` becomes 0 if a part of the picture is missing.
cpic_status cpic_jxl_decode(
    const uint8_t *data, size_t count, const cpic_jxl_info *info, bool allows_incomplete, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message);

// Encodes a picture, with the colour, orientation, EXIF and XMP of `info`. The caller frees `*result` with
// cpic_release.
//
// `distance`: 0 for lossless, else libjxl's, 0.1 to 15. `effort`: 1 to 9.
cpic_status cpic_jxl_encode(
    const cpic_picture *picture, const cpic_jxl_info *info, float distance, int effort, cpic_data *result,
    cpic_message *message);
