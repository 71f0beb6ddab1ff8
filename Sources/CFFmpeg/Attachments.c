#include "Attachments.h"

#include "JPEGFrame.h"
#include "PNGFrame.h"
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

bool attachments_is_plain_picture(const AVPacket *picture) {
  size_t size = picture->size > 0 ? (size_t)picture->size : 0;
  return jpeg_frame_is_plain(picture->data, size) || png_frame_is_plain(picture->data, size);
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
