#include "Reader.h"

#include <stdio.h>
#include <string.h>

static void describe_pixels(const AVStream *stream, cffmpeg_info *info) {
  const AVPixFmtDescriptor *format = av()->av_pix_fmt_desc_get(stream->codecpar->format);
  const AVDictionaryEntry *alpha = av()->av_dict_get(stream->metadata, "alpha_mode", NULL, 0);
  // VP9 and VP8 store alpha in a second bitstream.
  info->has_alpha = alpha != NULL && strcmp(alpha->value, "1") == 0;
  info->color.is_full_range = converter_is_full_range(stream->codecpar->color_range, format);
  if (format == NULL) return;
  if (format->flags & AV_PIX_FMT_FLAG_ALPHA) info->has_alpha = 1;
  // With a palette, the depth is that of an index; the colours have 8 bits.
  info->depth = format->flags & AV_PIX_FMT_FLAG_PAL ? 8 : format->comp[0].depth;
  if (format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) {
    info->color.matrix = AVCOL_SPC_RGB;
    return;
  }
  static const int names[2][3] = {{444, 422, 411}, {440, 420, 410}};
  if (format->nb_components <= 2) {
    info->chroma_subsampling = 400;
  } else if (format->log2_chroma_w <= 2 && format->log2_chroma_h <= 2) {
    info->chroma_subsampling = names[format->log2_chroma_h > 0][format->log2_chroma_w];
  }
}

/// The time from 0 to the start of the pictures that a file's duration includes. FFmpeg states the end of Matroska and
/// NUT files as their duration. Other writers of Matroska, such as mkvmerge, leave out what is before the start.
static int64_t start_in_duration(const cffmpeg_reader *reader) {
  const AVFormatContext *format = reader->format;
  const AVDictionaryEntry *writer = av()->av_dict_get(format->metadata, "encoder", NULL, 0);
  bool is_end = strcmp(format->iformat->name, "nut") == 0
      || (strcmp(format->iformat->name, "matroska,webm") == 0 && writer != NULL && strncmp(writer->value, "Lavf", 4) == 0);
  if (!is_end || reader->stream->start_time == AV_NOPTS_VALUE) return 0;
  int64_t start = av()->av_rescale_q(reader->stream->start_time, reader->stream->time_base, (AVRational){1, AV_TIME_BASE});
  return start > 0 && start < format->duration ? start : 0;
}

static void describe_duration(const cffmpeg_reader *reader, cffmpeg_info *info) {
  const AVFormatContext *format = reader->format;
  // FFmpeg's estimate from the number of bytes is far off.
  if (format->duration_estimation_method == AVFMT_DURATION_FROM_BITRATE) return;
  if (reader->stream->duration != AV_NOPTS_VALUE) {
    info->duration = reader->stream->duration;
    info->duration_base = info->time_base;
    info->is_duration_of_pictures = 1;
  } else if (format->duration != AV_NOPTS_VALUE) {
    info->duration = format->duration - start_in_duration(reader);
    info->duration_base = (cffmpeg_rational){1, AV_TIME_BASE};
    info->is_duration_of_pictures = format->nb_streams == 1;
  }
}

void reader_describe(const cffmpeg_reader *reader, cffmpeg_info *info) {
  AVStream *stream = reader->stream;
  const AVCodecParameters *parameters = stream->codecpar;
  AVRational rate = av()->av_guess_frame_rate(reader->format, stream, NULL);
  AVRational shape = av()->av_guess_sample_aspect_ratio(reader->format, stream, NULL);
  *info = (cffmpeg_info){
      .width = parameters->width,
      .height = parameters->height,
      .time_base = {stream->time_base.num, stream->time_base.den},
      .frame_rate = {rate.num, rate.den},
      .duration = INT64_MIN,
      .display_matrix = {1 << 16, 0, 0, 1 << 16},
      .pixel_aspect_ratio = {shape.num, shape.den},
      .color =
          {.primaries = parameters->color_primaries, .transfer = parameters->color_trc,
           .matrix = parameters->color_space, .chroma_location = parameters->chroma_location},
      .is_interlaced = parameters->field_order > AV_FIELD_PROGRESSIVE,
      .start_time = stream->start_time == AV_NOPTS_VALUE ? INT64_MIN : stream->start_time,
      .frame_count = stream->nb_frames > 0 ? stream->nb_frames : 0,
      .stream_count = (int32_t)reader->format->nb_streams,
      .stream_index = stream->index,
  };
  snprintf(info->codec, sizeof info->codec, "%s", av()->avcodec_get_name(parameters->codec_id));
  describe_pixels(stream, info);
  describe_duration(reader, info);
  size_t size = 0;
  const uint8_t *matrix = av()->av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  if (matrix != NULL && size >= 9 * sizeof(int32_t)) {
    const size_t places[4] = {0, 1, 3, 4};
    for (int i = 0; i < 4; i++) {
      memcpy(&info->display_matrix[i], matrix + places[i] * sizeof(int32_t), sizeof(int32_t));
    }
  }
}

/// Writes a container's four-character code, if it has one and it is printable.
static void write_tag(uint32_t tag, char *text) {
  for (int i = 0; i < 4; i++) {
    char letter = (char)(tag >> (8 * i) & 255);
    text[i] = letter >= 32 && letter < 127 ? letter : '?';
  }
  text[4] = 0;
}

cffmpeg_stream cffmpeg_get_stream(const cffmpeg_reader *reader, int32_t index) {
  cffmpeg_stream result = {.kind = CFFMPEG_STREAM_DATA};
  if (index < 0 || (unsigned)index >= reader->format->nb_streams) return result;
  const AVStream *stream = reader->format->streams[index];
  const AVCodecParameters *parameters = stream->codecpar;
  switch (parameters->codec_type) {
    case AVMEDIA_TYPE_VIDEO:
      result.kind = stream->disposition & AV_DISPOSITION_ATTACHED_PIC ? CFFMPEG_STREAM_COVER_PICTURE
                                                                      : CFFMPEG_STREAM_VIDEO;
      break;
    case AVMEDIA_TYPE_AUDIO: result.kind = CFFMPEG_STREAM_SOUND; break;
    case AVMEDIA_TYPE_SUBTITLE: result.kind = CFFMPEG_STREAM_SUBTITLES; break;
    case AVMEDIA_TYPE_ATTACHMENT: result.kind = CFFMPEG_STREAM_ATTACHMENT; break;
    default: break;
  }
  if (parameters->codec_id == AV_CODEC_ID_NONE && parameters->codec_tag != 0) {
    write_tag(parameters->codec_tag, result.codec);
  } else {
    snprintf(result.codec, sizeof result.codec, "%s", av()->avcodec_get_name(parameters->codec_id));
  }
  const AVDictionaryEntry *language = av()->av_dict_get(stream->metadata, "language", NULL, 0);
  if (language != NULL) snprintf(result.language, sizeof result.language, "%s", language->value);
  return result;
}
