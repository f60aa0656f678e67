// Random inputs for players, the same on every machine: what an app, an engine and a machine could send, and what none
// of them would.
#ifndef SESSIONS_H
#define SESSIONS_H

#include <tapedeck.h>

/// Where the next input comes from.
typedef struct session {
  uint64_t random;
  int64_t time;
} session;

static inline uint64_t draw(session *session) {
  uint64_t value = session->random += UINT64_C(0x9E3779B97F4A7C15);
  value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
  return value ^ (value >> 31);
}

static inline int64_t below(session *session, uint64_t limit) { return (int64_t)(draw(session) % limit); }

static inline int64_t one_of(session *session, int64_t a, int64_t b) { return draw(session) & 1 ? a : b; }

/// A position or duration of some seconds; occasionally the smallest or largest number.
static inline int64_t span(session *session) {
  uint64_t choice = draw(session) % 64;
  if (choice == 0) return INT64_MAX;
  if (choice == 1) return INT64_MIN;
  return below(session, 90) * 250000;
}

/// The codes of all inputs.
static const uint16_t session_codes[] = {
    TD_INPUT_DEADLINE, TD_INPUT_LOAD, TD_INPUT_PREPARE, TD_INPUT_PLAY, TD_INPUT_PAUSE, TD_INPUT_TOGGLE, TD_INPUT_STOP,
    TD_INPUT_RESET, TD_INPUT_RELOAD, TD_INPUT_SEEK, TD_INPUT_SET_RATE, TD_INPUT_SET_VOLUME, TD_INPUT_SET_MUTED,
    TD_INPUT_SET_LOOPING, TD_INPUT_SET_SCALING_MODE, TD_INPUT_SET_ROTATION, TD_INPUT_SELECT_TRACK,
    TD_INPUT_SET_PREFERRED_LANGUAGE, TD_INPUT_STAGE_SEGMENT, TD_INPUT_COMMIT_SEGMENTS, TD_INPUT_ADD_PERIODIC_OBSERVER,
    TD_INPUT_ADD_BOUNDARY_OBSERVER, TD_INPUT_REMOVE_OBSERVER, TD_INPUT_SET, TD_INPUT_CAPTURE_STILL, TD_INPUT_RETRY,
    TD_INPUT_RESTART, TD_INPUT_NETWORK_CHANGED, TD_INPUT_INTERRUPTION_BEGAN, TD_INPUT_INTERRUPTION_ENDED,
    TD_INPUT_ROUTE_CHANGED, TD_INPUT_REMOTE_CONTROL, TD_INPUT_ENTERED_BACKGROUND, TD_INPUT_ENTERED_FOREGROUND,
    TD_INPUT_EXTERNAL_PLAYBACK_CHANGED, TD_INPUT_PICTURE_IN_PICTURE_CHANGED, TD_INPUT_WALL_CLOCK, TD_INPUT_CONNECTED,
    TD_INPUT_OPENED, TD_INPUT_TRACK_FOUND, TD_INPUT_CHAPTER_FOUND, TD_INPUT_METADATA_FOUND, TD_INPUT_DURATION_CHANGED,
    TD_INPUT_SEEKABLE_RANGE_CHANGED, TD_INPUT_DATE_REFERENCE, TD_INPUT_NATURAL_SIZE_CHANGED, TD_INPUT_SUPPLY_CHANGED,
    TD_INPUT_BUFFERED, TD_INPUT_STARVED, TD_INPUT_PLAYBACK_STARTED, TD_INPUT_PLAYBACK_STOPPED,
    TD_INPUT_POSITION_REPORTED, TD_INPUT_SEEK_COMPLETED, TD_INPUT_FIRST_FRAME, TD_INPUT_ENDED, TD_INPUT_FAILED,
    TD_INPUT_TRACK_SELECTED, TD_INPUT_SUBTITLE_SHOWN, TD_INPUT_STILL_CAPTURED, TD_INPUT_WARNED, TD_INPUT_CLOSED};

enum { session_code_count = sizeof session_codes / sizeof session_codes[0] };

