#include "player.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "media.h"
#include "network.h"
#include "terminal.h"
#include "text-table.h"

enum { ITEM = 1, SHOWN_FOR = 1200, LONGEST_END = 1000000 };

typedef struct player {
  const player_options *options;
  td_player *core;
  engine *engine;
  text_table texts;
  segment_list segments;
  // Reports and commands in order: each goes to the core once the previous one has been carried out.
  td_message *inbox;
  size_t waiting, room;
  FILE *trace;
  int64_t began;
  uint32_t request, muting;
  int network, code, is_over, has_chapters;
} player;

static int64_t now(const player *player) { return clock_now() - player->began; }

static int64_t get(const player *player, uint32_t key) {
  int64_t value = 0;
  td_get(player->core, key, &value);
  return value;
}

static void end(player *player, int code) {
  if (player->is_over) return;
  player->code = code;
  player->is_over = 1;
}

// MARK: What goes in

static void put(player *player, const td_message *input) {
  if (player->waiting == player->room) {
    size_t room = player->room ? player->room * 2 : 64;
    td_message *inbox = realloc(player->inbox, room * sizeof *inbox);
    if (!inbox) {
      end(player, 1); // after a lost report the core's state would be wrong
      return;
    }
    player->inbox = inbox;
    player->room = room;
  }
  player->inbox[player->waiting++] = *input;
}

static void command(player *player, uint16_t code, int64_t first, int64_t second) {
  put(player, &(td_message){.code = code, .context = ++player->request, .time = now(player), .fields = {first, second}});
}

static void take_report(void *context, const td_message *report) { put(context, report); }

static uint32_t number_text(void *context, const char *text) {
  player *player = context;
  int is_new;
  uint32_t number = text_table_number(&player->texts, text, &is_new);
  if (is_new) td_define(player->core, TD_DEFINE_TEXT, number, text, strlen(text));
  return number;
}

static const char *find_source(void *context, uint32_t item) {
  return item == ITEM ? ((player *)context)->options->source : NULL;
}

// MARK: Actions of the user

static void skip(player *player) {
  int64_t position = 0, target = TD_UNKNOWN;
  td_position(player->core, now(player), &position);
  for (size_t place = 0; place < player->segments.count; place++) {
    const segment *segment = &player->segments.items[place];
    if (segment->is_hidden || segment->end == TD_NEVER || segment->start > position || segment->end <= position) continue;
    if (target == TD_UNKNOWN || segment->end < target) target = segment->end;
  }
  if (target != TD_UNKNOWN) command(player, TD_INPUT_SEEK, TD_ANCHOR_START, target);
  else engine_show(player->engine, "Nothing to skip here", SHOWN_FOR);
}

/// A number that may be relative to the current value, in thousandths.
static int64_t changed(const char *words, int64_t from, int64_t scale) {
  int64_t value = (int64_t)(strtod(words, NULL) * (double)scale + (*words == '-' ? -0.5 : 0.5));
  return *words == '+' || *words == '-' ? from + value : value;
}

static const struct { const char *name; int has_value; } actions[] = {
  {"play", 0}, {"pause", 0}, {"toggle", 0}, {"stop", 0}, {"retry", 0}, {"skip", 0}, {"mute", 0}, {"loop", 0}, {"quit", 0},
  {"still", 0}, {"fullscreen", 0}, {"audio", 0}, {"subtitle", 0}, {"help", 0}, {"seek", 1}, {"rate", 1}, {"volume", 1},
  {"network", 1}};

static size_t action_of(const char *words) {
  size_t length = strcspn(words, "=");
  for (size_t place = 0; place < sizeof actions / sizeof *actions; place++)
    if (strlen(actions[place].name) == length && strncmp(words, actions[place].name, length) == 0
        && (words[length] == '=') == actions[place].has_value)
      return place;
  return SIZE_MAX;
}

int player_knows(const char *words) { return action_of(words) != SIZE_MAX; }

/// The next rendition, or for subtitles none after the last.
static void next_track(player *player, int64_t kind) {
  int is_audio = kind == TD_TRACK_KIND_AUDIO;
  int64_t count = get(player, is_audio ? TD_KEY_AUDIO_TRACK_COUNT : TD_KEY_SUBTITLE_TRACK_COUNT);
  int64_t track = get(player, is_audio ? TD_KEY_AUDIO_TRACK : TD_KEY_SUBTITLE_TRACK);
  int64_t next = track < 0 ? 1 : track < count ? track + 1 : is_audio ? 1 : -1;
  if (count) command(player, TD_INPUT_SELECT_TRACK, kind, next);
}

