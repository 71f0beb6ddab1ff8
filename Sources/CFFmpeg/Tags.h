#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"
#include "Warnings.h"

#include <stdbool.h>

/// Copies the tags of a container that the policy keeps, except those that describe the source's encoding. Returns
/// FFmpeg's error code.
int tags_copy(AVDictionary **target, const AVDictionary *source, cffmpeg_metadata_policy policy);
/// Copies the tags of a stream; every policy keeps the language. `is_coded_anew` leaves out tags that describe the
/// encoding. Returns FFmpeg's error code.
int tags_copy_of_stream(
    AVDictionary **target, const AVDictionary *source, cffmpeg_metadata_policy policy, bool is_coded_anew);
/// Removes tags that are pictures as text, with a warning for each: cover pictures of Vorbis comments, and values that
/// `is_picture_as_text` recognizes.
void tags_remove_pictures(AVDictionary **tags, cffmpeg_is_picture *is_picture_as_text, Warnings *warnings);
/// Whether MP4 and QuickTime hold these tags only as metadata keys (`mdta`), as phones write them.
bool tags_need_keys(const AVDictionary *tags);
/// The value of a tag, or NULL.
const char *tags_value(const AVDictionary *tags, const char *name);
