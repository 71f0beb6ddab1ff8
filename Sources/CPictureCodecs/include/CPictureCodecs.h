// Pictures in memory, by libraries that are opened when a picture of their kind is first read or written: linking them
// would cost every start 6 ms. Each kind of picture has its header. All functions may be called by several threads.
#pragma once

#include "GIFPictures.h"
#include "JPEGXLPictures.h"
#include "PictureStatus.h"
#include "RAWPictures.h"
#include "TIFFPictures.h"
#include "WebPPictures.h"
