#pragma once

#include "Input.h"

/// Whether a file is shorter than its container says, in formats where FFmpeg does not notice: a Matroska or WebM file
/// within its segment, an ASF file below the size in its header, an Ogg file within a page, a transport stream within a
/// packet, a GIF within a block. False if the container does not say how long the file is.
bool input_is_truncated(const Input *input);
