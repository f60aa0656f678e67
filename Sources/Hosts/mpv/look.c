#include "deck.h"

static const struct {
  const char *name;
  mpv_format format;
} looked_at[] = {
  {"core-idle", MPV_FORMAT_FLAG}, {"eof-reached", MPV_FORMAT_FLAG}, {"paused-for-cache", MPV_FORMAT_FLAG},
  {"duration", MPV_FORMAT_DOUBLE}, {"dwidth", MPV_FORMAT_INT64}, {"dheight", MPV_FORMAT_INT64},
  {"demuxer-cache-state", MPV_FORMAT_NODE}, {"time-pos", MPV_FORMAT_DOUBLE}};

// MARK: Asking mpv

uint64_t deck_tag(const opening *opening, question question, uint32_t number) {
  return (uint64_t)opening->epoch << 32 | (uint64_t)question << 24 | (number & 0xFFFFFF);
}

void deck_set(deck *deck, const char *name, const char *value) {
  mpv_set_property_async(deck->mpv, 0, name, MPV_FORMAT_STRING, &value);
}

void deck_look(deck *deck) {
  opening *opening = &deck->opening;
  opening->looks = (opening->looks + 1) & 0xFFFFF;
  opening->is_look_out = 1;
  opening->look_due = TD_NEVER;
  for (uint32_t place = 0; place < LOOKED_AT; place++)
    mpv_get_property_async(
        deck->mpv, deck_tag(opening, LOOK, opening->looks << 4 | place), looked_at[place].name, looked_at[place].format);
}

void deck_look_anew(deck *deck) {
  deck_look(deck);
  deck->opening.fresh = deck->opening.looks;
}

void deck_hold(deck *deck) {
  deck->opening.is_wanted = deck->opening.is_moving = deck->opening.awaits_start = 0;
  deck_set(deck, "pause", "yes");
}

// MARK: What a look leads to

void deck_fail(engine *engine, deck *deck, const media_failure *failure) {
  deck->opening.stage = FAILED;
  deck->opening.look_due = TD_NEVER;
  deck_hold(deck);
  REPORT(engine, FAILED, deck->opening.epoch, failure->kind, failure->detail, engine_text(engine, failure->words));
}

/// Everything that mpv has was presented. It reports the same for a broken connection.
static void finish(engine *engine, deck *deck) {
  opening *opening = &deck->opening;
  int64_t position = opening->look.position;
  if (media_is_remote(opening->source) && opening->duration != TD_UNKNOWN && opening->duration - position > 1000000) {
    media_failure failure = {.kind = TD_FAILURE_KIND_IO, .words = "The connection broke before the end of the media"};
    if (opening->cause.kind) failure = opening->cause;
    deck_fail(engine, deck, &failure);
    return;
  }
  deck_hold(deck);
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
  // A picture that is switched off keeps its reported size.
  int is_other = opening->look.width != opening->width || opening->look.height != opening->height;
  if (is_other && !opening->is_picture_off) {
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
  if (opening->has_video) deck_set(deck, "force-window", "yes"); // the window stays while the next source opens
  if (opening->has_video) REPORT(engine, FIRST_FRAME, opening->epoch, TD_TRACK_KIND_VIDEO, opening->look.position);
  if (opening->is_picture_off && opening->has_audio) deck_set(deck, "vid", "no");
}

static void land(engine *engine, deck *deck) {
  opening *opening = &deck->opening;
  opening->seeking = AT_REST;
  if (opening->is_last_landing && opening->reads_until == TD_UNKNOWN) opening->reads_until = opening->look.until;
  if (!opening->is_silent)
    REPORT(engine, SEEK_COMPLETED, opening->epoch, opening->serial, opening->look.position, !opening->gives_up);
  opening->owes_buffer = !opening->is_silent;
  opening->gives_up = opening->is_silent = 0;
  if (!opening->awaits_start) return;
  deck_set(deck, "pause", "no");
  deck_look_anew(deck);
}

/// mpv calls itself active before anything moves: only the first change of the position counts. Pictures that are far
/// apart may take longer, as may media without sound.
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
    deck_hold(deck); // or it would continue playing
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

void deck_take_look(engine *engine, deck *deck, uint32_t number, const mpv_event_property *property, int error) {
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
      // An exact seek plays nothing before its target; the time of the sound that mpv reports may still be earlier.
      if (opening->look.position < opening->exact && opening->exact - opening->look.position < 1000000)
        opening->look.position = opening->exact;
      judge(engine, deck, number >> 4);
  }
}
