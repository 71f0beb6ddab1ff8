#pragma once

// Video4Linux without a driver: cameras that text files describe. Linked into a test, whose code is given these calls; or, with
// EMULATION_PRELOADED defined, a library to be preloaded into a program, which then finds the files of the folder
// VIDEO_DEVICES as devices of its own /dev too.
//
// A file begins with the line "emulated-video4linux"; then, a line each:
//   card NAME, bus NAME, driver NAME    the names run to the line's end
//   output                              gives no pictures: a node of metadata
//   refused ERROR                       opening it fails with that number
//   format CODE WxH RATE[,RATE...] [FILE]   a size; rates are frames a second as N or N/D. FILE holds the frames' bytes; those of
//                                       compressed formats each behind their number as 32 bits, little-endian. Without
//                                       one, frame n is filled with the byte n.
//   range CODE WxH WxH SWxSH RATE RATE  all sizes in steps, and all rates between two
//   control ID TYPE MIN MAX STEP DEFAULT FLAGS NAME
//   frames N                            unplugged after so many frames; those of FILE where that is fewer; endless with 0
//   stalls N                            gives nothing any more after so many frames
//   free                                frames come as fast as they are taken, and have the times of their rate
//   patient                             frames come at their rate and wait for who is late
//   live                                the rate may be set while it streams
//   full                                every size is of full range
//   shrinks                             the driver halves the width and height that are asked for
//   fails FRAME ERROR                   that frame's buffer fails with that number
//   damaged FRAME                       that frame has V4L2_BUF_FLAG_ERROR
//   empty FRAME                         that frame has no bytes
//   leap FRAME COUNT                    so many frames are lost before that one
//   back FRAME MILLISECONDS             the clock jumps back before that frame
// Removing the file unplugs the camera; writing it anew plugs another one in. A camera that streams is busy for all other
// openers, in every process.

#include <poll.h>

int emulated_open(const char *path, int flags);
int emulated_close(int descriptor);
int emulated_ioctl(int descriptor, unsigned long request, void *data);
int emulated_poll(struct pollfd *descriptors, unsigned long count, int milliseconds);
