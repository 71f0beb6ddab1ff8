#pragma once
#include "GuidedFilter.h"
#include "Polygon.h"
