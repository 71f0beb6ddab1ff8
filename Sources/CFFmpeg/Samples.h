#pragma once

#include "PictureDecoding.h"
#include "Runtime.h"

/// Says where the samples of a decoded frame lie, which live as long as it.
void samples_describe(const AVFrame *frame, cffmpeg_samples *samples);
