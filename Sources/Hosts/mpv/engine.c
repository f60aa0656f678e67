#include "engine.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "media.h"

// mpv's properties are not trusted to tell of each change: they come late, together, or not at all. So every command is
// followed by a look at all that matters, taken by mpv's core after the command; what changes by itself only makes it look.
//
// An instance of mpv is a deck. One is kept for the next source, so that its window stays; a standby opening takes another.

// Spans are microseconds.
enum { DECKS = 8, CLOSINGS = 32, BINDINGS = 48, ITEMS_OF_MEDIA = 10000 };
enum { SOON = 20000, WHILE_PLAYING = 100000, WHILE_FILLING = 250000, CLOSE_LIMIT = 50000, START_LIMIT = 300000 };

typedef enum stage { VACANT, LOADING, OPEN, FAILED } stage;
/// A seek: given to mpv, taken by its core, under way, landed. mpv's events have no numbers: the first restart after the
/// first seek after the reply to the newest command is its own.
typedef enum seeking { AT_REST, SENT, TAKEN, UNDER_WAY, LANDED } seeking;
/// What a reply answers; together with the epoch and a number in its 64 bits.
typedef enum question { NOTHING, LOAD, SEEK, STILL, SELECT, SELECTED, TRACKS, CHAPTERS, METADATA, FORMAT, SEEKABLE, RELEASED, LOOK } question;

static const struct {
  const char *name;
  mpv_format format;
} looked_at[] = {
  {"core-idle", MPV_FORMAT_FLAG}, {"eof-reached", MPV_FORMAT_FLAG}, {"paused-for-cache", MPV_FORMAT_FLAG},
  {"duration", MPV_FORMAT_DOUBLE}, {"dwidth", MPV_FORMAT_INT64}, {"dheight", MPV_FORMAT_INT64},
  {"demuxer-cache-state", MPV_FORMAT_NODE}, {"time-pos", MPV_FORMAT_DOUBLE}};
enum { LOOKED_AT = sizeof looked_at / sizeof *looked_at, IDLE = 0, AT_END, WAITS, DURATION, WIDTH, HEIGHT, CACHE, POSITION };

