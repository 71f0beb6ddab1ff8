#include "VideoDecoding.h"

#include <stdlib.h>
#include <string.h>

#include "Matrix.h"
#include "Samples.h"

struct cffmpeg_video_decoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
};

static cffmpeg_status open(cffmpeg_video_decoder *decoder, int64_t pixel_limit, cffmpeg_message *message) {
  const AVCodec *codec = av()->avcodec_find_decoder(AV_CODEC_ID_H264);
  if (codec == NULL) return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "FFmpeg was built without a decoder of H.264");
  decoder->context = av()->avcodec_alloc_context3(codec);
  decoder->packet = av()->av_packet_alloc();
  decoder->frame = av()->av_frame_alloc();
  int error = AVERROR(ENOMEM);
  if (decoder->context != NULL && decoder->packet != NULL && decoder->frame != NULL) {
    decoder->context->max_pixels = pixel_limit;
    decoder->context->err_recognition = AV_EF_EXPLODE;
    // Pictures are returned without delay: slices may be decoded in parallel, pictures not.
    decoder->context->flags |= AV_CODEC_FLAG_LOW_DELAY;
    decoder->context->thread_type = FF_THREAD_SLICE;
    decoder->context->thread_count = 0;
    error = av()->avcodec_open2(decoder->context, codec, NULL);
  }
  cffmpeg_message words;
  return error < 0 ? cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "%s", cffmpeg_error_text(error, &words)) : CFFMPEG_OK;
}

cffmpeg_status cffmpeg_open_h264(int64_t pixel_limit, cffmpeg_video_decoder **result, cffmpeg_message *message) {
  *result = NULL;
  if (cffmpeg_runtime(message) == NULL) return CFFMPEG_RUNTIME_MISSING;
  cffmpeg_video_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return cffmpeg_fail(message, CFFMPEG_UNREADABLE, "out of memory");
  cffmpeg_status status = open(decoder, pixel_limit, message);
  if (status == CFFMPEG_OK) *result = decoder;
  else cffmpeg_close_video(decoder);
  return status;
}

static void describe_meaning(const AVFrame *frame, cffmpeg_sample_meaning *meaning) {
  enum AVChromaLocation place = frame->chroma_location;
  *meaning = (cffmpeg_sample_meaning){
      .is_centered_x = place == AVCHROMA_LOC_CENTER || place == AVCHROMA_LOC_TOP || place == AVCHROMA_LOC_BOTTOM,
      .is_centered_y = place != AVCHROMA_LOC_TOPLEFT && place != AVCHROMA_LOC_TOP,
      .is_full_range = frame->color_range == AVCOL_RANGE_JPEG || frame->format == AV_PIX_FMT_YUVJ420P,
  };
  matrix_weights(matrix_meant(frame->colorspace, frame->width, frame->height), &meaning->kr, &meaning->kb);
}

/// Decodes the packet; returns FFmpeg's error code.
static int decode(cffmpeg_video_decoder *decoder) {
  av()->av_frame_unref(decoder->frame);
  int error = av()->avcodec_send_packet(decoder->context, decoder->packet);
  av()->av_packet_unref(decoder->packet);
  return error < 0 ? error : av()->avcodec_receive_frame(decoder->context, decoder->frame);
}

cffmpeg_status cffmpeg_decode_video(
    cffmpeg_video_decoder *decoder, const uint8_t *data, size_t size, cffmpeg_samples *samples,
    cffmpeg_sample_meaning *meaning, cffmpeg_message *message) {
  if (size == 0 || size > INT32_MAX / 2) return cffmpeg_fail(message, CFFMPEG_MALFORMED, "%zu bytes of data", size);
  int error = av()->av_new_packet(decoder->packet, (int)size);
  if (error >= 0) {
    memcpy(decoder->packet->data, data, size);
    error = decode(decoder);
  }
  if (error == AVERROR(EAGAIN)) return CFFMPEG_END;
  const AVFrame *frame = decoder->frame;
  if (error >= 0 && (frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0)) {
    error = AVERROR_INVALIDDATA;
  }
  if (error < 0) {
    // Later pictures are predicted from this one.
    cffmpeg_report_loss(decoder);
    cffmpeg_message words;
    return cffmpeg_fail(message, CFFMPEG_MALFORMED, "%s", cffmpeg_error_text(error, &words));
  }
  samples_describe(frame, samples);
  describe_meaning(frame, meaning);
  return CFFMPEG_OK;
}

void cffmpeg_report_loss(cffmpeg_video_decoder *decoder) { av()->avcodec_flush_buffers(decoder->context); }

void cffmpeg_close_video(cffmpeg_video_decoder *decoder) {
  if (decoder == NULL) return;
  if (decoder->packet != NULL) av()->av_packet_free(&decoder->packet);
  if (decoder->frame != NULL) av()->av_frame_free(&decoder->frame);
  if (decoder->context != NULL) av()->avcodec_free_context(&decoder->context);
  free(decoder);
}
