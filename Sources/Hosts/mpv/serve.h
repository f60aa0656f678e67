/** The engine alone, driven through standard input and output. */
#ifndef TAPEDECK_MPV_SERVE_H
#define TAPEDECK_MPV_SERVE_H

#include "engine.h"

/**
 * Speaks the engine pipe until standard input ends. The exit code of the program: 0 at its end, 1 when mpv cannot be had or
 * nobody reads, 2 for a line that is no command.
 */
int serve(const engine_option *options, size_t count);

#endif