static void act(player *player, const char *words) {
  const char *value = words + strcspn(words, "=");
  size_t place = action_of(words);
  if (place == SIZE_MAX) return;
  if (*value) value++;
  const char *name = actions[place].name;
  if (strcmp(name, "play") == 0) command(player, TD_INPUT_PLAY, 0, 0);
  else if (strcmp(name, "pause") == 0) command(player, TD_INPUT_PAUSE, 0, 0);
  else if (strcmp(name, "toggle") == 0) command(player, TD_INPUT_TOGGLE, 0, 0);
  else if (strcmp(name, "stop") == 0) command(player, TD_INPUT_STOP, 0, 0);
  else if (strcmp(name, "retry") == 0) command(player, TD_INPUT_RETRY, 0, 0);
  else if (strcmp(name, "skip") == 0) skip(player);
  else if (strcmp(name, "mute") == 0) command(player, TD_INPUT_SET_MUTED, !get(player, TD_KEY_MUTED), 0);
  else if (strcmp(name, "loop") == 0) command(player, TD_INPUT_SET_LOOPING, !get(player, TD_KEY_LOOPING), 0);
  else if (strcmp(name, "quit") == 0) end(player, 0);
  else if (strcmp(name, "still") == 0) command(player, TD_INPUT_CAPTURE_STILL, 0, 0);
  else if (strcmp(name, "fullscreen") == 0) engine_toggle_fullscreen(player->engine);
  else if (strcmp(name, "audio") == 0) next_track(player, TD_TRACK_KIND_AUDIO);
  else if (strcmp(name, "subtitle") == 0) next_track(player, TD_TRACK_KIND_SUBTITLE);
  else if (strcmp(name, "help") == 0) engine_show(player->engine, terminal_help, 6000);
  else if (strcmp(name, "seek") == 0) {
    int is_relative = *value == '+' || *value == '-';
    command(player, TD_INPUT_SEEK, is_relative ? TD_ANCHOR_PLAYHEAD : TD_ANCHOR_START, changed(value, 0, 1000000));
  } else if (strcmp(name, "rate") == 0) {
    command(player, TD_INPUT_SET_RATE, changed(value, get(player, TD_KEY_RATE), 1000), 0);
  } else if (strcmp(name, "volume") == 0) {
    int64_t volume = changed(value, get(player, TD_KEY_VOLUME_LEFT), 10);
    volume = volume < 0 ? 0 : volume > 1000 ? 1000 : volume;
    command(player, TD_INPUT_SET_VOLUME, volume, volume);
  } else if (strcmp(name, "network") == 0) {
    static const char *const names[] = {"unknown", "none", "wifi", "cellular", "wired"};
    for (int64_t network = 0; network < 5; network++)
      if (strcmp(value, names[network]) == 0)
        put(player, &(td_message){.code = TD_INPUT_NETWORK_CHANGED, .time = now(player), .fields = {network}});
  }
}

static void take_key(void *context, const char *words) { act(context, words); }

// MARK: What comes out

static void say(const player *player, const char *format, ...) {
  char line[512];
  if (player->options->is_quiet || player->is_over > 1) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  for (char *byte = line; *byte; byte++)
    if ((unsigned char)*byte < 32 || *byte == 127) *byte = ' '; // terminals must not interpret what a file contains
  printf("%s\n", line);
  fflush(stdout);
}

static const char *word(uint32_t enumeration, int64_t number, char *buffer, size_t size) {
  td_text name;
  if (td_name(TD_NAMES_ENUMERATIONS + enumeration, number, &name) != TD_OK) name = (td_text){"?", 1};
  snprintf(buffer, size, "%.*s", (int)name.length, name.bytes);
  return buffer;
}

static const char *title_of(const player *player, int64_t number) {
  if (number < 1 || (size_t)number > player->segments.count) return "";
  const segment *segment = &player->segments.items[number - 1];
  return *segment->title ? segment->title : segment->category;
}

static void stage(void *context, uint32_t number, const segment *segment) {
  player *player = context;
  put(player, &(td_message){.code = TD_INPUT_STAGE_SEGMENT, .context = ++player->request, .time = now(player), .fields = {
    number, segment->start, segment->end, segment->is_blocked, segment->is_hidden, 0,
    number_text(player, *segment->title ? segment->title : segment->category)}});
}

