// The loops of CPixelKernels.c, which it takes once for each instruction set.
#include "PixelLoops.h"
#include "PowerLoops.h"
#include "ConvolveLoops.h"
#include "SampleLoops.h"
#include "ResampleLoops.h"
#include "CubeLoops.h"
#include "BoxLoops.h"