/// Small fields, with an occasional time: most of them make valid inputs, others are refused.
static inline void draw_fields(session *session, td_message *input) {
  for (int index = 0; index < TD_MESSAGE_FIELDS; index++) {
    uint64_t choice = draw(session) % 8;
    input->fields[index] = choice < 4 ? below(session, 2) : choice < 6 ? below(session, 8) : span(session);
  }
}

static inline void put_position(session *session, td_message *input, int first) {
  input->fields[first] = below(session, 6);
  input->fields[first + 1] = span(session);
  input->fields[first + 2] = below(session, 3) * 500000;
  input->fields[first + 3] = below(session, 3) * 500000;
  input->fields[first + 4] = below(session, 6);
}

/// What an engine would report now, or an app would request.
static inline uint16_t awaited(session *session, const td_player *player) {
  int64_t phase = 0, state = 0, wants_play = 0;
  td_get(player, TD_KEY_PHASE, &phase);
  td_get(player, TD_KEY_STATE, &state);
  td_get(player, TD_KEY_WANTS_PLAY, &wants_play);
  if (phase == TD_PHASE_OPENING) return TD_INPUT_OPENED;
  if (phase != TD_PHASE_PREPARED) return TD_INPUT_LOAD;
  if (!wants_play) return TD_INPUT_PLAY;
  if (state == TD_PLAYBACK_STATE_SEEKING) return TD_INPUT_SEEK_COMPLETED;
  if (state == TD_PLAYBACK_STATE_PLAYING) return (uint16_t)one_of(session, TD_INPUT_STARVED, TD_INPUT_ENDED);
  return (uint16_t)one_of(session, TD_INPUT_PLAYBACK_STARTED, TD_INPUT_BUFFERED);
}

/// Values that fit the code, so that players make progress.
static inline void draw_input(session *session, const td_player *player, td_message *input) {
  int64_t epoch = 0, deadline = 0, seek = 0;
  td_get(player, TD_KEY_EPOCH, &epoch);
  td_get(player, TD_KEY_NEXT_DEADLINE, &deadline);
  td_get(player, TD_KEY_SEEK, &seek);
  *input = (td_message){0};
  uint64_t choice = draw(session) % 16;
  session->time += below(session, 8) * 125000;
  if (choice < 4 && deadline != TD_NEVER) {
    // Time advances to the deadline.
    if (deadline > session->time) session->time = deadline;
    input->code = TD_INPUT_DEADLINE;
  } else if (choice < 6) {
    input->code = (uint16_t)one_of(session, TD_INPUT_BUFFERED, TD_INPUT_POSITION_REPORTED);
  } else if (choice < 9) {
    input->code = awaited(session, player);
  } else if (choice < 10) {
    input->code = (uint16_t)one_of(session, TD_INPUT_STAGE_SEGMENT, TD_INPUT_COMMIT_SEGMENTS);
  } else {
    input->code = session_codes[below(session, session_code_count)];
  }
  input->time = session->time;
  input->context = (uint32_t)below(session, 1000);
  if (input->code >= 128) input->context = (uint32_t)(draw(session) % 16 ? epoch : below(session, 5));
  draw_fields(session, input);
  switch (input->code) {
    case TD_INPUT_LOAD:
      input->fields[TD_INPUT_LOAD_ITEM] = 1 + below(session, 4);
      put_position(session, input, TD_INPUT_LOAD_START_ANCHOR);
      for (int index = TD_INPUT_LOAD_AUTOPLAY; index <= TD_INPUT_LOAD_IS_LOCAL; index++) input->fields[index] = below(session, 2);
      break;
    case TD_INPUT_SEEK: put_position(session, input, 0); break;
    case TD_INPUT_SET_RATE: input->fields[0] = below(session, 2) ? 1000 : below(session, 12) * 250; break;
    case TD_INPUT_SET:
      input->fields[0] = below(session, 78);
      input->fields[1] = below(session, 40) * one_of(session, 1, 500000);
      break;
    case TD_INPUT_STAGE_SEGMENT:
      input->fields[TD_INPUT_STAGE_SEGMENT_SEGMENT] = 1 + below(session, 6);
      input->fields[TD_INPUT_STAGE_SEGMENT_START] = below(session, 60) * 500000;
      input->fields[TD_INPUT_STAGE_SEGMENT_END] = input->fields[TD_INPUT_STAGE_SEGMENT_START] + below(session, 40) * 500000;
      for (int index = 3; index < 6; index++) input->fields[index] = draw(session) % 4 == 0;
      break;
    case TD_INPUT_OPENED:
      input->fields[TD_INPUT_OPENED_DURATION] = below(session, 2) ? 60000000 : span(session);
      for (int index = 1; index < 5; index++) input->fields[index] = draw(session) % 8 != 0;
      input->fields[TD_INPUT_OPENED_SUPPLY] = below(session, 8);
      break;
    case TD_INPUT_BUFFERED:
      input->fields[1] = below(session, 1000000);
      input->fields[2] = below(session, 2);
      break;
    case TD_INPUT_PLAYBACK_STARTED: input->fields[TD_INPUT_PLAYBACK_STARTED_RATE] = 1000; break;
    case TD_INPUT_SEEK_COMPLETED:
      input->fields[TD_INPUT_SEEK_COMPLETED_SERIAL] = seek;
      input->fields[TD_INPUT_SEEK_COMPLETED_IS_FINISHED] = draw(session) % 8 != 0;
      break;
    case TD_INPUT_DATE_REFERENCE: input->fields[1] = 1700000000000000 + span(session) / 4; break;
    default: break;
  }
}