static void stage_all(player *player) {
  for (size_t place = 0; place < player->options->skip_count; place++)
    segments_block(&player->segments, player->options->skips[place]);
  segments_stage(&player->segments, stage, player);
  command(player, TD_INPUT_COMMIT_SEGMENTS, 0, 0);
}

/// Parts without sound: what the user does with the sound inside one takes precedence.
static void mute_in(player *player, int64_t number) {
  int is_muted = number >= 1 && (size_t)number <= player->segments.count && player->segments.items[number - 1].is_muted;
  if (is_muted && !player->muting && !get(player, TD_KEY_MUTED)) {
    player->muting = 1;
    command(player, TD_INPUT_SET_MUTED, 1, 0);
  } else if (!is_muted && player->muting) {
    player->muting = 0;
    if (get(player, TD_KEY_MUTED)) command(player, TD_INPUT_SET_MUTED, 0, 0);
  }
}

static void note_chapter(player *player, const int64_t *fields) {
  segment chapter = {.start = fields[TD_OUTPUT_CHAPTER_FOUND_START], .end = fields[TD_OUTPUT_CHAPTER_FOUND_END]};
  if (player->options->segments || player->has_chapters) return;
  if (chapter.end == TD_UNKNOWN) chapter.end = TD_NEVER;
  snprintf(chapter.title, sizeof chapter.title, "%s",
      text_table_text(&player->texts, (uint32_t)fields[TD_OUTPUT_CHAPTER_FOUND_TITLE]));
  segments_add(&player->segments, &chapter);
}

static void show_state(player *player, int64_t state) {
  char words[80], name[24];
  int64_t position = get(player, TD_KEY_POSITION) / 1000000, duration = get(player, TD_KEY_DURATION);
  word(TD_ENUMERATION_PLAYBACK_STATE, state, name, sizeof name);
  say(player, "%" PRId64 ":%02" PRId64 " %s", position / 60, position % 60, name);
  if (duration == TD_UNKNOWN) snprintf(words, sizeof words, "%s", name);
  else
    snprintf(words, sizeof words, "%s  %" PRId64 ":%02" PRId64 " / %" PRId64 ":%02" PRId64, name, position / 60, position % 60,
        duration / 60000000, duration / 1000000 % 60);
  engine_show(player->engine, words, SHOWN_FOR);
}

static void show_failure(player *player, const td_message *output, const char *what) {
  char kind[40];
  const char *words = text_table_text(&player->texts, (uint32_t)output->fields[2]);
  word(TD_ENUMERATION_FAILURE_KIND, output->fields[0], kind, sizeof kind);
  say(player, "%s: %s%s%s", what, kind, *words ? ": " : "", words);
  engine_show(player->engine, kind, SHOWN_FOR);
  if (output->code == TD_OUTPUT_FAILED && player->options->is_quiet)
    fprintf(stderr, "tapedeck-mpv: %s: %s\n", player->options->source, kind);
}

static void take_output(player *player, const td_message *output) {
  const int64_t *fields = output->fields;
  char words[80];
  switch (output->code) {
    case TD_OUTPUT_PLAYBACK_STATE_CHANGED: show_state(player, fields[TD_OUTPUT_PLAYBACK_STATE_CHANGED_TO]); break;
    case TD_OUTPUT_FAILED:
      show_failure(player, output, "failed");
      end(player, 1);
      break;
    case TD_OUTPUT_WARNED: show_failure(player, output, "warning"); break;
    case TD_OUTPUT_ENDED: end(player, 0); break;
    case TD_OUTPUT_CHAPTER_FOUND: note_chapter(player, fields); break;
    case TD_OUTPUT_PREPARED:
      if (!player->options->segments && !player->has_chapters && player->segments.count) stage_all(player);
      player->has_chapters = 1;
      break;
    case TD_OUTPUT_SEGMENT_STARTED:
      say(player, "segment: %s", title_of(player, fields[TD_OUTPUT_SEGMENT_STARTED_SEGMENT]));
      mute_in(player, fields[TD_OUTPUT_SEGMENT_STARTED_SEGMENT]);
      break;
    case TD_OUTPUT_SEGMENT_ENDED: mute_in(player, fields[TD_OUTPUT_SEGMENT_ENDED_NEXT]); break;
    case TD_OUTPUT_WILL_SKIP:
      snprintf(words, sizeof words, "skipped: %.60s", title_of(player, fields[TD_OUTPUT_WILL_SKIP_SEGMENT]));
      say(player, "%s", words);
      engine_show(player->engine, words, SHOWN_FOR);
      break;
    case TD_OUTPUT_RETRY_SCHEDULED:
      say(player, "retry %" PRId64 " of %" PRId64 " in %.1f s", fields[0], fields[1], (double)fields[2] / 1e6);
      break;
    case TD_OUTPUT_NETWORK_CHANGED:
      say(player, "network: %s", word(TD_ENUMERATION_NETWORK_PATH, fields[0], words, sizeof words));
      break;
    case TD_OUTPUT_VOLUME_CHANGED:
      snprintf(words, sizeof words, "volume %" PRId64 " %%", fields[TD_OUTPUT_VOLUME_CHANGED_LEFT] / 10);
      engine_show(player->engine, words, SHOWN_FOR);
      break;
    case TD_OUTPUT_MUTED_CHANGED: engine_show(player->engine, fields[0] ? "muted" : "sound on", SHOWN_FOR); break;
    case TD_OUTPUT_RATE_CHANGED:
      snprintf(words, sizeof words, "speed %.2f", (double)fields[0] / 1000);
      engine_show(player->engine, words, SHOWN_FOR);
      break;
    case TD_OUTPUT_BOUNDARY_REACHED:
      act(player, player->options->actions[fields[TD_OUTPUT_BOUNDARY_REACHED_OBSERVER] - 1].action);
      break;
    case TD_OUTPUT_COMPLETION:
      if (fields[TD_OUTPUT_COMPLETION_ANSWER] != TD_ANSWER_REFUSED) break;
      word(TD_ENUMERATION_REFUSAL, fields[TD_OUTPUT_COMPLETION_REFUSAL], words, sizeof words);
      say(player, "refused: %s", words);
      engine_show(player->engine, words, SHOWN_FOR);
      break;
    default: break;
  }
}

