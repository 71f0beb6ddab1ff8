#pragma once
#include "Geometry.h"
#include "ColorLine.h"
#include "Components.h"
#include "GuidedFilter.h"
#include "LinearModel.h"
#include "Polygon.h"
