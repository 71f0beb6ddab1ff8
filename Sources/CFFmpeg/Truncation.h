#pragma once

#include "Input.h"

/// Whether a file is shorter than its container says, where FFmpeg takes that for the file's end: a Matroska or WebM file
/// within its segment, an ASF file below the size in its header, an Ogg file within a page, a transport stream within a
/// packet. A file whose container does not say how long it is counts as whole.
bool input_is_truncated(const Input *input);
