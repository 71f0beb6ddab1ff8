// The functions of libjxl that are called.
#pragma once

#include "JPEGXLPictures.h"
#include "Library.h"

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/resizable_parallel_runner.h>

#define JXL_FUNCTIONS(X)                                                                                       \
  X(JxlDecoderVersion) X(JxlDecoderCreate) X(JxlDecoderDestroy) X(JxlDecoderSetParallelRunner)                 \
  X(JxlDecoderSubscribeEvents) X(JxlDecoderSetKeepOrientation) X(JxlDecoderSetUnpremultiplyAlpha)              \
  X(JxlDecoderProcessInput) X(JxlDecoderSetInput) X(JxlDecoderReleaseInput) X(JxlDecoderGetBasicInfo)            \
  X(JxlDecoderGetColorAsEncodedProfile) X(JxlDecoderGetICCProfileSize) X(JxlDecoderGetColorAsICCProfile)       \
  X(JxlDecoderSetPreferredColorProfile)                                                                        \
  X(JxlDecoderSetImageOutBuffer) X(JxlDecoderImageOutBufferSize) X(JxlDecoderFlushImage)                       \
  X(JxlDecoderSetDecompressBoxes) X(JxlDecoderGetBoxType) X(JxlDecoderSetBoxBuffer)                            \
  X(JxlDecoderReleaseBoxBuffer) X(JxlDecoderSkipCurrentFrame) X(JxlEncoderCreate) X(JxlEncoderDestroy)         \
  X(JxlEncoderSetParallelRunner)                                                                               \
  X(JxlEncoderInitBasicInfo) X(JxlEncoderSetBasicInfo) X(JxlEncoderSetColorEncoding) X(JxlEncoderSetICCProfile) \
  X(JxlEncoderFrameSettingsCreate) X(JxlEncoderFrameSettingsSetOption) X(JxlEncoderSetFrameLossless)           \
  X(JxlEncoderSetFrameDistance) X(JxlEncoderAddImageFrame) X(JxlEncoderUseBoxes) X(JxlEncoderAddBox)           \
  X(JxlEncoderCloseInput) X(JxlEncoderProcessOutput) X(JxlEncoderSetCodestreamLevel)                           \
  X(JxlEncoderGetRequiredCodestreamLevel) X(JxlColorEncodingSetToSRGB) X(JxlColorEncodingSetToLinearSRGB)
#define JXL_THREAD_FUNCTIONS(X)                                                                                \
  X(JxlResizableParallelRunner) X(JxlResizableParallelRunnerCreate) X(JxlResizableParallelRunnerDestroy)       \
  X(JxlResizableParallelRunnerSetThreads) X(JxlResizableParallelRunnerSuggestThreads)

typedef struct {
  JXL_FUNCTIONS(MEMBER) JXL_THREAD_FUNCTIONS(MEMBER)
} JXLFunctions;

extern JXLFunctions jxl;

bool jxl_is_there(cpic_message *message);
