/** Players as bytes, to be stored and resumed: the same bytes on every machine. */
#ifndef TAPEDECK_SNAPSHOT_H
#define TAPEDECK_SNAPSHOT_H

#include <tapedeck/base.h>
#include <tapedeck/player.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Writes the whole state of a player, including lists and settings. `*needed` is the number of bytes it takes, also
 * with `TD_ERROR_SPACE`; with `bytes` null and `capacity` 0, only that number is returned.
 */
TD_API td_result td_snapshot(const td_player *player, void *bytes, size_t capacity, size_t *needed);

/**
 * Restores the state that was written. `TD_ERROR_DAMAGED` when the bytes are not a snapshot or are incomplete,
 * `TD_ERROR_VERSION` when another vocabulary wrote them; then the player is unchanged. `TD_ERROR_STATE` while it
 * records: its trace could not be replayed.
 */
TD_API td_result td_restore(td_player *player, const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
