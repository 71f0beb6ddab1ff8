#pragma once

#include "Runtime.h"

#include <stdbool.h>

/// The container for a name's extension; NULL if there is none, or it is not a single file.
const AVOutputFormat *container_named(const char *name);
/// Fails with a message that the extension stands for no container.
cffmpeg_status container_fail_unknown(cffmpeg_message *message);
/// Whether the container is MP4 or QuickTime, which share a muxer.
bool container_is_mov(const AVOutputFormat *kind);
bool container_is_matroska(const AVOutputFormat *kind);
/// Whether the container can hold video or sound of a codec.
bool container_holds(const AVOutputFormat *kind, enum AVCodecID codec);
/// The extensions of the containers that can hold a codec, for messages: ".mp4 and .mkv can".
const char *container_alternatives(enum AVCodecID codec);
/// Checks that a container holds sound of a codec.
cffmpeg_status container_check_sound(const AVOutputFormat *kind, enum AVCodecID codec, cffmpeg_message *message);
bool container_holds_chapters(const AVOutputFormat *kind);
/// The container's name in messages.
const char *container_name(const AVOutputFormat *kind);
