/** Parts of the media, from files of SponsorBlock, MPlayer and Kodi (EDL), and Podcasting 2.0 (chapters). */
#ifndef TAPEDECK_MPV_SEGMENTS_H
#define TAPEDECK_MPV_SEGMENTS_H

#include <stddef.h>
#include <stdint.h>
#include <tapedeck.h>

typedef struct segment {
  /** Positions in microseconds; `end` is `TD_NEVER` for the end of the media. */
  int64_t start, end;
  /** Blocked parts are skipped, hidden ones are not chapters, muted ones are played without sound. */
  int is_blocked, is_hidden, is_muted;
  char title[160], category[40];
} segment;

/** Begin with `segment_list list = {0};`. */
typedef struct segment_list {
  segment *items;
  size_t count, room;
} segment_list;

/**
 * Reads a file; its format is recognized by its content. 0, or -1 with a sentence in `error` that names the place, what
 * is expected and what was found. At most 16 MiB and 100,000 segments.
 */
int segments_read(const char *path, segment_list *list, char *error, size_t error_size);

/** Adds a segment; 0 without memory, or when there are too many. */
int segments_add(segment_list *list, const segment *segment);

/** Blocks the parts that have `word` in their title or category, ignoring case. */
void segments_block(segment_list *list, const char *word);

/**
 * Passes each part to `stage`, with its number from 1 on. Where parts overlap, a player is in only one of them: parts
 * that are neither blocked nor muted are split into pieces around the muted ones, until there are 100,000 pieces.
 */
void segments_stage(
    const segment_list *list, void (*stage)(void *context, uint32_t number, const segment *segment), void *context);

void segments_empty(segment_list *list);

#endif
