#pragma once

// The status that functions of this module return.

typedef enum cffmpeg_status {
  CFFMPEG_OK = 0,
  /// There is no further picture.
  CFFMPEG_END,
  /// FFmpeg's libraries of the version that this was built with are not there.
  CFFMPEG_RUNTIME_MISSING,
  /// The file cannot be opened or read.
  CFFMPEG_UNREADABLE,
  /// The bytes are no video.
  CFFMPEG_NOT_VIDEO,
  /// The bytes are a still picture; the message is the name of its format alone.
  CFFMPEG_STILL_PICTURE,
  /// The bytes break the format's rules, or end too soon.
  CFFMPEG_MALFORMED,
  /// The rules are kept, but there is no decoder for it, or it leads to other files.
  CFFMPEG_UNSUPPORTED,
  /// A picture is larger than `CFFMPEG_PIXEL_LIMIT`.
  CFFMPEG_LIMIT_EXCEEDED,
  /// The movie that is written cannot be made or stored.
  CFFMPEG_UNWRITABLE,
} cffmpeg_status;

/// The most channels that sound may have.
enum { CFFMPEG_SOUND_CHANNEL_LIMIT = 8 };

/// What went wrong, for people.
typedef struct cffmpeg_message {
  char text[256];
} cffmpeg_message;
