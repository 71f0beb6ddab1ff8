#include "PictureDecoding.h"

#include <string.h>

#include "Runtime.h"
#include "Samples.h"

static const AVCodec *decoder_of(cffmpeg_codec codec) {
  static const enum AVCodecID identifiers[] = {
      [CFFMPEG_HEVC] = AV_CODEC_ID_HEVC, [CFFMPEG_AV1] = AV_CODEC_ID_AV1, [CFFMPEG_MJPEG] = AV_CODEC_ID_MJPEG};
  return av()->avcodec_find_decoder(identifiers[codec]);
}

bool cffmpeg_can_decode(cffmpeg_codec codec, cffmpeg_message *message) {
  if (cffmpeg_codec_runtime(message) == NULL) return false;
  const AVCodec *decoder = decoder_of(codec);
  if (decoder != NULL) {
    unsigned version = av()->avcodec_version();
    cffmpeg_fail(
        message, CFFMPEG_OK, "libavcodec %u.%u (%s)", version >> 16, version >> 8 & 0xFF, decoder->name);
    return true;
  }
  cffmpeg_fail(message, CFFMPEG_RUNTIME_MISSING, "FFmpeg was built without the decoder");
  return false;
}

static AVCodecContext *open_decoder(
    const AVCodec *codec, const uint8_t *configuration, size_t size, int64_t pixel_limit, int *error) {
  AVCodecContext *context = av()->avcodec_alloc_context3(codec);
  *error = AVERROR(ENOMEM);
  if (context == NULL) return NULL;
  context->thread_count = 1;
  context->max_pixels = pixel_limit;
  context->err_recognition = AV_EF_EXPLODE;
  context->extradata = av()->av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE);
  if (context->extradata != NULL) {
    if (size > 0) memcpy(context->extradata, configuration, size);
    context->extradata_size = (int)size;
    *error = av()->avcodec_open2(context, codec, NULL);
    if (*error >= 0) return context;
  }
  av()->avcodec_free_context(&context);
  return NULL;
}

// Sends the data and receives the first picture; returns FFmpeg's error code.
static int decode(AVCodecContext *context, AVPacket *packet, const uint8_t *data, size_t size, AVFrame *frame) {
  if (packet == NULL || frame == NULL) return AVERROR(ENOMEM);
  int error = av()->av_new_packet(packet, (int)size);
  if (error < 0) return error;
  memcpy(packet->data, data, size);
  error = av()->avcodec_send_packet(context, packet);
  // The end of the stream, so that the decoder does not wait for pictures with an earlier presentation time.
  if (error >= 0) error = av()->avcodec_send_packet(context, NULL);
  if (error >= 0) error = av()->avcodec_receive_frame(context, frame);
  return error;
}

// Whether decoding gave a whole picture, by FFmpeg's error code.
static cffmpeg_status check_decoded(int error, const AVFrame *frame, cffmpeg_message *message) {
  if (error == AVERROR(ENOMEM)) return cffmpeg_fail(message, CFFMPEG_LIMIT_EXCEEDED, "no memory to decode it");
  if (error == AVERROR_PATCHWELCOME || error == AVERROR(ENOSYS)) {
    return cffmpeg_fail(message, CFFMPEG_UNSUPPORTED, "it uses what FFmpeg does not decode");
  }
  if (error == AVERROR_EOF || error == AVERROR(EAGAIN)) {
    return cffmpeg_fail(message, CFFMPEG_MALFORMED, "its data hold no picture");
  }
  if (error < 0) {
    cffmpeg_message words;
    return cffmpeg_fail(message, CFFMPEG_MALFORMED, "%s", cffmpeg_error_text(error, &words));
  }
  if (frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0) {
    return cffmpeg_fail(message, CFFMPEG_MALFORMED, "its data are damaged");
  }
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_decode_picture(
    cffmpeg_codec codec, const uint8_t *configuration, size_t configuration_size, const uint8_t *data, size_t data_size,
    int64_t pixel_limit, cffmpeg_decoded **result, cffmpeg_samples *samples, cffmpeg_message *message) {
  *result = NULL;
  if (!cffmpeg_can_decode(codec, message)) return CFFMPEG_RUNTIME_MISSING;
  if (data_size > INT32_MAX / 2 || configuration_size > INT32_MAX / 2) {
    return cffmpeg_fail(message, CFFMPEG_LIMIT_EXCEEDED, "more data than a decoder takes");
  }

  int error;
  AVCodecContext *context = open_decoder(decoder_of(codec), configuration, configuration_size, pixel_limit, &error);
  AVPacket *packet = av()->av_packet_alloc();
  AVFrame *frame = av()->av_frame_alloc();
  if (error >= 0) error = decode(context, packet, data, data_size, frame);
  av()->av_packet_free(&packet);
  av()->avcodec_free_context(&context);

  cffmpeg_status status = check_decoded(error, frame, message);
  if (status != CFFMPEG_OK) {
    av()->av_frame_free(&frame);
    return status;
  }
  samples_describe(frame, samples);
  *result = (cffmpeg_decoded *)frame;
  return CFFMPEG_OK;
}

void cffmpeg_decoded_free(cffmpeg_decoded *decoded) {
  AVFrame *frame = (AVFrame *)decoded;
  // If FFmpeg could not be loaded, there is nothing to free.
  if (frame != NULL) av()->av_frame_free(&frame);
}
