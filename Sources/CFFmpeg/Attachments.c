#include "Attachments.h"

#include "JPEGFrame.h"
#include "Signature.h"
#include "Tags.h"

#include <string.h>

const char *attachments_name(const AVStream *source) {
  const char *name = tags_value(source->metadata, "filename");
  return name != NULL && name[0] != 0 ? name : tags_value(source->metadata, "mimetype");
}

bool attachments_is_font(const AVCodecParameters *parameters) {
  static const char signatures[][5] = {"\0\1\0\0", "OTTO", "true", "typ1", "ttcf", "wOFF", "wOF2"};
  if (parameters->extradata_size < 4) return false;
  for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
    if (memcmp(parameters->extradata, signatures[i], 4) == 0) return true;
  }
  return false;
}

/// Whether a JPEG's segment is needed to show it, or a comment, which is erased.
static bool is_plain_segment(uint8_t marker, const uint8_t *data, size_t count) {
  switch (marker) {
    // JFIF without a thumbnail.
    case 0xE0: return count == 14 && signature_begins(data, count, "JFIF", 5);
    case 0xE2: return signature_begins(data, count, "ICC_PROFILE", 12);
    case 0xEE: return count == 12 && signature_begins(data, count, "Adobe", 5);
    case 0xFE: return true;
    default: return (marker >= 0xC0 && marker <= 0xCF) || (marker >= 0xDA && marker <= 0xDD);
  }
}

static bool is_plain_jpeg(const uint8_t *bytes, size_t size) {
  size_t place = 2;
  while (place + 4 <= size && bytes[place] == 0xFF) {
    uint8_t marker = bytes[place + 1];
    size_t count = (size_t)bytes[place + 2] << 8 | bytes[place + 3];
    if (count < 2 || place + 2 + count > size) return false;
    if (!is_plain_segment(marker, bytes + place + 4, count - 2)) return false;
    place += 2 + count;
    if (marker != 0xDA) continue;
    // Coded samples, up to a marker that is neither a zero byte nor a restart.
    while (place + 1 < size
           && (bytes[place] != 0xFF || bytes[place + 1] == 0 || (bytes[place + 1] >= 0xD0 && bytes[place + 1] <= 0xD7))) {
      place += 1;
    }
    if (place + 2 == size && bytes[place] == 0xFF && bytes[place + 1] == 0xD9) return true;
  }
  return false;
}

static bool is_plain_png(const uint8_t *bytes, size_t size) {
  static const char plain[][5] = {"IHDR", "PLTE", "IDAT", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs"};
  size_t place = 8;
  while (place + 12 <= size) {
    size_t count = (size_t)bytes[place] << 24 | (size_t)bytes[place + 1] << 16 | (size_t)bytes[place + 2] << 8 | bytes[place + 3];
    if (count > size - place - 12) return false;
    const uint8_t *name = bytes + place + 4;
    place += 12 + count;
    if (memcmp(name, "IEND", 4) == 0) return count == 0 && place == size;
    bool is_plain = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) is_plain |= memcmp(name, plain[i], 4) == 0;
    if (!is_plain) return false;
  }
  return false;
}

bool attachments_is_plain_picture(const AVPacket *picture) {
  size_t size = picture->size > 0 ? (size_t)picture->size : 0;
  if (signature_begins(picture->data, size, "\xFF\xD8", 2)) return is_plain_jpeg(picture->data, size);
  if (signature_begins(picture->data, size, "\x89PNG\r\n\x1A\n", 8)) return is_plain_png(picture->data, size);
  return false;
}

int attachments_attach_picture(AVStream *stream, const AVStream *source, cffmpeg_metadata_policy policy) {
  AVCodecParameters *parameters = stream->codecpar;
  const AVPacket *picture = &source->attached_pic;
  parameters->extradata = av()->av_mallocz((size_t)picture->size + AV_INPUT_BUFFER_PADDING_SIZE);
  if (parameters->extradata == NULL) return AVERROR(ENOMEM);
  memcpy(parameters->extradata, picture->data, (size_t)picture->size);
  if (policy != CFFMPEG_METADATA_KEEP) jpeg_frame_erase_metadata(parameters->extradata, (size_t)picture->size);
  parameters->extradata_size = picture->size;
  parameters->codec_type = AVMEDIA_TYPE_ATTACHMENT;
  parameters->codec_id = source->codecpar->codec_id;
  bool is_png = parameters->codec_id == AV_CODEC_ID_PNG;
  av()->av_dict_set(&stream->metadata, "filename", is_png ? "cover.png" : "cover.jpg", 0);
  return av()->av_dict_set(&stream->metadata, "mimetype", is_png ? "image/png" : "image/jpeg", 0);
}

void attachments_copy_names(AVStream *stream, const AVStream *source, cffmpeg_metadata_policy policy) {
  static const char *const names[] = {"filename", "mimetype"};
  for (int i = 0; i < 2; i++) {
    const char *value = tags_value(source->metadata, names[i]);
    if (i == 0 && policy == CFFMPEG_METADATA_STRIP) value = attachments_is_font(source->codecpar) ? "font" : "file";
    if (value != NULL) av()->av_dict_set(&stream->metadata, names[i], value, 0);
  }
}
