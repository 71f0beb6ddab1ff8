// Files that are attached to movies: fonts, cover pictures and others.

#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

#include <stdbool.h>

/// What messages call an attached file: its name, else its media type; NULL if it has neither.
const char *attachments_name(const AVStream *source);

/// Whether an attached file begins as fonts do.
bool attachments_is_font(const AVCodecParameters *parameters);

/// Whether a cover picture, a JPEG or PNG, has nothing but what is needed to show it: no EXIF, XMP, IPTC or makers'
/// data, no texts, nothing behind its end. Comments of a JPEG, which programs write, do not count: copying erases them.
bool attachments_is_plain_picture(const AVPacket *picture);

/// A cover picture becomes an attached file in Matroska. If not all metadata are kept, its comments are erased.
int attachments_attach_picture(AVStream *stream, const AVStream *source, cffmpeg_metadata_policy policy);

/// The names that Matroska needs of an attached file. Where no metadata are kept, its own name is none of them.
void attachments_copy_names(AVStream *stream, const AVStream *source, cffmpeg_metadata_policy policy);
