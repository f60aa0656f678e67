/** The player: a reducer of the C library, the engine that it controls, and what people see of it. */
#ifndef TAPEDECK_MPV_PLAYER_H
#define TAPEDECK_MPV_PLAYER_H

#include <stdint.h>

#include "engine.h"
#include "segments.h"

enum { PLAYER_ACTIONS = 32, PLAYER_SKIPS = 16, PLAYER_SETTINGS = 32 };

/** What to play, and how. Times are microseconds, rates and volumes thousandths. */
typedef struct player_options {
  const char *source, *segments, *record;
  int64_t start, rate, volume;
  int is_muted, loops, holds, is_quiet;
  /** `TD_NETWORK_PATH_…` to be reported once, or -1 to watch the machine's own where the source needs one. */
  int64_t network;
  const char *skips[PLAYER_SKIPS];
  size_t skip_count;
  /** What to do when playback reaches a position. */
  struct { int64_t position; const char *action; } actions[PLAYER_ACTIONS];
  size_t action_count;
  uint32_t preset;
  td_setting settings[PLAYER_SETTINGS];
  size_t setting_count;
  const engine_option *engine_options;
  size_t engine_option_count;
} player_options;

/**
 * Whether words are an action: play, pause, toggle, stop, retry, skip, mute, loop, quit, seek=SECONDS, seek=+SECONDS, seek=-SECONDS,
 * rate=FACTOR, rate=+FACTOR, volume=+PERCENT, network=NAME, and the like.
 */
int player_knows(const char *action);

/** Plays to the end. The exit code of the program. */
int player_run(const player_options *options);

#endif
