// FFmpeg's libraries as one Clang module whose code is loaded when first needed instead of with the program: 150 shared
// libraries come with it, and most commands play nothing.

#ifndef TAPEDECK_CFFMPEG_LOADER_H
#define TAPEDECK_CFFMPEG_LOADER_H

#define CFF_LOADS_LATE 1
#include "../../CFFmpeg/shim.h"

/// Loads FFmpeg's libraries, once per process; safe on any thread. Returns NULL on success, else the reason, as text
/// that stays valid.
///
/// Every FFmpeg function loads them on its own and ends the process if that fails: call this first.
const char *cff_load(void);

#endif
