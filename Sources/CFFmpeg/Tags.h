#pragma once

#include "CFFmpeg.h"
#include "Runtime.h"

#include <stdbool.h>

/// Copies tags of a container as the policy has it, without those that only the source's coding makes true.
int tags_copy(AVDictionary **target, const AVDictionary *source, cffmpeg_metadata_policy policy);
/// Copies tags of a stream; the language under every policy. `is_coded_anew` leaves out what tells of the coding.
int tags_copy_of_stream(
    AVDictionary **target, const AVDictionary *source, cffmpeg_metadata_policy policy, bool is_coded_anew);
/// Whether MP4 and QuickTime hold the tags only as keys of their own (`mdta`), as phones write them.
bool tags_need_keys(const AVDictionary *tags);
/// The value of a tag, or NULL.
const char *tags_value(const AVDictionary *tags, const char *name);
