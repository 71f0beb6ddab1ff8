// Only for the headers: CText opens the library when text is drawn.
#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