static inline uint64_t mix(uint64_t digest, int64_t value) {
  uint64_t mixed = (digest ^ (uint64_t)value) * UINT64_C(0xBF58476D1CE4E5B9);
  return (mixed << 27) | (mixed >> 37);
}

static inline uint64_t mix_message(uint64_t digest, const td_message *message) {
  digest = mix(digest, message->code);
  digest = mix(digest, message->context);
  digest = mix(digest, message->time);
  for (int index = 0; index < message->count; index++) digest = mix(digest, message->fields[index]);
  return digest;
}

/// Gives `count` inputs to a player and mixes all outputs, and the final state, into a digest.
static inline uint64_t play(session *session, td_player *player, int64_t count, uint64_t digest) {
  td_message input, outputs[TD_OUTPUTS_MAX];
  for (int64_t index = 0; index < count; index++) {
    size_t found = 0;
    draw_input(session, player, &input);
    td_result result = td_receive(player, &input, outputs, TD_OUTPUTS_MAX, &found);
    digest = mix(digest, result);
    for (size_t place = 0; place < found; place++) digest = mix_message(digest, &outputs[place]);
  }
  int64_t state = 0;
  td_get(player, TD_KEY_DIGEST, &state);
  return mix(digest, state);
}

/// Options for the session with this number: every preset in turn, and at the number that no preset has, settings of its own.
static inline td_options session_options(int64_t number) {
  static const td_setting settings[] = {
      {TD_SETTING_RESUMES_ON_RECONNECT, 0, 1}, {TD_SETTING_FIRST_NETWORK_REPORT_COUNTS, 0, 1}, {TD_SETTING_RELOAD_LIMIT, 0, 1000}};
  td_options options = TD_OPTIONS_INIT;
  options.preset = (uint32_t)(number % 10);
  if (options.preset == 8) {
    options.preset = TD_PRESET_SRG;
    options.settings = settings;
    options.setting_count = sizeof settings / sizeof *settings;
  }
  return options;
}

/// The digest of `count` sessions of 1,000 inputs each; 0 when a player could not be created.
static inline uint64_t random_sessions(int64_t count) {
  uint64_t digest = 0;
  for (int64_t number = 0; number < count; number++) {
    td_options options = session_options(number);
#ifdef SESSION_MEMORY
    options.memory = SESSION_MEMORY;
    options.memory_size = SESSION_MEMORY_SIZE;
#endif
    td_player *player;
    if (td_create(&options, &player) != TD_OK) return 0;
    session session = {.random = (uint64_t)number};
    digest = play(&session, player, 1000, digest);
    td_destroy(player);
  }
  return digest;
}

#endif
