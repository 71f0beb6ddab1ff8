#pragma once

#include "Runtime.h"

#include <stdbool.h>

/// The kind of file that a name's extension stands for; NULL where it stands for none that is one file.
const AVOutputFormat *container_named(const char *name);
/// Says that there is none.
cffmpeg_status container_fail_unknown(cffmpeg_message *message);
/// MP4 and QuickTime, which are written alike.
bool container_is_mov(const AVOutputFormat *kind);
bool container_is_matroska(const AVOutputFormat *kind);
/// Whether it takes pictures or sound of a codec.
bool container_holds(const AVOutputFormat *kind, enum AVCodecID codec);
/// Which kinds of file do, for people.
const char *container_holders(enum AVCodecID codec);
bool container_holds_chapters(const AVOutputFormat *kind);
/// What people call it.
const char *container_name(const AVOutputFormat *kind);