typedef struct opening {
  uint32_t epoch;
  stage stage;
  int64_t entry; // in mpv's playlist: what its events name
  char *source;
  media_failure cause;
  int has_started, is_described, is_seekable, has_audio, has_video, has_sounded, is_picture_off;
  int is_wanted, is_moving, awaits_start; // play was asked for and nothing has ended it; reported as moving; to be reported
  int gives_up, is_silent; // the seek: is not carried out; is the engine's own
  int64_t rate, speed; // asked for; given to mpv
  unsigned stops, asks;
  seeking seeking;
  uint32_t serial, token;
  unsigned refused; // kinds whose rendition does not exist, as bits
  char picture[24]; // the video rendition, while the picture may be off
  uint32_t looks, fresh; // how often it was looked; from which look on the last command has taken effect
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
  report(engine, &(td_message){.code = TD_INPUT_##what, .context = (of), .fields = {__VA_ARGS__}})

static void report(engine *engine, const td_message *message) {
  td_message timed = *message;
  timed.time = engine->now;
  engine->host.report(engine->host.context, &timed);
}

static int64_t text(engine *engine, const char *words) { return engine->host.text(engine->host.context, words); }

// MARK: Asking mpv

static uint64_t tag(const opening *opening, question question, uint32_t number) {
  return (uint64_t)opening->epoch << 32 | (uint64_t)question << 24 | (number & 0xFFFFFF);
}

static void set(deck *deck, const char *name, const char *value) {
  mpv_set_property_async(deck->mpv, 0, name, MPV_FORMAT_STRING, &value);
}

static void look(deck *deck) {
  opening *opening = &deck->opening;
  opening->looks = (opening->looks + 1) & 0xFFFFF;
  opening->is_look_out = 1;
  opening->look_due = TD_NEVER;
  for (uint32_t place = 0; place < LOOKED_AT; place++)
    mpv_get_property_async(
        deck->mpv, tag(opening, LOOK, opening->looks << 4 | place), looked_at[place].name, looked_at[place].format);
}

/// After a command: what was seen before no longer counts.
static void look_anew(deck *deck) {
  look(deck);
  deck->opening.fresh = deck->opening.looks;
}

static void hold(deck *deck) {
  deck->opening.is_wanted = deck->opening.is_moving = deck->opening.awaits_start = 0;
  set(deck, "pause", "yes");
}

// MARK: What a look leads to

static void fail(engine *engine, deck *deck, const media_failure *failure) {
  deck->opening.stage = FAILED;
  deck->opening.look_due = TD_NEVER;
  hold(deck);
  REPORT(engine, FAILED, deck->opening.epoch, failure->kind, failure->detail, text(engine, failure->words));
}

/// Everything that mpv has was presented. Of a connection that broke it says the same.
static void finish(engine *engine, deck *deck) {
  opening *opening = &deck->opening;
  int64_t position = opening->look.position;
  if (media_is_remote(opening->source) && opening->duration != TD_UNKNOWN && opening->duration - position > 1000000) {
    media_failure failure = {.kind = TD_FAILURE_KIND_IO, .words = "The connection broke before the end of the media"};
    if (opening->cause.kind) failure = opening->cause;
    fail(engine, deck, &failure);
    return;
  }
  hold(deck);
  if (opening->duration != TD_UNKNOWN && position > opening->duration) position = opening->duration;
  REPORT(engine, ENDED, opening->epoch, position);
}

static void report_buffer(engine *engine, opening *opening) {
  if (opening->look.held > opening->held) opening->bytes += opening->look.held - opening->held;
  opening->held = opening->look.held;
  int64_t until = opening->look.until > opening->look.position ? opening->look.until : opening->look.position;
  if (opening->reads_until != TD_UNKNOWN && until > opening->reads_until) until = opening->reads_until;
  int64_t moved = until - opening->reported_until;
  int is_news = moved >= 1000000 || moved <= -1000000 || (opening->look.is_saturated && !opening->is_saturated);
  if (!is_news && !opening->owes_buffer) return;
  opening->owes_buffer = 0;
  opening->reported_until = until;
  opening->is_saturated = opening->look.is_saturated;
  REPORT(engine, BUFFERED, opening->epoch, until, opening->bytes, opening->is_saturated);
}

static void report_changes(engine *engine, opening *opening) {
  if (opening->look.width != opening->width || opening->look.height != opening->height) {
    opening->width = opening->look.width;
    opening->height = opening->look.height;
    REPORT(engine, NATURAL_SIZE_CHANGED, opening->epoch, opening->width, opening->height);
  }
  if (opening->look.duration == opening->duration || opening->look.duration == TD_UNKNOWN) return;
  opening->duration = opening->look.duration;
  if (opening->stage == OPEN) REPORT(engine, DURATION_CHANGED, opening->epoch, opening->duration);
}

static void report_opened(engine *engine, deck *deck) {
  opening *opening = &deck->opening;
  report_changes(engine, opening);
  opening->stage = OPEN;
  opening->is_seekable = opening->is_seekable && opening->duration != TD_UNKNOWN;
  REPORT(engine, OPENED, opening->epoch, opening->duration, 0, opening->is_seekable, opening->has_audio, opening->has_video);
  opening->owes_buffer = 1;
  report_buffer(engine, opening);
  if (opening->has_video) set(deck, "force-window", "yes"); // it stays while the next source opens
  if (opening->has_video) REPORT(engine, FIRST_FRAME, opening->epoch, TD_TRACK_KIND_VIDEO, opening->look.position);
  if (opening->is_picture_off && opening->has_audio) set(deck, "vid", "no");
}

static void land(engine *engine, deck *deck) {
  opening *opening = &deck->opening;
  opening->seeking = AT_REST;
  if (!opening->is_silent)
    REPORT(engine, SEEK_COMPLETED, opening->epoch, opening->serial, opening->look.position, !opening->gives_up);
  opening->owes_buffer = !opening->is_silent;
  opening->gives_up = opening->is_silent = 0;
  if (!opening->awaits_start) return;
  set(deck, "pause", "no");
  look_anew(deck);
}

/// mpv calls itself active before anything moves: the first step of the playhead counts. Pictures that are far apart, and no
/// sound, may take longer.
static int has_set_off(const engine *engine, opening *opening) {
  if (opening->is_moving) return 1;
  if (opening->active_since == TD_NEVER) {
    opening->active_since = engine->now;
    opening->active_from = opening->look.position;
  }
  return opening->look.position != opening->active_from || engine->now - opening->active_since >= START_LIMIT;
}

static void judge_motion(engine *engine, deck *deck) {
  opening *opening = &deck->opening;
  int64_t position = opening->look.position;
  int is_dry = opening->look.waits && opening->look.until - position < 1000000 && !opening->look.is_saturated;
  int is_at_limit = opening->reads_until != TD_UNKNOWN && position >= opening->reads_until - 50000
      && !(opening->duration != TD_UNKNOWN && opening->reads_until > opening->duration - 500000);
  if (opening->look.at_end) {
    finish(engine, deck);
  } else if (is_dry || is_at_limit) {
    hold(deck); // or it would play on by itself
    REPORT(engine, STARVED, opening->epoch, position);
  } else if (opening->awaits_start && !opening->look.idle && has_set_off(engine, opening)) {
    opening->awaits_start = 0;
    opening->is_moving = 1;
    REPORT(engine, PLAYBACK_STARTED, opening->epoch, position, opening->rate);
    if (opening->has_audio && !opening->has_sounded) REPORT(engine, FIRST_FRAME, opening->epoch, TD_TRACK_KIND_AUDIO, position);
    opening->has_sounded = 1;
  }
}

static void judge(engine *engine, deck *deck, uint32_t number) {
  opening *opening = &deck->opening;
  if (number == opening->looks) opening->is_look_out = 0;
  if (((number - opening->fresh) & 0xFFFFF) > 0x7FFFF) return;
  if (opening->stage == LOADING && opening->is_described) report_opened(engine, deck);
  if (opening->stage != OPEN) return;
  report_changes(engine, opening);
  if (opening->seeking == LANDED) land(engine, deck);
  if (opening->seeking == AT_REST) report_buffer(engine, opening);
  for (; opening->stops; opening->stops--) REPORT(engine, PLAYBACK_STOPPED, opening->epoch, opening->look.position);
  for (; opening->asks; opening->asks--) REPORT(engine, POSITION_REPORTED, opening->epoch, opening->look.position);
  if (opening->seeking == AT_REST && opening->is_wanted) judge_motion(engine, deck);
  int64_t pause = opening->awaits_start || opening->seeking != AT_REST ? SOON
      : opening->is_moving ? WHILE_PLAYING : opening->look.is_saturated ? TD_NEVER : WHILE_FILLING;
  if (opening->stage == OPEN && !opening->is_look_out)
    opening->look_due = pause == TD_NEVER ? TD_NEVER : engine->now + pause;
}

static void take_look(engine *engine, deck *deck, uint32_t number, const mpv_event_property *property, int error) {
  opening *opening = &deck->opening;
  const void *data = error < 0 ? NULL : property->data;
  int flag = data && property->format == MPV_FORMAT_FLAG ? *(const int *)data : 0;
  double real = data && property->format == MPV_FORMAT_DOUBLE ? *(const double *)data : 0;
  int64_t whole = data && property->format == MPV_FORMAT_INT64 ? *(const int64_t *)data : 0;
  const mpv_node *node = data && property->format == MPV_FORMAT_NODE ? data : NULL;
  switch (number & 15) {
    case IDLE: opening->look.idle = data ? flag : 1; break;
    case AT_END: opening->look.at_end = flag; break;
    case WAITS: opening->look.waits = flag; break;
    case DURATION: opening->look.duration = data && real > 0 ? media_time(real) : TD_UNKNOWN; break;
    case WIDTH: opening->look.width = whole; break;
    case HEIGHT: opening->look.height = whole; break;
    case CACHE:
      opening->look.until = media_time(media_number(media_member(node, "cache-end"), 0));
      opening->look.held = (int64_t)media_number(media_member(node, "total-bytes"), 0);
      opening->look.is_saturated = media_flag(media_member(node, "idle")) || media_flag(media_member(node, "eof"));
      break;
    case POSITION:
      if (data && media_time(real) != TD_UNKNOWN) opening->look.position = media_time(real) > 0 ? media_time(real) : 0;
      // An exact seek plays nothing before its target; the time of the sound that is given then may lie before it all the same.
      if (opening->look.position < opening->exact && opening->exact - opening->look.position < 1000000)
        opening->look.position = opening->exact;
      judge(engine, deck, number >> 4);
  }
}

// MARK: What mpv reports

static void describe_tracks(engine *engine, opening *opening, const mpv_node *tracks) {
  int selected[3] = {-1, -1, -1};
  for (int place = 0; tracks->format == MPV_FORMAT_NODE_ARRAY && place < tracks->u.list->num; place++) {
    const mpv_node *track = &tracks->u.list->values[place];
    int32_t kind = media_track_kind(track);
    int32_t number = (int32_t)media_number(media_member(track, "id"), -1);
    if (kind < 0 || number < 0 || place >= ITEMS_OF_MEDIA) continue;
    REPORT(engine, TRACK_FOUND, opening->epoch, kind, number, text(engine, media_text(media_member(track, "lang"))),
        text(engine, media_text(media_member(track, "title"))), media_flag(media_member(track, "default")),
        media_flag(media_member(track, "forced")));
    if (media_flag(media_member(track, "selected"))) selected[kind] = number;
    opening->has_audio = opening->has_audio || kind == TD_TRACK_KIND_AUDIO;
    opening->has_video = opening->has_video || kind == TD_TRACK_KIND_VIDEO;
  }
  for (int kind = 0; kind < 3; kind++)
    if (selected[kind] >= 0) REPORT(engine, TRACK_SELECTED, opening->epoch, kind, selected[kind]);
}

/// mpv knows beginnings only: a chapter ends where the next one begins.
static void describe_chapters(engine *engine, opening *opening, const mpv_node *chapters) {
  for (int place = 0; chapters->format == MPV_FORMAT_NODE_ARRAY && place < chapters->u.list->num; place++) {
    const mpv_node *chapter = &chapters->u.list->values[place];
    const mpv_node *next = place + 1 < chapters->u.list->num ? chapter + 1 : NULL;
    int64_t start = media_time(media_number(media_member(chapter, "time"), 0));
    int64_t end = next ? media_time(media_number(media_member(next, "time"), 0)) : TD_UNKNOWN;
    if (place >= ITEMS_OF_MEDIA) break;
    REPORT(engine, CHAPTER_FOUND, opening->epoch, place + 1, start, end,
        text(engine, media_text(media_member(chapter, "title"))));
  }
}

static void describe_metadata(engine *engine, opening *opening, const mpv_node *metadata) {
  for (int place = 0; metadata->format == MPV_FORMAT_NODE_MAP && place < metadata->u.list->num; place++) {
    if (place >= ITEMS_OF_MEDIA) break;
    REPORT(engine, METADATA_FOUND, opening->epoch, text(engine, metadata->u.list->keys[place]),
        text(engine, media_text(&metadata->u.list->values[place])));
  }
}

/// The first frame is there: all that is known of the media is asked for at once, and a look ends the list.
static void describe(deck *deck) {
  static const struct { question question; const char *name; mpv_format format; } asked[] = {
    {FORMAT, "file-format", MPV_FORMAT_NODE}, {TRACKS, "track-list", MPV_FORMAT_NODE},
    {CHAPTERS, "chapter-list", MPV_FORMAT_NODE}, {METADATA, "metadata", MPV_FORMAT_NODE},
    {SEEKABLE, "seekable", MPV_FORMAT_NODE}};
  for (size_t place = 0; place < sizeof asked / sizeof *asked; place++)
    mpv_get_property_async(
        deck->mpv, tag(&deck->opening, asked[place].question, 0), asked[place].name, asked[place].format);
  deck->opening.is_described = 1;
  look_anew(deck);
}

static void take_property(engine *engine, deck *deck, const mpv_event *event, question question, uint32_t number) {
  const mpv_event_property *property = event->data;
  opening *opening = &deck->opening;
  if (question == LOOK) {
    take_look(engine, deck, number, property, event->error);
    return;
  }
  int is_refused = question == SELECTED && (event->error < 0 || (opening->refused & 1u << number));
  if (is_refused) {
    opening->refused &= ~(1u << number);
    REPORT(engine, WARNED, opening->epoch, TD_FAILURE_KIND_UNKNOWN, 0, text(engine, "There is no such rendition"));
  }
  if (is_refused || event->error < 0 || property->format != MPV_FORMAT_NODE) return;
  const mpv_node *node = property->data;
  switch (question) {
    case TRACKS: describe_tracks(engine, opening, node); break;
    case CHAPTERS: describe_chapters(engine, opening, node); break;
    case METADATA: describe_metadata(engine, opening, node); break;
    case SEEKABLE: opening->is_seekable = media_flag(node); break;
    case FORMAT:
      REPORT(engine, METADATA_FOUND, opening->epoch, text(engine, "container"), text(engine, media_text(node)));
      break;
    case SELECTED: // a number, or "no", or "auto" where there is nothing to choose from
      REPORT(engine, TRACK_SELECTED, opening->epoch, number, (int64_t)media_number(node, -1));
      opening->owes_buffer = 1;
      break;
    default: break;
  }
}

/// Reports what mpv has let go of: an entry of a deck, or all that a deck was closing.
static void confirm(engine *engine, const deck *deck, int64_t entry) {
  for (size_t place = 0; place < engine->closing_count;) {
    closing *closing = &engine->closings[place];
    if (closing->deck != deck || (entry && closing->entry != entry)) {
      place++;
      continue;
    }
    if (!closing->is_reported) REPORT(engine, CLOSED, closing->epoch, 0);
    // In their order: reports of the epochs after it move up.
    memmove(closing, closing + 1, (--engine->closing_count - place) * sizeof *closing);
  }
}

static void take_reply(engine *engine, deck *deck, const mpv_event *event) {
  uint32_t epoch = (uint32_t)(event->reply_userdata >> 32), number = event->reply_userdata & 0xFFFFFF;
  question question = event->reply_userdata >> 24 & 0xFF;
  opening *opening = &deck->opening;
  if (question == LOAD) {
    const mpv_event_command *command = event->data;
    int64_t entry = (int64_t)media_number(media_member(&command->result, "playlist_entry_id"), 0);
    for (size_t place = 0; place < engine->closing_count; place++)
      if (engine->closings[place].epoch == epoch) engine->closings[place].entry = entry;
    if (opening->epoch == epoch) opening->entry = entry;
  }
  if (opening->epoch != epoch || opening->stage != OPEN) return;
  if (question == SEEK && number == opening->token) {
    opening->seeking = event->error < 0 ? LANDED : TAKEN;
    opening->gives_up = event->error < 0;
    if (event->error < 0) look_anew(deck);
  } else if (question == STILL) {
    REPORT(engine, STILL_CAPTURED, epoch, number, event->error >= 0);
  } else if (question == SELECT && event->error < 0) {
    opening->refused |= 1u << number;
  }
}

/// A source that was closed before mpv began with it has no events at all: an idle deck has let go of everything.
static void take_release(engine *engine, deck *deck, const mpv_event *event) {
  const mpv_event_property *property = event->data;
  int is_idle = event->error >= 0 && property->format == MPV_FORMAT_FLAG && *(int *)property->data;
  if (is_idle && deck->opening.stage == VACANT) confirm(engine, deck, 0);
}

static void take_end(engine *engine, deck *deck, const mpv_event_end_file *end) {
  opening *opening = &deck->opening;
  confirm(engine, deck, end->playlist_entry_id);
  if (opening->stage != LOADING && opening->stage != OPEN) return;
  if (opening->entry != end->playlist_entry_id) return;
  media_failure failure = {.kind = TD_FAILURE_KIND_FORMAT_UNSUPPORTED, .words = "A playlist, which is no media"};
  if (end->reason != MPV_END_FILE_REASON_REDIRECT) failure = media_failure_of(end->error, opening->source, &opening->cause);
  fail(engine, deck, &failure);
}

static void take(engine *engine, deck *deck, const mpv_event *event) {
  opening *opening = &deck->opening;
  uint32_t epoch = (uint32_t)(event->reply_userdata >> 32);
  int is_its_own = opening->has_started && (opening->stage == LOADING || opening->stage == OPEN);
  switch (event->event_id) {
    case MPV_EVENT_COMMAND_REPLY:
    case MPV_EVENT_SET_PROPERTY_REPLY: take_reply(engine, deck, event); break;
    case MPV_EVENT_GET_PROPERTY_REPLY:
      if ((event->reply_userdata >> 24 & 0xFF) == RELEASED) take_release(engine, deck, event);
      if (epoch != opening->epoch || !is_its_own) break;
      take_property(engine, deck, event, event->reply_userdata >> 24 & 0xFF, event->reply_userdata & 0xFFFFFF);
      break;
    case MPV_EVENT_START_FILE:
      opening->has_started = ((mpv_event_start_file *)event->data)->playlist_entry_id == opening->entry;
      if (opening->has_started) confirm(engine, deck, 0);
      break;
    case MPV_EVENT_END_FILE: take_end(engine, deck, event->data); break;
    case MPV_EVENT_SEEK: if (opening->seeking == TAKEN) opening->seeking = UNDER_WAY; break;
    case MPV_EVENT_PLAYBACK_RESTART:
      if (is_its_own && opening->stage == LOADING && !opening->is_described) describe(deck);
      if (opening->seeking != UNDER_WAY) break;
      opening->seeking = LANDED;
      look_anew(deck);
      break;
    case MPV_EVENT_PROPERTY_CHANGE: {
      const mpv_event_property *property = event->data;
      if (!is_its_own || opening->stage != OPEN) break;
      if (strcmp(property->name, "sub-text") == 0) {
        const char *words = property->format == MPV_FORMAT_STRING ? *(char **)property->data : "";
        REPORT(engine, SUBTITLE_SHOWN, opening->epoch, text(engine, words));
      } else if (!opening->is_look_out) {
        look(deck);
      }
      break;
    }
    case MPV_EVENT_LOG_MESSAGE: media_note_cause(&opening->cause, ((mpv_event_log_message *)event->data)->text); break;
    case MPV_EVENT_CLIENT_MESSAGE: {
      const mpv_event_client_message *message = event->data;
      if (message->num_args > 0) engine->host.key(engine->host.context, message->args[0]);
      break;
    }
    default: break;
  }
}

void engine_update(engine *engine, int64_t now) {
  char bytes[64];
  while (read(engine->wake[0], bytes, sizeof bytes) > 0) continue;
  engine->now = now;
  for (size_t place = 0; place < engine->deck_count; place++) {
    deck *deck = &engine->decks[place];
    for (mpv_event *event; (event = mpv_wait_event(deck->mpv, 0))->event_id != MPV_EVENT_NONE;) take(engine, deck, event);
    if (deck->opening.look_due <= now) look(deck);
  }
  for (size_t place = 0; place < engine->closing_count; place++) {
    closing *closing = &engine->closings[place];
    if (closing->poll <= now) {
      closing->poll = now + (closing->is_reported ? WHILE_FILLING : SOON);
      uint64_t question = (uint64_t)closing->epoch << 32 | (uint64_t)RELEASED << 24;
      mpv_get_property_async(closing->deck->mpv, question, "idle-active", MPV_FORMAT_FLAG);
    }
    if (closing->is_reported || closing->due > now) continue;
    closing->is_reported = 1; // mpv still lets go of it: the deck stays out of use until it has
    REPORT(engine, CLOSED, closing->epoch, 0);
  }
}

int64_t engine_next(const engine *engine) {
  int64_t next = TD_NEVER;
  for (size_t place = 0; place < engine->deck_count; place++)
    if (engine->decks[place].opening.look_due < next) next = engine->decks[place].opening.look_due;
  for (size_t place = 0; place < engine->closing_count; place++)
    if (engine->closings[place].poll < next) next = engine->closings[place].poll;
  return next;
}

// MARK: Commands

static void go_to(deck *deck, int64_t target, const char *how) {
  char seconds[32];
  opening *opening = &deck->opening;
  snprintf(seconds, sizeof seconds, "%.6f", (double)target / 1e6);
  opening->token = (opening->token + 1) & 0xFFFFFF;
  opening->seeking = SENT;
  opening->exact = strstr(how, "exact") ? target : TD_UNKNOWN;
  mpv_command_async(deck->mpv, tag(opening, SEEK, opening->token), (const char *[]){"seek", seconds, how, NULL});
}

static void play(deck *deck, int64_t rate) {
  char speed[32];
  opening *opening = &deck->opening;
  int is_at_rest = opening->seeking == AT_REST && !opening->is_moving && !opening->is_wanted;
  snprintf(speed, sizeof speed, "%.3f", (double)rate / 1000);
  set(deck, "speed", speed);
  // Sound that was prepared at another speed would be played first, and take the playhead along.
  if (is_at_rest && rate != opening->speed && opening->is_seekable && opening->has_audio && !opening->look.at_end
      && opening->reads_until == TD_UNKNOWN) {
    go_to(deck, opening->look.position, "absolute+exact");
    opening->is_silent = 1;
  }
  opening->rate = opening->speed = rate;
  opening->is_wanted = opening->awaits_start = 1;
  opening->active_since = TD_NEVER;
  // During a seek it takes effect after the landing.
  if (opening->seeking == AT_REST) set(deck, "pause", "no");
  look_anew(deck);
}

static void seek(deck *deck, const int64_t *fields) {
  opening *opening = &deck->opening;
  int64_t target = fields[TD_OUTPUT_ENGINE_SEEK_TARGET];
  if (opening->duration != TD_UNKNOWN && target > opening->duration) target = opening->duration;
  if (target < 0) target = 0;
  hold(deck);
  opening->serial = (uint32_t)fields[TD_OUTPUT_ENGINE_SEEK_SERIAL];
  opening->gives_up = !opening->is_seekable || opening->reads_until != TD_UNKNOWN;
  opening->is_silent = 0;
  opening->seeking = LANDED;
  // The key frame before may be far away; only where half a minute does not matter it is good enough.
  int is_rough = fields[TD_OUTPUT_ENGINE_SEEK_TOLERANCE_BEFORE] >= 30000000;
  if (!opening->gives_up) go_to(deck, target, is_rough ? "absolute+keyframes" : "absolute+exact");
  look_anew(deck);
}

static void select_track(engine *engine, deck *deck, int64_t kind, int64_t track) {
  char words[24] = "auto";
  opening *opening = &deck->opening;
  const char *option = media_track_option(kind), *value = words;
  if (!option) return;
  if (track == -1) snprintf(words, sizeof words, "no");
  if (track >= 0) snprintf(words, sizeof words, "%lld", (long long)track);
  if (kind == TD_TRACK_KIND_VIDEO) snprintf(opening->picture, sizeof opening->picture, "%s", words);
  if (kind == TD_TRACK_KIND_VIDEO && opening->is_picture_off) { // shown when the picture is switched on
    REPORT(engine, TRACK_SELECTED, opening->epoch, kind, track == -2 ? 1 : track);
    return;
  }
  mpv_set_property_async(deck->mpv, tag(opening, SELECT, (uint32_t)kind), option, MPV_FORMAT_STRING, &value);
  // Asked for at once, before another command changes it again.
  mpv_get_property_async(deck->mpv, tag(opening, SELECTED, (uint32_t)kind), option, MPV_FORMAT_NODE);
  look_anew(deck);
}

static void set_volume(deck *deck, int64_t left, int64_t right, int64_t is_muted) {
  char words[96];
  int64_t louder = left > right ? left : right;
  double gain = (double)louder / 1000;
  // mpv's volume is the cube root of the gain, in percent.
  snprintf(words, sizeof words, "%.4f", 100 * cbrt(gain));
  set(deck, "volume", words);
  set(deck, "mute", is_muted ? "yes" : "no");
  *words = 0;
  if (left != right)
    snprintf(words, sizeof words, "lavfi=[aformat=channel_layouts=stereo,pan=stereo|c0=%.3f*c0|c1=%.3f*c1]",
        (double)left / (double)louder, (double)right / (double)louder);
  set(deck, "af", words);
}

static void set_presentation(deck *deck, int64_t scaling, int64_t rotation) {
  char degrees[24];
  snprintf(degrees, sizeof degrees, "%lld", (long long)(((360 - rotation) % 360 + 360) % 360)); // mpv turns clockwise
  set(deck, "video-rotate", degrees);
  set(deck, "video-unscaled", scaling == TD_SCALING_MODE_NONE ? "yes" : "no");
  set(deck, "keepaspect", scaling == TD_SCALING_MODE_FILL ? "no" : "yes");
  set(deck, "panscan", scaling == TD_SCALING_MODE_ASPECT_FILL ? "1" : "0");
}

static void set_picture(deck *deck, int64_t is_on) {
  opening *opening = &deck->opening;
  opening->is_picture_off = !is_on;
  // With neither sound nor picture mpv has nothing to play, and ends.
  if (opening->stage == OPEN && opening->has_audio && opening->has_video) set(deck, "vid", is_on ? opening->picture : "no");
}

static void capture_still(engine *engine, deck *deck, int64_t serial) {
  const char *to_file[] = {"screenshot", "video", NULL}, *to_memory[] = {"screenshot-raw", "video", NULL};
  mpv_command_async(
      deck->mpv, tag(&deck->opening, STILL, (uint32_t)serial), engine->keeps_stills ? to_file : to_memory);
}

/// The epoch before plays out what it holds. mpv reads what its decoders need all the same, so it is held where that ends.
static void read_no_more(deck *deck) {
  opening *opening = &deck->opening;
  if (opening->stage != OPEN || opening->reads_until != TD_UNKNOWN) return;
  opening->reads_until = opening->seeking == AT_REST ? opening->look.until : opening->look.position;
  set(deck, "cache-secs", "0");
  look_anew(deck);
}

static deck *make_deck(engine *engine, char *error, size_t error_size);

static int is_free(const engine *engine, const deck *deck) {
  if (deck->opening.stage != VACANT) return 0;
  for (size_t place = 0; place < engine->closing_count; place++)
    if (engine->closings[place].deck == deck && engine->closings[place].is_reported) return 0;
  return 1;
}

static deck *free_deck(engine *engine) {
  if (engine->front && is_free(engine, engine->front)) return engine->front;
  for (size_t place = 0; place < engine->deck_count; place++)
    if (is_free(engine, &engine->decks[place])) return &engine->decks[place];
  return make_deck(engine, NULL, 0);
}

static void open_item(engine *engine, uint32_t epoch, uint32_t item, int keeps_buffer) {
  static const engine_option fresh[] = {
    {"pause", "yes"}, {"speed", "1"}, {"vid", "auto"}, {"aid", "auto"}, {"sid", "no"}, {"af", ""}, {"cache-secs", "36000"}};
  const char *source = engine->host.source(engine->host.context, item);
  char *copy = source ? strdup(source) : NULL;
  for (size_t place = 0; keeps_buffer && place < engine->deck_count; place++) read_no_more(&engine->decks[place]);
  deck *deck = copy ? free_deck(engine) : NULL;
  if (!deck) {
    free(copy);
    REPORT(engine, FAILED, epoch, source ? TD_FAILURE_KIND_UNKNOWN : TD_FAILURE_KIND_NOT_FOUND, 0,
        text(engine, source ? "There is no instance of mpv left" : "The item has no address"));
    return;
  }
  deck->opening = (opening){
    .epoch = epoch, .stage = LOADING, .source = copy, .rate = 1000, .speed = 1000, .reads_until = TD_UNKNOWN, .exact = TD_UNKNOWN, .active_since = TD_NEVER, .look_due = TD_NEVER,
    .duration = TD_UNKNOWN, .picture = "auto"};
  engine->front = deck;
  for (size_t place = 0; place < sizeof fresh / sizeof *fresh; place++) set(deck, fresh[place].name, fresh[place].value);
  set_presentation(deck, TD_SCALING_MODE_ASPECT_FIT, 0);
  // No options here: up to 0.37 they are the third argument, from 0.38 on the fourth.
  mpv_command_async(deck->mpv, tag(&deck->opening, LOAD, 0), (const char *[]){"loadfile", copy, "replace", NULL});
}

static void close_epoch(engine *engine, deck *deck) {
  opening *opening = &deck->opening;
  int is_over = opening->stage == FAILED || engine->closing_count == CLOSINGS;
  if (is_over) REPORT(engine, CLOSED, opening->epoch, 0);
  else
    engine->closings[engine->closing_count++] =
        (closing){.epoch = opening->epoch, .deck = deck, .entry = opening->entry, .due = engine->now + CLOSE_LIMIT,
          .poll = engine->now + SOON};
  mpv_command_async(deck->mpv, 0, (const char *[]){"stop", NULL});
  free(opening->source);
  *opening = (struct opening){.look_due = TD_NEVER};
}

static void perform_open(engine *engine, deck *deck, const td_message *command) {
  const int64_t *fields = command->fields;
  switch (command->code) {
    case TD_OUTPUT_ENGINE_PLAY: play(deck, fields[TD_OUTPUT_ENGINE_PLAY_RATE]); break;
    case TD_OUTPUT_ENGINE_PAUSE:
      hold(deck);
      deck->opening.stops++;
      look_anew(deck);
      break;
    case TD_OUTPUT_ENGINE_SEEK: seek(deck, fields); break;
    case TD_OUTPUT_ENGINE_REPORT_POSITION:
      deck->opening.asks++;
      look_anew(deck);
      break;
    case TD_OUTPUT_ENGINE_CAPTURE_STILL: capture_still(engine, deck, fields[0]); break;
    case TD_OUTPUT_ENGINE_SELECT_TRACK: select_track(engine, deck, fields[0], fields[1]); break;
    case TD_OUTPUT_ENGINE_CATCH_UP: {
      char seconds[32];
      snprintf(seconds, sizeof seconds, "%.6f", (double)fields[TD_OUTPUT_ENGINE_CATCH_UP_POSITION] / 1e6);
      mpv_command_async(deck->mpv, 0, (const char *[]){"seek", seconds, "absolute", NULL});
      deck->opening.asks++;
      look_anew(deck);
      break;
    }
    default: break;
  }
}

void engine_perform(engine *engine, const td_message *command, int64_t now) {
  const int64_t *fields = command->fields;
  engine->now = now;
  if (command->code == TD_OUTPUT_ENGINE_OPEN) {
    open_item(engine, command->context, (uint32_t)fields[TD_OUTPUT_ENGINE_OPEN_ITEM],
        fields[TD_OUTPUT_ENGINE_OPEN_KEEPS_BUFFER] != 0);
    return;
  }
  for (size_t place = 0; place < engine->deck_count; place++) {
    deck *deck = &engine->decks[place];
    if (deck->opening.stage == VACANT || deck->opening.epoch != command->context) continue;
    switch (command->code) {
      case TD_OUTPUT_ENGINE_CLOSE: close_epoch(engine, deck); break;
      case TD_OUTPUT_ENGINE_SET_VOLUME: set_volume(deck, fields[0], fields[1], fields[2]); break;
      case TD_OUTPUT_ENGINE_SET_PRESENTATION: set_presentation(deck, fields[0], fields[1]); break;
      case TD_OUTPUT_ENGINE_SET_VIDEO_ENABLED: set_picture(deck, fields[0]); break;
      default: if (deck->opening.stage == OPEN) perform_open(engine, deck, command);
    }
    return;
  }
  // An opening that got no instance of mpv has failed, and is closed.
  if (command->code == TD_OUTPUT_ENGINE_CLOSE) REPORT(engine, CLOSED, command->context, 0);
}

// MARK: Instances of mpv

static void wake(void *context) {
  engine *engine = context;
  // A pipe that is full wakes as well.
  if (write(engine->wake[1], "", 1) < 0) return;
}

static void bind_key(deck *deck, const char *key, const char *words) {
  char command[64];
  snprintf(command, sizeof command, "script-message %s", words);
  mpv_command_async(deck->mpv, 0, (const char *[]){"keybind", key, command, NULL});
}

static int set_options(mpv_handle *mpv, const engine_option *options, size_t count, char *error, size_t error_size) {
  for (size_t place = 0; place < count; place++) {
    int result = mpv_set_option_string(mpv, options[place].name, options[place].value);
    if (result >= 0) continue;
    if (error)
      snprintf(error, error_size, "mpv does not take %s=%s: %s", options[place].name, options[place].value,
          mpv_error_string(result));
    return 0;
  }
  return 1;
}

static deck *make_deck(engine *engine, char *error, size_t error_size) {
  // Nothing is read besides the source, nothing is decided by mpv, and it rests at the end of a file.
  static const engine_option contract[] = {
    {"config", "no"}, {"terminal", "no"}, {"idle", "yes"}, {"keep-open", "always"}, {"pause", "yes"}, {"hr-seek", "yes"},
    {"cache", "yes"}, {"cache-pause", "yes"}, {"cache-pause-wait", "0.1"}, {"audio-buffer", "0.1"},  {"ytdl", "no"}, {"load-scripts", "no"},
    {"osc", "no"}, {"input-default-bindings", "no"}, {"input-vo-keyboard", "yes"}, {"resume-playback", "no"},
    {"save-position-on-quit", "no"}, {"sub-auto", "no"}, {"audio-file-auto", "no"}, {"cover-art-auto", "no"},
    {"autoload-files", "no"}, {"access-references", "no"}, {"ordered-chapters", "no"}, {"stop-screensaver", "yes"}};
  static const engine_option observed[] = {{"core-idle", 0}, {"eof-reached", 0}, {"paused-for-cache", 0},
    {"demuxer-cache-idle", 0}, {"duration", 0}, {"dwidth", 0}};
  if (engine->deck_count == DECKS) return NULL;
  mpv_handle *mpv = mpv_create();
  if (!mpv && error) snprintf(error, error_size, "mpv cannot be made: it needs the locale \"C\" for numbers, and memory");
  if (!mpv) return NULL;
  if (!set_options(mpv, contract, sizeof contract / sizeof *contract, error, error_size)
      || !set_options(mpv, engine->options, engine->option_count, error, error_size) || mpv_initialize(mpv) < 0) {
    if (error && !*error) snprintf(error, error_size, "mpv cannot be made with these options");
    mpv_terminate_destroy(mpv);
    return NULL;
  }
  deck *deck = &engine->decks[engine->deck_count++];
  *deck = (struct deck){.mpv = mpv, .opening = {.look_due = TD_NEVER}};
  for (size_t place = 0; place < sizeof observed / sizeof *observed; place++)
    mpv_observe_property(mpv, 0, observed[place].name, MPV_FORMAT_NONE);
  mpv_observe_property(mpv, 0, "sub-text", MPV_FORMAT_STRING);
  mpv_request_log_messages(mpv, "warn");
  mpv_set_wakeup_callback(mpv, wake, engine);
  for (size_t place = 0; place < engine->binding_count; place++)
    bind_key(deck, engine->bindings[place].key, engine->bindings[place].words);
  return deck;
}

engine *engine_create(
    const engine_host *host, const engine_option *options, size_t count, char *error, size_t error_size) {
  engine *engine = calloc(1, sizeof *engine);
  if (error_size) *error = 0;
  if (!engine) return NULL;
  engine->host = *host;
  engine->options = options;
  engine->option_count = count;
  engine->wake[0] = engine->wake[1] = -1;
  for (size_t place = 0; place < count; place++)
    if (strcmp(options[place].name, "screenshot-directory") == 0) engine->keeps_stills = 1;
  if (pipe(engine->wake) == 0) {
    for (int end = 0; end < 2; end++) {
      fcntl(engine->wake[end], F_SETFL, O_NONBLOCK);
      fcntl(engine->wake[end], F_SETFD, FD_CLOEXEC);
    }
    engine->front = make_deck(engine, error, error_size);
  } else {
    snprintf(error, error_size, "No pipe: %s", strerror(errno));
  }
  if (!engine->front) {
    engine_destroy(engine);
    return NULL;
  }
  char *version = mpv_get_property_string(engine->front->mpv, "mpv-version");
  snprintf(engine->identity, sizeof engine->identity, "%s", version ? version : "mpv");
  mpv_free(version);
  return engine;
}

void engine_destroy(engine *engine) {
  if (!engine) return;
  for (size_t place = 0; place < engine->deck_count; place++) {
    mpv_terminate_destroy(engine->decks[place].mpv);
    free(engine->decks[place].opening.source);
  }
  for (int end = 0; end < 2; end++)
    if (engine->wake[end] >= 0) close(engine->wake[end]);
  free(engine);
}

const char *engine_identity(const engine *engine) { return engine->identity; }

int engine_descriptor(const engine *engine) { return engine->wake[0]; }

void engine_show(engine *engine, const char *words, int milliseconds) {
  char length[16];
  snprintf(length, sizeof length, "%d", milliseconds);
  // Words of files are not expanded as mpv's properties.
  mpv_command_async(engine->front->mpv, 0, (const char *[]){"show-text", words, length, NULL});
}

void engine_toggle_fullscreen(engine *engine) {
  mpv_command_async(engine->front->mpv, 0, (const char *[]){"cycle", "fullscreen", NULL});
}

void engine_bind(engine *engine, const char *key, const char *words) {
  if (engine->binding_count == BINDINGS) return;
  size_t place = engine->binding_count++;
  snprintf(engine->bindings[place].key, sizeof engine->bindings[place].key, "%s", key);
  snprintf(engine->bindings[place].words, sizeof engine->bindings[place].words, "%s", words);
  for (size_t other = 0; other < engine->deck_count; other++) bind_key(&engine->decks[other], key, words);
}
