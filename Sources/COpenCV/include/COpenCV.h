#pragma once
#include "Geometry.h"
#include "GuidedFilter.h"
#include "Polygon.h"
