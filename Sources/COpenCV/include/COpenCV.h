#pragma once
#include "Geometry.h"
#include "Components.h"
#include "Dilation.h"
#include "Polygon.h"
