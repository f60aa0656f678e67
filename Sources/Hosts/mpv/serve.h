/** The engine alone, driven through standard input and output. */
#ifndef TAPEDECK_MPV_SERVE_H
#define TAPEDECK_MPV_SERVE_H

#include "engine.h"

/**
 * Speaks the engine pipe until standard input ends. The exit code of the program: 0 at the end, 1 when mpv is not
 * available or nobody reads the output, 2 for a line that is not a command.
 */
int serve(const engine_option *options, size_t count);

#endif
