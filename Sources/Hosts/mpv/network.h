/** The machine's network connection, as its kernel reports it. */
#ifndef TAPEDECK_MPV_NETWORK_H
#define TAPEDECK_MPV_NETWORK_H

#include <stdint.h>

/** A descriptor that becomes readable when links, addresses or routes change; -1 when there is none. Close it. */
int network_watch(void);

/** Reads and discards what made the descriptor readable. */
void network_take(int descriptor);

/** `TD_NETWORK_PATH_…` now: that of the interface with the default route, else of any usable one. */
int64_t network_path(void);

/** Whether an address leads beyond this machine: files and loopback addresses do not depend on a network. */
int network_is_needed(const char *source);

#endif
