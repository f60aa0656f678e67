// FFmpeg's libraries as one Clang module whose code is loaded when it is first needed, and not with the program: 150
// shared libraries come with it, and most commands play nothing.

#ifndef TAPEDECK_CFFMPEG_LOADER_H
#define TAPEDECK_CFFMPEG_LOADER_H

#define CFF_LOADS_LATE 1
#include "../../CFFmpeg/shim.h"

/// Loads FFmpeg's libraries, once for the process; safe on any thread. Returns NULL when they are there, else why not,
/// as text that stays valid.
///
/// Every function of FFmpeg loads them by itself and ends the process where that fails: ask here first.
const char *cff_load(void);

#endif
