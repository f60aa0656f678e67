// What compilers expect of the platform besides memory, so that the library needs nothing else.

#include "tapedeck_trace_memory.h"

double td_trace_heap_trunc(double value) {
  // Larger numbers have no fraction; the comparison also lets NaN through.
  if (!(value > -4503599627370496.0 && value < 4503599627370496.0)) return value;
  double whole = (double)(int64_t)value;
  return whole == 0 && value < 0 ? -0.0 : whole;
}

double td_trace_heap_ceil(double value) {
  double whole = td_trace_heap_trunc(value);
  return whole < value ? whole + 1 : whole;
}

void td_trace_heap_random(void *buffer, size_t count) {
  // Stack and program addresses differ from run to run: the author of a trace cannot know which names collide. Nothing
  // that is reported about a trace depends on them.
  uint64_t state = (uint64_t)(uintptr_t)&state ^ (uint64_t)(uintptr_t)&td_trace_heap_random << 24 ^ (uint64_t)(uintptr_t)buffer << 40;
  for (size_t index = 0; index < count; index++) {
    uint64_t value = state += UINT64_C(0x9E3779B97F4A7C15);
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    ((unsigned char *)buffer)[index] = (unsigned char)((value ^ (value >> 31)) >> 16);
  }
}
