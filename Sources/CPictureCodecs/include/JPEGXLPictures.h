// JPEG XL pictures by libjxl.
#pragma once

#include "PictureStatus.h"

typedef enum {
  CPIC_JXL_SRGB,
  CPIC_JXL_DISPLAY_P3,
  CPIC_JXL_LINEAR_SRGB,
  // The perceptual quantizer and hybrid log-gamma of ITU-R BT.2100, with primaries of their own.
  CPIC_JXL_PQ,
  CPIC_JXL_HLG,
  // By its profile.
  CPIC_JXL_PROFILE,
} cpic_jxl_color;

typedef struct {
  // The size as stored, before the orientation is applied.
  uint32_t width;
  uint32_t height;
  int bits;
  bool has_alpha;
  bool is_gray;
  // 1 to 8, as EXIF counts.
  int orientation;
  int further_frames;
  // Bytes behind the end of the picture, of a codestream without boxes.
  size_t trailing_count;
  // The colours of the decoded samples.
  cpic_jxl_color color;
  // For high dynamic range, the code point of the primaries in ITU-T H.273: 1, 9 or 12.
  int primaries;
  cpic_data profile;
  // The boxes "Exif", with its offset of 4 bytes, and "xml ".
  cpic_data exif;
  cpic_data xmp;
} cpic_jxl_info;

// The version, as 7000 for 0.7.0; or CPIC_MISSING.
cpic_status cpic_jxl_version(int *version, cpic_message *message);

// Reads what a file says of its picture, as far as it goes. What `info` holds is to be released with cpic_jxl_release,
// whatever the status.
//
// `limit`: bytes that any one block of metadata may have, unpacked.
cpic_status cpic_jxl_read(const uint8_t *data, size_t count, size_t limit, cpic_jxl_info *info, cpic_message *message);
void cpic_jxl_release(cpic_jxl_info *info);

// Decodes the first frame to rows without padding, with alpha that is not multiplied in: to 16 bits where it has more than
// 8, else to 8. `complete_rows` is 0 for a picture of which something is missing, where that is allowed.
cpic_status cpic_jxl_decode(
    const uint8_t *data, size_t count, const cpic_jxl_info *info, bool allows_incomplete, cpic_rows target,
    uint32_t *complete_rows, cpic_message *message);

// Encodes a picture. What `info` says of colour, orientation, EXIF and XMP is written.
//
// distance: 0 for a lossless picture, else libjxl's, 0.1 to 15. effort: 1 to 9.
cpic_status cpic_jxl_encode(
    const cpic_picture *picture, const cpic_jxl_info *info, float distance, int effort, cpic_data *result,
    cpic_message *message);
