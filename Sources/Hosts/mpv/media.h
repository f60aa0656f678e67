/** mpv's information about media, in the words of the vocabulary: renditions, chapters, metadata, failures. */
#ifndef TAPEDECK_MPV_MEDIA_H
#define TAPEDECK_MPV_MEDIA_H

#include <mpv/client.h>
#include <stdint.h>
#include <tapedeck.h>

/** Why something failed: a kind of failure, a related number, and words. */
typedef struct media_failure {
  int32_t kind;
  int32_t detail;
  char words[200];
} media_failure;

/** A position in microseconds; `TD_UNKNOWN` for values that are not numbers or are beyond ten thousand years. */
int64_t media_time(double seconds);

/** The member of a map, null when it is missing or `node` is not a map. */
const mpv_node *media_member(const mpv_node *node, const char *name);

/** A number of either kind; `otherwise` for anything else, including null. */
double media_number(const mpv_node *node, double otherwise);

/** Whether the value is a flag that is set. */
int media_flag(const mpv_node *node);

/** A text; empty for anything else. */
const char *media_text(const mpv_node *node);

/** The kind of a rendition in mpv's track list; -1 for entries that are not renditions, such as a cover. */
int32_t media_track_kind(const mpv_node *track);

/** mpv's option that selects a kind of rendition; null for a kind that does not exist. */
const char *media_track_option(int64_t kind);

/** Whether a source is an address rather than a file. */
int media_is_remote(const char *source);

/** Processes a line of mpv's log, and keeps the cause of a failure that may follow. */
void media_note_cause(media_failure *cause, const char *line);

/** Why a file that ended with mpv's number `error` failed; `cause` is from its log. */
media_failure media_failure_of(int error, const char *source, const media_failure *cause);

#endif
