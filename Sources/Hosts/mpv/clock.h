/** The clock of the host. */
#ifndef TAPEDECK_MPV_CLOCK_H
#define TAPEDECK_MPV_CLOCK_H

#include <stdint.h>
#include <time.h>

#include "engine.h"

/** Microseconds of a monotonic clock. */
static inline int64_t clock_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/** How long poll() may wait until an instant, in milliseconds: -1 for forever. It never wakes too early. */
static inline int clock_wait(int64_t until, int64_t now) {
  if (until == TD_NEVER) return -1;
  if (until <= now) return 0;
  return until - now > 3600000000 ? 3600000 : (int)((until - now + 999) / 1000);
}

#endif
