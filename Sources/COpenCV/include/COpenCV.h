#pragma once
#include "Geometry.h"
#include "ColorLine.h"
#include "Components.h"
#include "Dilation.h"
#include "GuidedFilter.h"
#include "Polygon.h"
#include "SkinLine.h"
