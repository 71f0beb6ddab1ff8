#pragma once

// The status that functions of this module return.

typedef enum cffmpeg_status {
  CFFMPEG_OK = 0,
  /// There are no more pictures.
  CFFMPEG_END,
  /// FFmpeg's libraries of the major versions that this was built with are missing.
  CFFMPEG_RUNTIME_MISSING,
  /// The file cannot be opened or read.
  CFFMPEG_UNREADABLE,
  /// The file contains no video.
  CFFMPEG_NOT_VIDEO,
  /// The file is a still picture; the message is only the name of its format.
  CFFMPEG_STILL_PICTURE,
  /// The data violate the format, or end too early.
  CFFMPEG_MALFORMED,
  /// The data are valid, but there is no decoder for them, or they refer to other files.
  CFFMPEG_UNSUPPORTED,
  /// A picture is larger than `CFFMPEG_PIXEL_LIMIT`.
  CFFMPEG_LIMIT_EXCEEDED,
  /// The movie cannot be encoded or written.
  CFFMPEG_UNWRITABLE,
} cffmpeg_status;

/// The most channels of sound.
enum { CFFMPEG_SOUND_CHANNEL_LIMIT = 8 };

/// A sentence for people that says why a call failed.
typedef struct cffmpeg_message {
  char text[256];
  /// The system's error, an `errno`; 0 for other causes.
  int32_t system_error;
} cffmpeg_message;
