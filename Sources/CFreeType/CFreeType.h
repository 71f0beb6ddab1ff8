// For the headers alone: the library is opened when text is drawn.
#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
