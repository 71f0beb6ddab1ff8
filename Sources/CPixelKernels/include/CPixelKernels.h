// Loops over pixels, compiled for SSE2, AVX2 and AVX-512 and chosen at run time (InstructionLevel.h).
//
// Pixels are planar floats (r, g, b, a), linear and premultiplied unless stated otherwise. Planes must not overlap. No
// function allocates memory, keeps a pointer or fails; every function may be called from any thread. Products are never
// fused with sums, so that all copies give the same bits.
#pragma once

#include "BoxFilter.h"
#include "CenteredRuns.h"
#include "ColorArithmetic.h"
#include "ColorCube.h"
#include "Compositing.h"
#include "Convolution.h"
#include "GuidedFilter.h"
#include "InstructionLevel.h"
#include "PowerCurves.h"
#include "Resampling.h"
#include "SampleCoding.h"
#include "Unmixing.h"
#include "YCbCrPlanes.h"
#include "YCbCrRows.h"
