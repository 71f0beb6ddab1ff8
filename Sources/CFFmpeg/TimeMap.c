#include "TimeMap.h"

#include <stdlib.h>
#include <string.h>

// For products of times, units and rates.
__extension__ typedef __int128 Wide;

bool time_map_open(TimeMap *map, const cffmpeg_scaling *scalings, int count) {
  *map = (TimeMap){0};
  if (count <= 0) return true;
  map->scalings = calloc((size_t)count, sizeof *scalings);
  if (map->scalings == NULL) return false;
  memcpy(map->scalings, scalings, (size_t)count * sizeof *scalings);
  map->count = count;
  return true;
}

void time_map_close(TimeMap *map) {
  free(map->scalings);
  *map = (TimeMap){0};
}

static int64_t common_multiple(int64_t left, int64_t right) {
  int64_t a = left, b = right;
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return left / a * right;
}

/// A fraction of a second and one of the rates, of which all edges of parts and all times in units of `base` are
/// multiples.
static void common_units(const TimeMap *map, AVRational base, int64_t *unit, int64_t *rates) {
  *unit = base.den;
  *rates = 1;
  for (int i = 0; i < map->count; i++) {
    const cffmpeg_scaling *scaling = &map->scalings[i];
    *unit = common_multiple(*unit, scaling->from.denominator);
    if (scaling->has_end) *unit = common_multiple(*unit, scaling->to.denominator);
    *rates = common_multiple(*rates, scaling->rate.numerator);
  }
}

int64_t time_map_time(const TimeMap *map, int64_t time, AVRational base, AVRational result) {
  int64_t unit, rates;
  common_units(map, base, &unit, &rates);
  Wide now = (Wide)time * base.num * (unit / base.den);
  Wide sum = now * rates;
  for (int i = 0; i < map->count; i++) {
    const cffmpeg_scaling *scaling = &map->scalings[i];
    Wide from = (Wide)scaling->from.numerator * (unit / scaling->from.denominator), end = now;
    if (scaling->has_end) {
      Wide to = (Wide)scaling->to.numerator * (unit / scaling->to.denominator);
      if (to < end) end = to;
    }
    if (end <= from) continue;
    sum += (end - from) * (scaling->rate.denominator - scaling->rate.numerator) * (rates / scaling->rate.numerator);
  }
  Wide divisor = (Wide)unit * rates * result.num;
  sum *= result.den;
  Wide half = sum >= 0 ? divisor / 2 : -(divisor / 2);
  return (int64_t)((sum + half) / divisor);
}

AVRational time_map_base(const TimeMap *map, AVRational base) {
  int64_t unit, rates, exact;
  common_units(map, base, &unit, &rates);
  if (base.num != 1 || __builtin_mul_overflow(unit, rates, &exact) || exact > INT32_MAX) return base;
  return (AVRational){1, (int)exact};
}