/// Passes everything that is pending to the core, in order, and carries out its outputs.
static void run(player *player) {
  for (size_t next = 0; next < player->waiting; next++) {
    td_message outputs[TD_OUTPUTS_MAX], input = player->inbox[next];
    size_t count = 0;
    if (td_receive(player->core, &input, outputs, TD_OUTPUTS_MAX, &count) != TD_OK) {
      fprintf(stderr, "tapedeck-mpv: %s\n", td_last_error(player->core));
      end(player, 1);
    }
    for (size_t place = 0; place < count; place++) {
      if (outputs[place].code >= TD_OUTPUT_ENGINE_OPEN && outputs[place].code <= TD_OUTPUT_ENGINE_CATCH_UP)
        engine_perform(player->engine, &outputs[place], now(player));
      else
        take_output(player, &outputs[place]);
    }
  }
  player->waiting = 0;
}

// MARK: The loop

static void report_network(player *player) {
  network_take(player->network);
  int64_t path = network_path();
  if (path != get(player, TD_KEY_NETWORK))
    put(player, &(td_message){.code = TD_INPUT_NETWORK_CHANGED, .time = now(player), .fields = {path}});
}

static void take_turn(player *player, int64_t limit) {
  int64_t deadline = get(player, TD_KEY_NEXT_DEADLINE), due = engine_next(player->engine);
  if (due < deadline) deadline = due;
  if (limit < deadline) deadline = limit;
  struct pollfd waits[] = {{engine_descriptor(player->engine), POLLIN, 0}, {terminal_signals(), POLLIN, 0},
    {terminal_keys(), POLLIN, 0}, {player->network, POLLIN, 0}}; // poll() skips negative ones
  int count = poll(waits, 4, clock_wait(deadline, now(player)));
  if (count < 0 && errno != EINTR) end(player, 1);
  engine_update(player->engine, now(player));
  if (count > 0 && waits[1].revents) end(player, terminal_signal_code());
  if (count > 0 && waits[2].revents) terminal_read(take_key, player);
  if (count > 0 && waits[3].revents) report_network(player);
  run(player);
  // However late it is, the core serves each deadline at its own instant.
  while (get(player, TD_KEY_NEXT_DEADLINE) <= now(player)) {
    put(player, &(td_message){.code = TD_INPUT_DEADLINE, .time = now(player)});
    run(player);
  }
}

static int32_t write_trace(void *context, const void *bytes, size_t count) {
  FILE *file = context;
  return fwrite(bytes, 1, count, file) == count && fflush(file) == 0 ? 0 : -1;
}

