#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "deck.h"

void engine_report(engine *engine, const td_message *message) {
  td_message timed = *message;
  timed.time = engine->now;
  engine->host.report(engine->host.context, &timed);
}

int64_t engine_text(engine *engine, const char *words) { return engine->host.text(engine->host.context, words); }

void engine_update(engine *engine, int64_t now) {
  char bytes[64];
  while (read(engine->wake[0], bytes, sizeof bytes) > 0) continue;
  engine->now = now;
  for (size_t place = 0; place < engine->deck_count; place++) {
    deck *deck = &engine->decks[place];
    for (mpv_event *event; (event = mpv_wait_event(deck->mpv, 0))->event_id != MPV_EVENT_NONE;) deck_take(engine, deck, event);
    if (deck->opening.look_due <= now) deck_look(deck);
  }
  for (size_t place = 0; place < engine->closing_count; place++) {
    closing *closing = &engine->closings[place];
    if (closing->poll <= now) {
      closing->poll = now + (closing->is_reported ? WHILE_FILLING : SOON);
      uint64_t question = (uint64_t)closing->epoch << 32 | (uint64_t)RELEASED << 24;
      mpv_get_property_async(closing->deck->mpv, question, "idle-active", MPV_FORMAT_FLAG);
    }
    if (closing->is_reported || closing->due > now) continue;
    closing->is_reported = 1; // mpv is still releasing it: until then the deck stays out of use
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
  mpv_command_async(deck->mpv, deck_tag(opening, SEEK, opening->token), (const char *[]){"seek", seconds, how, NULL});
}

static void play(deck *deck, int64_t rate) {
  char speed[32];
  opening *opening = &deck->opening;
  int is_at_rest = opening->seeking == AT_REST && !opening->is_moving && !opening->is_wanted;
  snprintf(speed, sizeof speed, "%.3f", (double)rate / 1000);
  deck_set(deck, "speed", speed);
  // Otherwise sound prepared at the old speed would be played first, and distort the playhead.
  if (is_at_rest && rate != opening->speed && opening->is_seekable && opening->has_audio && !opening->look.at_end
      && opening->reads_until == TD_UNKNOWN) {
    go_to(deck, opening->look.position, "absolute+exact");
    opening->is_silent = 1;
  }
  opening->rate = opening->speed = rate;
  opening->is_wanted = opening->awaits_start = 1;
  opening->active_since = TD_NEVER;
  // During a seek it takes effect after landing.
  if (opening->seeking == AT_REST) deck_set(deck, "pause", "no");
  deck_look_anew(deck);
}

static void seek(deck *deck, const int64_t *fields) {
  opening *opening = &deck->opening;
  int64_t target = fields[TD_OUTPUT_ENGINE_SEEK_TARGET];
  if (opening->duration != TD_UNKNOWN && target > opening->duration) target = opening->duration;
  if (target < 0) target = 0;
  deck_hold(deck);
  opening->serial = (uint32_t)fields[TD_OUTPUT_ENGINE_SEEK_SERIAL];
  opening->gives_up = !opening->is_seekable || opening->reads_until != TD_UNKNOWN || opening->is_last_landing;
  opening->is_silent = 0;
  opening->seeking = LANDED;
  // The previous key frame may be far away; it is good enough only where half a minute does not matter.
  int is_rough = fields[TD_OUTPUT_ENGINE_SEEK_TOLERANCE_BEFORE] >= 30000000;
  if (!opening->gives_up) go_to(deck, target, is_rough ? "absolute+keyframes" : "absolute+exact");
  deck_look_anew(deck);
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
  mpv_set_property_async(deck->mpv, deck_tag(opening, SELECT, (uint32_t)kind), option, MPV_FORMAT_STRING, &value);
  // Requested at once, before another command changes it again.
  mpv_get_property_async(deck->mpv, deck_tag(opening, SELECTED, (uint32_t)kind), option, MPV_FORMAT_NODE);
  deck_look_anew(deck);
}

static void set_volume(deck *deck, int64_t left, int64_t right, int64_t is_muted) {
  char words[96];
  int64_t louder = left > right ? left : right;
  double gain = (double)louder / 1000;
  // mpv's volume is the cube root of the gain, in percent.
  snprintf(words, sizeof words, "%.4f", 100 * cbrt(gain));
  deck_set(deck, "volume", words);
  deck_set(deck, "mute", is_muted ? "yes" : "no");
  *words = 0;
  if (left != right)
    snprintf(words, sizeof words, "lavfi=[aformat=channel_layouts=stereo,pan=stereo|c0=%.3f*c0|c1=%.3f*c1]",
        (double)left / (double)louder, (double)right / (double)louder);
  deck_set(deck, "af", words);
}

static void set_presentation(deck *deck, int64_t scaling, int64_t rotation) {
  char degrees[24];
  snprintf(degrees, sizeof degrees, "%lld", (long long)(((360 - rotation) % 360 + 360) % 360)); // mpv rotates clockwise
  deck_set(deck, "video-rotate", degrees);
  deck_set(deck, "video-unscaled", scaling == TD_SCALING_MODE_NONE ? "yes" : "no");
  deck_set(deck, "keepaspect", scaling == TD_SCALING_MODE_FILL ? "no" : "yes");
  deck_set(deck, "panscan", scaling == TD_SCALING_MODE_ASPECT_FILL ? "1" : "0");
}

static void set_picture(deck *deck, int64_t is_on) {
  opening *opening = &deck->opening;
  opening->is_picture_off = !is_on;
  // With neither sound nor picture mpv has nothing to play, and stops.
  if (opening->stage == OPEN && opening->has_audio && opening->has_video) deck_set(deck, "vid", is_on ? opening->picture : "no");
}

static void capture_still(engine *engine, deck *deck, int64_t serial) {
  const char *to_file[] = {"screenshot", "video", NULL}, *to_memory[] = {"screenshot-raw", "video", NULL};
  mpv_command_async(
      deck->mpv, deck_tag(&deck->opening, STILL, (uint32_t)serial), engine->keeps_stills ? to_file : to_memory);
}

/// The previous epoch plays what it has buffered. mpv still reads what its decoders need, so it is held where the
/// buffer ends.
static void read_no_more(deck *deck) {
  opening *opening = &deck->opening;
  if (opening->stage != OPEN || opening->reads_until != TD_UNKNOWN) return;
  // During a seek the end of the buffer is known only after landing.
  if (opening->seeking == AT_REST) opening->reads_until = opening->look.until;
  else opening->is_last_landing = 1;
  deck_set(deck, "cache-secs", "0");
  deck_look_anew(deck);
}

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
  return deck_make(engine, NULL, 0);
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
        engine_text(engine, source ? "There is no instance of mpv left" : "The item has no address"));
    return;
  }
  deck->opening = (opening){
    .epoch = epoch, .stage = LOADING, .source = copy, .rate = 1000, .speed = 1000, .reads_until = TD_UNKNOWN, .exact = TD_UNKNOWN, .active_since = TD_NEVER, .look_due = TD_NEVER,
    .duration = TD_UNKNOWN, .picture = "auto"};
  engine->front = deck;
  for (size_t place = 0; place < sizeof fresh / sizeof *fresh; place++) deck_set(deck, fresh[place].name, fresh[place].value);
  set_presentation(deck, TD_SCALING_MODE_ASPECT_FIT, 0);
  // No options here: they are the third argument up to 0.37, and the fourth from 0.38 on.
  mpv_command_async(deck->mpv, deck_tag(&deck->opening, LOAD, 0), (const char *[]){"loadfile", copy, "replace", NULL});
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
      deck_hold(deck);
      deck->opening.stops++;
      deck_look_anew(deck);
      break;
    case TD_OUTPUT_ENGINE_SEEK: seek(deck, fields); break;
    case TD_OUTPUT_ENGINE_REPORT_POSITION:
      deck->opening.asks++;
      deck_look_anew(deck);
      break;
    case TD_OUTPUT_ENGINE_CAPTURE_STILL: capture_still(engine, deck, fields[0]); break;
    case TD_OUTPUT_ENGINE_SELECT_TRACK: select_track(engine, deck, fields[0], fields[1]); break;
    case TD_OUTPUT_ENGINE_CATCH_UP: {
      char seconds[32];
      snprintf(seconds, sizeof seconds, "%.6f", (double)fields[TD_OUTPUT_ENGINE_CATCH_UP_POSITION] / 1e6);
      mpv_command_async(deck->mpv, 0, (const char *[]){"seek", seconds, "absolute", NULL});
      deck->opening.asks++;
      deck_look_anew(deck);
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
  // An opening that got no instance of mpv has failed; now it is closed.
  if (command->code == TD_OUTPUT_ENGINE_CLOSE) REPORT(engine, CLOSED, command->context, 0);
}
