#pragma once

#include "PictureDecoding.h"
#include "Runtime.h"

/// Describes the samples of a decoded frame, without copying them. They are valid as long as the frame.
void samples_describe(const AVFrame *frame, cffmpeg_samples *samples);