static int start_trace(player *player) {
  td_recording recording = TD_RECORDING_INIT;
  if (!player->options->record) return 1;
  player->trace = fopen(player->options->record, "wb");
  if (!player->trace) {
    fprintf(stderr, "tapedeck-mpv: %s: %s\n", player->options->record, strerror(errno));
    return 0;
  }
  recording.write = write_trace;
  recording.context = player->trace;
  recording.engine = engine_identity(player->engine);
  recording.tool = "tapedeck-mpv";
  return td_record(player->core, &recording) == TD_OK;
}

static int end_trace(player *player) {
  if (!player->trace) return 1;
  int is_whole = td_finish(player->core) == TD_OK;
  if (fclose(player->trace) != 0) is_whole = 0;
  if (!is_whole) fprintf(stderr, "tapedeck-mpv: %s: the trace could not be written\n", player->options->record);
  return is_whole;
}

static int make(player *player) {
  char message[240] = "";
  const player_options *options = player->options;
  td_options settings = TD_OPTIONS_INIT;
  engine_host host = {take_report, number_text, find_source, take_key, player};
  settings.preset = options->preset;
  settings.settings = options->settings;
  settings.setting_count = (uint32_t)options->setting_count;
  settings.message = message;
  settings.message_size = sizeof message;
  if (td_create(&settings, &player->core) == TD_OK)
    player->engine = engine_create(
        &host, options->engine_options, options->engine_option_count, message, sizeof message);
  if (!player->engine) fprintf(stderr, "tapedeck-mpv: %s\n", message);
  return player->engine != NULL;
}

static void begin(player *player) {
  const player_options *options = player->options;
  td_define(player->core, TD_DEFINE_ITEM, ITEM, options->source, strlen(options->source));
  if (options->network >= 0)
    put(player, &(td_message){.code = TD_INPUT_NETWORK_CHANGED, .time = now(player), .fields = {options->network}});
  else if (network_is_needed(options->source)) {
    player->network = network_watch();
    report_network(player);
  }
  if (options->segments) stage_all(player);
  for (size_t place = 0; place < options->action_count; place++)
    command(player, TD_INPUT_ADD_BOUNDARY_OBSERVER, (int64_t)place + 1, options->actions[place].position);
  if (options->rate != 1000) command(player, TD_INPUT_SET_RATE, options->rate, 0);
  if (options->volume != 1000) command(player, TD_INPUT_SET_VOLUME, options->volume, options->volume);
  if (options->is_muted) command(player, TD_INPUT_SET_MUTED, 1, 0);
  if (options->loops) command(player, TD_INPUT_SET_LOOPING, 1, 0);
  put(player, &(td_message){.code = TD_INPUT_LOAD, .context = ++player->request, .time = now(player), .fields = {
    [TD_INPUT_LOAD_ITEM] = ITEM,
    [TD_INPUT_LOAD_START_ANCHOR] = options->start ? TD_ANCHOR_START : TD_ANCHOR_DEFAULT_POSITION,
    [TD_INPUT_LOAD_START_OFFSET] = options->start, [TD_INPUT_LOAD_AUTOPLAY] = !options->holds, [TD_INPUT_LOAD_OPENS] = 1,
    [TD_INPUT_LOAD_IS_LOCAL] = !media_is_remote(options->source)}});
  run(player);
}

static void play(player *player) {
  terminal_begin();
  for (const terminal_key *key = terminal_bindings; key->mpv; key++) engine_bind(player->engine, key->mpv, key->action);
  begin(player);
  while (!player->is_over) take_turn(player, TD_NEVER);
  player->is_over = 2; // what follows is not shown
  // Whatever is open is closed, so that the trace records it; the wait for an engine that does not confirm is limited.
  command(player, TD_INPUT_STOP, 0, 0);
  run(player);
  int64_t limit = now(player) + LONGEST_END;
  while ((get(player, TD_KEY_EPOCH) || get(player, TD_KEY_NEXT_EPOCH)) && now(player) < limit) take_turn(player, limit);
  terminal_end();
}

int player_run(const player_options *options) {
  char error[300];
  player player = {.options = options, .began = clock_now(), .network = -1};
  if (options->segments && segments_read(options->segments, &player.segments, error, sizeof error) != 0) {
    fprintf(stderr, "tapedeck-mpv: %s\n", error);
    segments_empty(&player.segments);
    return 3;
  }
  player.code = 1;
  if (make(&player) && start_trace(&player)) {
    play(&player);
    if (!end_trace(&player) && player.code == 0) player.code = 1;
  }
  engine_destroy(player.engine);
  td_destroy(player.core);
  segments_empty(&player.segments);
  text_table_empty(&player.texts);
  free(player.inbox);
  if (player.network >= 0) close(player.network);
  return player.code;
}
