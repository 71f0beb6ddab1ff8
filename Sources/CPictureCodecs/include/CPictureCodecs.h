// Decodes and encodes pictures in memory, by libraries that are opened at first use: linking them would cost every
// program start 6 ms. Each format has its own header. All functions may be called from several threads. They keep no
// pointer, and return a status, with a message unless it is CPIC_OK.
#pragma once

#include "GIFPictures.h"
#include "JPEGXLPictures.h"
#include "PictureStatus.h"
#include "RAWPictures.h"
#include "TIFFPictures.h"
#include "WebPPictures.h"
