#pragma once
#include "Geometry.h"
#include "Components.h"
#include "GuidedFilter.h"
#include "Polygon.h"
