#include <string.h>

#include "deck.h"

static void describe_tracks(engine *engine, opening *opening, const mpv_node *tracks) {
  int selected[3] = {-1, -1, -1};
  for (int place = 0; tracks->format == MPV_FORMAT_NODE_ARRAY && place < tracks->u.list->num; place++) {
    const mpv_node *track = &tracks->u.list->values[place];
    int32_t kind = media_track_kind(track);
    int32_t number = (int32_t)media_number(media_member(track, "id"), -1);
    if (kind < 0 || number < 0 || place >= ITEMS_OF_MEDIA) continue;
    REPORT(engine, TRACK_FOUND, opening->epoch, kind, number, engine_text(engine, media_text(media_member(track, "lang"))),
        engine_text(engine, media_text(media_member(track, "title"))), media_flag(media_member(track, "default")),
        media_flag(media_member(track, "forced")));
    if (media_flag(media_member(track, "selected"))) selected[kind] = number;
    opening->has_audio = opening->has_audio || kind == TD_TRACK_KIND_AUDIO;
    opening->has_video = opening->has_video || kind == TD_TRACK_KIND_VIDEO;
  }
  for (int kind = 0; kind < 3; kind++)
    if (selected[kind] >= 0) REPORT(engine, TRACK_SELECTED, opening->epoch, kind, selected[kind]);
}

/// mpv only knows where chapters begin: each ends where the next one begins.
static void describe_chapters(engine *engine, opening *opening, const mpv_node *chapters) {
  for (int place = 0; chapters->format == MPV_FORMAT_NODE_ARRAY && place < chapters->u.list->num; place++) {
    const mpv_node *chapter = &chapters->u.list->values[place];
    const mpv_node *next = place + 1 < chapters->u.list->num ? chapter + 1 : NULL;
    int64_t start = media_time(media_number(media_member(chapter, "time"), 0));
    int64_t end = next ? media_time(media_number(media_member(next, "time"), 0)) : TD_UNKNOWN;
    if (place >= ITEMS_OF_MEDIA) break;
    REPORT(engine, CHAPTER_FOUND, opening->epoch, place + 1, start, end,
        engine_text(engine, media_text(media_member(chapter, "title"))));
  }
}

static void describe_metadata(engine *engine, opening *opening, const mpv_node *metadata) {
  for (int place = 0; metadata->format == MPV_FORMAT_NODE_MAP && place < metadata->u.list->num; place++) {
    if (place >= ITEMS_OF_MEDIA) break;
    REPORT(engine, METADATA_FOUND, opening->epoch, engine_text(engine, metadata->u.list->keys[place]),
        engine_text(engine, media_text(&metadata->u.list->values[place])));
  }
}

/// The first frame has arrived: everything about the media is requested at once, and a reading comes last.
static void describe(deck *deck) {
  static const struct { question question; const char *name; mpv_format format; } asked[] = {
    {FORMAT, "file-format", MPV_FORMAT_NODE}, {TRACKS, "track-list", MPV_FORMAT_NODE},
    {CHAPTERS, "chapter-list", MPV_FORMAT_NODE}, {METADATA, "metadata", MPV_FORMAT_NODE},
    {SEEKABLE, "seekable", MPV_FORMAT_NODE}};
  for (size_t place = 0; place < sizeof asked / sizeof *asked; place++)
    mpv_get_property_async(
        deck->mpv, deck_tag(&deck->opening, asked[place].question, 0), asked[place].name, asked[place].format);
  deck->opening.is_described = 1;
  deck_look_anew(deck);
}

static void take_property(engine *engine, deck *deck, const mpv_event *event, question question, uint32_t number) {
  const mpv_event_property *property = event->data;
  opening *opening = &deck->opening;
  if (question == LOOK) {
    deck_take_look(engine, deck, number, property, event->error);
    return;
  }
  int is_refused = question == SELECTED && (event->error < 0 || (opening->refused & 1u << number));
  if (is_refused) {
    opening->refused &= ~(1u << number);
    REPORT(engine, WARNED, opening->epoch, TD_FAILURE_KIND_UNKNOWN, 0, engine_text(engine, "There is no such rendition"));
  }
  if (is_refused || event->error < 0 || property->format != MPV_FORMAT_NODE) return;
  const mpv_node *node = property->data;
  switch (question) {
    case TRACKS: describe_tracks(engine, opening, node); break;
    case CHAPTERS: describe_chapters(engine, opening, node); break;
    case METADATA: describe_metadata(engine, opening, node); break;
    case SEEKABLE: opening->is_seekable = media_flag(node); break;
    case FORMAT:
      REPORT(engine, METADATA_FOUND, opening->epoch, engine_text(engine, "container"), engine_text(engine, media_text(node)));
      break;
    case SELECTED: // a number, or "no", or "auto" where there is no choice
      REPORT(engine, TRACK_SELECTED, opening->epoch, number, (int64_t)media_number(node, -1));
      opening->owes_buffer = 1;
      break;
    default: break;
  }
}

/// Reports what mpv has released: an entry of a deck, or everything that a deck was closing.
static void confirm(engine *engine, const deck *deck, int64_t entry) {
  for (size_t place = 0; place < engine->closing_count;) {
    closing *closing = &engine->closings[place];
    if (closing->deck != deck || (entry && closing->entry != entry)) {
      place++;
      continue;
    }
    if (!closing->is_reported) REPORT(engine, CLOSED, closing->epoch, 0);
    // Order is kept: reports of later epochs move up.
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
    if (event->error < 0) deck_look_anew(deck);
  } else if (question == STILL) {
    REPORT(engine, STILL_CAPTURED, epoch, number, event->error >= 0);
  } else if (question == SELECT && event->error < 0) {
    opening->refused |= 1u << number;
  }
}

/// A source that was closed before mpv started it has no events at all: an idle deck has released everything.
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
  deck_fail(engine, deck, &failure);
}

void deck_take(engine *engine, deck *deck, const mpv_event *event) {
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
      deck_look_anew(deck);
      break;
    case MPV_EVENT_PROPERTY_CHANGE: {
      const mpv_event_property *property = event->data;
      if (!is_its_own || opening->stage != OPEN) break;
      if (strcmp(property->name, "sub-text") == 0) {
        const char *words = property->format == MPV_FORMAT_STRING ? *(char **)property->data : "";
        REPORT(engine, SUBTITLE_SHOWN, opening->epoch, engine_text(engine, words));
      } else if (!opening->is_look_out) {
        deck_look(deck);
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
