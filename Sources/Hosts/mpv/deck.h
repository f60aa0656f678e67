/** The inside of the engine: instances of mpv, what they play, and how they are queried. */
#ifndef TAPEDECK_MPV_DECK_H
#define TAPEDECK_MPV_DECK_H

#include <mpv/client.h>

#include "engine.h"
#include "media.h"

// mpv's properties do not reliably report each change: notifications come late, together, or not at all. So every
// command is followed by a reading of everything relevant, made by mpv's core after the command; other changes only
// trigger a reading.
//
// An instance of mpv is a deck. One is kept for the next source, so that its window stays; a standby opening uses
// another.

// Durations are microseconds.
enum { DECKS = 8, CLOSINGS = 32, BINDINGS = 48, ITEMS_OF_MEDIA = 10000 };
enum { SOON = 20000, WHILE_PLAYING = 100000, WHILE_FILLING = 250000, CLOSE_LIMIT = 20000, START_LIMIT = 300000 };

typedef enum stage { VACANT, LOADING, OPEN, FAILED } stage;
/// A seek: sent to mpv, accepted by its core, in progress, landed. mpv's events have no numbers: a seek's own restart
/// is the first restart after the first seek event after the reply to the newest command.
typedef enum seeking { AT_REST, SENT, TAKEN, UNDER_WAY, LANDED } seeking;
/// What a reply answers; packed with the epoch and a number into its 64 bits.
typedef enum question { NOTHING, LOAD, SEEK, STILL, SELECT, SELECTED, TRACKS, CHAPTERS, METADATA, FORMAT, SEEKABLE, RELEASED, LOOK } question;

/// What a look reads, in this order.
enum { IDLE, AT_END, WAITS, DURATION, WIDTH, HEIGHT, CACHE, POSITION, LOOKED_AT };

typedef struct opening {
  uint32_t epoch;
  stage stage;
  int64_t entry; // in mpv's playlist: its events refer to it
  char *source;
  media_failure cause;
  int has_started, is_described, is_seekable, has_audio, has_video, has_sounded, is_picture_off;
  int is_wanted, is_moving, awaits_start; // play was requested and is not over; reported as moving; to be reported
  int gives_up, is_silent, is_last_landing; // the seek: is not carried out; is internal to the engine; ends reading
  int64_t rate, speed; // requested; set in mpv
  unsigned stops, asks;
  seeking seeking;
  uint32_t serial, token;
  unsigned refused; // kinds whose rendition does not exist, as bits
  char picture[24]; // the video rendition, while the picture may be off
  uint32_t looks, fresh; // looks so far; the look from which on the last command has taken effect
  struct { int idle, at_end, waits, is_saturated; int64_t duration, width, height, until, held, position; } look;
  int64_t duration, width, height, reported_until, bytes, held, reads_until, exact, active_since, active_from, look_due;
  int is_saturated, owes_buffer, is_look_out;
} opening;

typedef struct deck {
  mpv_handle *mpv;
  opening opening;
} deck;

typedef struct closing {
  uint32_t epoch;
  deck *deck;
  int64_t entry, due, poll;
  int is_reported;
} closing;

struct engine {
  engine_host host;
  const engine_option *options;
  size_t option_count, deck_count, closing_count, binding_count;
  deck decks[DECKS];
  deck *front;
  closing closings[CLOSINGS];
  struct { char key[24], words[24]; } bindings[BINDINGS];
  int wake[2], keeps_stills;
  int64_t now;
  char identity[64];
};

#define REPORT(engine, what, of, ...) \
  engine_report(engine, &(td_message){.code = TD_INPUT_##what, .context = (of), .fields = {__VA_ARGS__}})

/// Passes a report to the host, with the time of the call.
void engine_report(engine *engine, const td_message *message);

/// The number of a text.
int64_t engine_text(engine *engine, const char *words);

/// An instance of mpv, added to the engine's; null on failure, with a sentence in `error`, which may be null.
deck *deck_make(engine *engine, char *error, size_t error_size);

/// The bits that a reply returns.
uint64_t deck_tag(const opening *opening, question question, uint32_t number);

/// Sets a property of mpv; name and value come from the engine and are valid.
void deck_set(deck *deck, const char *name, const char *value);

/// Reads everything relevant, after earlier requests.
void deck_look(deck *deck);

/// After a command: earlier observations no longer count.
void deck_look_anew(deck *deck);

/// Pauses, whatever was requested.
void deck_hold(deck *deck);

/// Reports a failure; only `close` follows.
void deck_fail(engine *engine, deck *deck, const media_failure *failure);

/// Processes one value of a look; the last one leads to reports.
void deck_take_look(engine *engine, deck *deck, uint32_t number, const mpv_event_property *property, int error);

/// Processes an event of mpv.
void deck_take(engine *engine, deck *deck, const mpv_event *event);

#endif
