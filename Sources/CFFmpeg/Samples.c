#include "Samples.h"

void samples_describe(const AVFrame *frame, cffmpeg_samples *samples) {
  *samples = (cffmpeg_samples){.width = frame->width, .height = frame->height, .chroma_format = -1};
  const AVPixFmtDescriptor *format = av()->av_pix_fmt_desc_get(frame->format);
  if (format == NULL || (format->flags & (AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BE)) != 0) return;
  samples->depth = format->comp[0].depth;
  int step = samples->depth > 8 ? 2 : 1;
  for (int i = 0; i < format->nb_components; i++) {
    const AVComponentDescriptor *component = &format->comp[i];
    if (component->depth != samples->depth || component->step != step || component->shift != 0) return;
  }
  if (format->nb_components == 1) {
    samples->chroma_format = 0;
  } else if (format->nb_components == 3) {
    const int formats[2][2] = {{3, -1}, {2, 1}};
    if (format->log2_chroma_w > 1 || format->log2_chroma_h > 1) return;
    samples->chroma_format = formats[format->log2_chroma_w][format->log2_chroma_h];
  }
  for (int i = 0; i < format->nb_components && i < 3; i++) {
    samples->planes[i] = frame->data[i];
    samples->strides[i] = frame->linesize[i];
  }
}
