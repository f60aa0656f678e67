// Every way to misuse the library has a result and a text, and changes nothing.

#include "check.h"

static int32_t refuse(void *context, const void *bytes, size_t count) {
  (void)context, (void)bytes, (void)count;
  return 1;
}

static int32_t accept(void *context, const void *bytes, size_t count) {
  (void)bytes;
  *(size_t *)context += count;
  return 0;
}

static void versions(void) {
  char text[240];
  CHECK_EQUAL(TD_CHECK(text, sizeof text), TD_OK);
  CHECK_TEXT(text, "");
  CHECK_EQUAL(td_check(TD_ABI, TD_VOCABULARY_HASH, NULL, 0), TD_OK);
  CHECK_EQUAL(td_check(TD_ABI + 0x10000, TD_VOCABULARY_HASH, text, sizeof text), TD_ERROR_VERSION);
  CHECK_TEXT(text, "the program was compiled for interface 1.1, the library has 0.1; compile the program with the headers of the library");
  CHECK_EQUAL(td_check(TD_ABI + 1, TD_VOCABULARY_HASH, text, sizeof text), TD_ERROR_VERSION);
  CHECK_EQUAL(td_check(TD_ABI, 0x1234, text, sizeof text), TD_ERROR_VERSION);
  CHECK(strstr(text, "vocabulary 0x0000000000001234, the library has 0x") != NULL);
  CHECK_EQUAL(td_check(TD_ABI, 0x1234, text, 12), TD_ERROR_VERSION);
  CHECK_TEXT(text, "the program");
  CHECK_EQUAL(td_abi(), TD_ABI);
  CHECK_EQUAL(td_vocabulary_hash(), TD_VOCABULARY_HASH);
  CHECK_TEXT(td_version(), "0.1.0");
  for (td_result result = -12; result < 3; result++) CHECK(strlen(td_error_text(result)) > 3);
  CHECK_TEXT(td_error_text(77), "no result of this library");
}

static void *give(void *context, size_t size) { (void)context; return malloc(size); }

static void creation(void) {
  char text[240];
  td_player *player = (td_player *)text;
  CHECK_EQUAL(td_create(NULL, NULL), TD_ERROR_NULL);
  td_options options = TD_OPTIONS_INIT;
  options.message = text;
  options.message_size = sizeof text;

  options.size = 8;
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_SIZE);
  CHECK(player == NULL);
  options.size = sizeof options;

  options.abi = 0x20000;
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_VERSION);
  CHECK(strstr(text, "interface 2.0") != NULL);
  options.abi = TD_ABI;
  options.vocabulary ^= 1;
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_VERSION);
  options.vocabulary ^= 1;

  options.preset = 99;
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_VALUE);
  CHECK_TEXT(text, "preset: there is no preset 99");
  options.preset = TD_PRESET_STANDARD;

  options.setting_count = 2;
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_NULL);
  CHECK_TEXT(text, "settings is null, and setting_count is 2");
  td_setting settings[] = {{TD_SETTING_RETRY_LIMIT, 0, 3}, {4000, 0, 1}};
  options.settings = settings;
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_VALUE);
  CHECK_TEXT(text, "settings[1]: there is no setting 4000");
  settings[1] = (td_setting){TD_SETTING_AUTOPLAY, 0, 2};
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_VALUE);
  CHECK_TEXT(text, "settings[1]: autoplay is 2; expected 0 to 1");
  settings[1].value = 1;

  options.allocate = give;
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_VALUE);
  CHECK_TEXT(text, "allocate and release: expected both or neither");
  options.allocate = NULL;
  static char memory[64];
  options.memory = memory + 1 + (16 - ((uintptr_t)memory & 15)) % 16;
  options.memory_size = 48;
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_VALUE);
  CHECK_TEXT(text, "memory: expected an address that is aligned to 16");
  options.memory = (char *)options.memory + 15;
  options.memory_size = 16;
  CHECK_EQUAL(td_create(&options, &player), TD_ERROR_MEMORY);
  CHECK(strstr(text, "memory_size is 16; expected at least ") == text);
  options.memory = NULL;

  // A program built for a later version, with larger options.
  struct { td_options known; int64_t unknown[4]; } later = {options, {1, 2, 3, 4}};
  later.known.size = sizeof later;
  CHECK_EQUAL(td_create(&later.known, &player), TD_OK);
  CHECK_TEXT(text, "");
  CHECK_EQUAL(get(player, TD_KEY_SETTING + TD_SETTING_RETRY_LIMIT), 3);
  CHECK_EQUAL(get(player, TD_KEY_SETTING + TD_SETTING_AUTOPLAY), 1);
  CHECK_EQUAL(get(player, TD_KEY_SETTING + TD_SETTING_COALESCES_SEEKS), 1);
  td_destroy(player);
  td_destroy(NULL);
}

static void inputs(void) {
  td_player *player;
  CHECK_EQUAL(td_create(NULL, &player), TD_OK);
  int64_t digest = get(player, TD_KEY_DIGEST);
  td_message input = {0}, outputs[TD_OUTPUTS_MAX];
  size_t count = 7;
  CHECK_EQUAL(td_receive(NULL, &input, NULL, 0, NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_receive(player, NULL, NULL, 0, &count), TD_ERROR_NULL);
  CHECK_TEXT(td_last_error(player), "input is null");
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(td_receive(player, &input, NULL, 3, NULL), TD_ERROR_NULL);
  CHECK_TEXT(td_last_error(player), "outputs is null, and capacity is 3");

  input.code = 60;
  CHECK_EQUAL(td_receive(player, &input, NULL, 0, NULL), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "code: there is no input 60");
  input.code = 60000;
  CHECK_EQUAL(td_receive(player, &input, NULL, 0, NULL), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "code: there is no input 60000");
  input.code = TD_INPUT_SEEK;
  input.count = 4;
  CHECK_EQUAL(td_receive(player, &input, NULL, 0, NULL), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "count is 4; seek has 5 fields");
  input.count = 5;
  input.fields[TD_INPUT_SEEK_ANCHOR] = 99;
  CHECK_EQUAL(td_receive(player, &input, NULL, 0, NULL), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "seek: fields[0] (anchor) has no value 99");
  input.code = TD_INPUT_SET_MUTED;
  input.count = 0;
  input.fields[0] = -5;
  CHECK_EQUAL(td_receive(player, &input, NULL, 0, NULL), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "setMuted: fields[0] (muted) has no value -5");
  input.code = TD_INPUT_ENTERED_BACKGROUND;
  CHECK_EQUAL(td_receive(player, &input, NULL, 0, NULL), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "enteredBackground: fields[0] (audioContinues) has no value -5");
  CHECK_EQUAL(get(player, TD_KEY_DIGEST), digest);

  // Not enough room: the input was taken, and its outputs can be requested.
  input = (td_message){.code = TD_INPUT_LOAD, .context = 1, .fields = {5, 0, 0, 0, 0, 0, 1, 1, 0}};
  CHECK_EQUAL(td_receive(player, &input, outputs, 1, &count), TD_ERROR_SPACE);
  CHECK(count > 1);
  CHECK(strstr(td_last_error(player), "outputs, and room for 1") != NULL);
  CHECK_EQUAL(get(player, TD_KEY_ITEM), 5);
  size_t again = 0;
  CHECK_EQUAL(td_outputs(player, outputs, 1, &again), TD_ERROR_SPACE);
  CHECK_EQUAL(td_outputs(player, outputs, TD_OUTPUTS_MAX, &again), TD_OK);
  CHECK_EQUAL(again, count);
  CHECK_EQUAL(td_outputs(player, NULL, 3, NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_outputs(NULL, outputs, 3, NULL), TD_ERROR_NULL);

  size_t taken = 9;
  CHECK_EQUAL(td_receive_many(player, NULL, 2, &taken, NULL, 0, NULL), TD_ERROR_NULL);
  CHECK_EQUAL(taken, 0);
  CHECK_EQUAL(td_receive_many(player, &input, 1, NULL, NULL, 0, NULL), TD_ERROR_NULL);
  td_message several[3] = {{.code = TD_INPUT_PLAY}, {.code = 61}, {.code = TD_INPUT_PAUSE}};
  CHECK_EQUAL(td_receive_many(player, several, 3, &taken, outputs, TD_OUTPUTS_MAX * 3, &count), TD_ERROR_VALUE);
  CHECK_EQUAL(taken, 1);
  CHECK_TEXT(td_last_error(player), "code: there is no input 61");
  CHECK_EQUAL(td_receive_many(player, several, 1, &taken, outputs, TD_OUTPUTS_MAX - 1, &count), TD_ERROR_SPACE);
  CHECK_TEXT(td_last_error(player), "capacity is 39; expected at least TD_OUTPUTS_MAX, or no outputs");
  CHECK_EQUAL(taken, 0);
  // Sizes are unsigned: the largest has room for everything.
  CHECK_EQUAL(td_receive_many(player, several, 1, &taken, outputs, SIZE_MAX, &count), TD_OK);
  CHECK_EQUAL(taken, 1);
  CHECK_EQUAL(td_receive(player, &several[2], outputs, SIZE_MAX, &count), TD_OK);
  td_destroy(player);
}

static void questions(void) {
  td_player *player;
  CHECK_EQUAL(td_create(NULL, &player), TD_OK);
  int64_t value = 42, values[3];
  CHECK_EQUAL(td_get(NULL, TD_KEY_CLOCK, &value), TD_ERROR_NULL);
  CHECK_EQUAL(td_get(player, TD_KEY_CLOCK, NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_get(player, 0, &value), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "key: there is no key 0");
  CHECK_EQUAL(td_get(player, TD_KEY_SETTING + 999, &value), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "key: there is no key 5095");
  CHECK_EQUAL(value, 42);
  uint32_t keys[] = {TD_KEY_CLOCK, 3000, TD_KEY_STATE};
  CHECK_EQUAL(td_get_many(player, keys, 3, values), TD_ERROR_VALUE);
  CHECK_EQUAL(td_get_many(player, keys, 1, values), TD_OK);
  CHECK_EQUAL(td_get_many(player, NULL, 1, values), TD_ERROR_NULL);
  CHECK_EQUAL(td_get_many(player, NULL, 0, NULL), TD_OK);
  CHECK_EQUAL(td_field(player, "retrying.counts", &value), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "name: the state has no field 'retrying.counts'");
  CHECK_EQUAL(td_field(player, "retrying.count", &value), TD_OK);
  CHECK_EQUAL(value, 0);
  CHECK_EQUAL(td_field(player, "", &value), TD_ERROR_VALUE);
  CHECK_EQUAL(td_field(player, NULL, &value), TD_ERROR_NULL);
  CHECK_EQUAL(td_position(player, 5, NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_position(NULL, 5, &value), TD_ERROR_NULL);
  CHECK_TEXT(td_last_error(NULL), "there is no player");
  CHECK_EQUAL(get(player, TD_KEY_DURATION), TD_UNKNOWN);
  CHECK_EQUAL(get(player, TD_KEY_NEXT_DEADLINE), TD_NEVER);
  for (uint32_t key = 1; key <= TD_KEY_PLAYED_BLOCKED_SEGMENT; key++) CHECK_EQUAL(td_get(player, key, &value), TD_OK);
  CHECK_EQUAL(td_get(player, TD_KEY_PLAYED_BLOCKED_SEGMENT + 1, &value), TD_ERROR_VALUE);

  td_text name;
  CHECK_EQUAL(td_name(TD_NAMES_INPUTS, TD_INPUT_SEEK, &name), TD_OK);
  CHECK(name.length == 4 && memcmp(name.bytes, "seek", 4) == 0);
  CHECK_EQUAL(td_name(TD_NAMES_OUTPUTS, TD_OUTPUT_ENGINE_PLAY, &name), TD_OK);
  CHECK(name.length == 11 && memcmp(name.bytes, "engine.play", 11) == 0);
  CHECK_EQUAL(td_name(TD_NAMES_ENUMERATIONS + TD_ENUMERATION_PLAYBACK_STATE, TD_PLAYBACK_STATE_STALLED, &name), TD_OK);
  CHECK(name.length == 7 && memcmp(name.bytes, "stalled", 7) == 0);
  CHECK_EQUAL(td_name(TD_NAMES_INPUTS, 60, &name), TD_ERROR_VALUE);
  CHECK(name.bytes == NULL && name.length == 0);
  CHECK_EQUAL(td_name(TD_NAMES_INPUTS, -1, &name), TD_ERROR_VALUE);
  CHECK_EQUAL(td_name(TD_NAMES_INPUTS, INT64_MAX, &name), TD_ERROR_VALUE);
  CHECK_EQUAL(td_name(TD_NAMES_ENUMERATIONS + 500, 0, &name), TD_ERROR_VALUE);
  CHECK_EQUAL(td_name(TD_NAMES_ENUMERATIONS + TD_ENUMERATION_PHASE, 4000, &name), TD_ERROR_VALUE);
  CHECK_EQUAL(td_name(0, 0, &name), TD_ERROR_VALUE);
  CHECK_EQUAL(td_name(0xFFFFFFFF, 0, &name), TD_ERROR_VALUE);
  CHECK_EQUAL(td_name(TD_NAMES_INPUTS, 1, NULL), TD_ERROR_NULL);
  size_t length = 0;
  const char *json = td_type_json(&length);
  CHECK_EQUAL(strlen(json), length);
  CHECK(length > 10000 && td_type_json(NULL) == json);
  td_destroy(player);
}

/// Calls back into the player that it records.
static td_result answers[5];
static int32_t call_back(void *context, const void *bytes, size_t count) {
  (void)bytes, (void)count;
  td_player *player = *(td_player **)context, *fork;
  td_message input = {.code = TD_INPUT_PAUSE};
  size_t needed;
  answers[0] = td_receive(player, &input, NULL, 0, NULL);
  answers[1] = td_flush(player);
  answers[2] = td_finish(player);
  answers[3] = td_fork(player, NULL, &fork);
  answers[4] = td_snapshot(player, NULL, 0, &needed);
  return 0;
}

static void recordings(void) {
  td_player *player, *other;
  size_t written = 0;
  CHECK_EQUAL(td_create(NULL, &player), TD_OK);
  CHECK_EQUAL(td_create(NULL, &other), TD_OK);
  td_recording recording = TD_RECORDING_INIT;
  CHECK_EQUAL(td_record(NULL, &recording), TD_ERROR_NULL);
  CHECK_EQUAL(td_record(player, NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_record(player, &recording), TD_ERROR_NULL);
  CHECK_TEXT(td_last_error(player), "write is null");
  recording.write = accept;
  recording.context = &written;
  recording.size = 4;
  CHECK_EQUAL(td_record(player, &recording), TD_ERROR_SIZE);
  recording.size = sizeof recording;
  // Without a recording these do nothing.
  CHECK_EQUAL(td_define(player, TD_DEFINE_ITEM, 1, "a.mp4", 5), TD_OK);
  CHECK_EQUAL(td_mark(player, "here", 4), TD_OK);
  CHECK_EQUAL(td_flush(player), TD_OK);
  CHECK_EQUAL(td_finish(player), TD_OK);
  CHECK_EQUAL(td_finish(NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_record(player, &recording), TD_OK);
  CHECK(written > 0);
  CHECK_EQUAL(td_record(player, &recording), TD_ERROR_STATE);
  CHECK_TEXT(td_last_error(player), "the player is already being recorded");
  CHECK_EQUAL(td_define(player, 3, 1, "a", 1), TD_ERROR_VALUE);
  CHECK_TEXT(td_last_error(player), "kind: expected TD_DEFINE_ITEM or TD_DEFINE_TEXT, found 3");
  CHECK_EQUAL(td_define(player, TD_DEFINE_TEXT, 1, NULL, 1), TD_ERROR_NULL);
  CHECK_EQUAL(td_define(player, TD_DEFINE_TEXT, 1, NULL, 0), TD_OK);
  CHECK_EQUAL(td_define(player, TD_DEFINE_TEXT, 1, "a", 1 << 20), TD_ERROR_SIZE);
  CHECK_EQUAL(td_mark(player, "a", SIZE_MAX), TD_ERROR_SIZE);
  CHECK_EQUAL(td_mark(player, "\xff\xfe no UTF-8", 11), TD_OK);
  CHECK_EQUAL(td_restore(player, "", 0), TD_ERROR_STATE);

  td_player *called;
  CHECK_EQUAL(td_create(NULL, &called), TD_OK);
  td_recording calling = TD_RECORDING_INIT;
  calling.write = call_back;
  calling.context = &called;
  char *text = calloc(1, 300001);
  memset(text, 'a', 300000);
  calling.engine = text;
  CHECK_EQUAL(td_record(called, &calling), TD_ERROR_SIZE);
  CHECK(strstr(td_last_error(called), "engine, tool and note: expected at most ") != NULL);
  calling.engine = NULL;
  free(text);
  CHECK_EQUAL(td_record(called, &calling), TD_OK);
  SEND(called, TD_INPUT_LOAD, 1, 0, 5, 0, 0, 0, 0, 0, 1, 1, 0);
  for (int index = 0; index < 5; index++) CHECK_EQUAL(answers[index], TD_ERROR_STATE);
  CHECK_TEXT(td_last_error(called), "a call for this player is in progress: write must not make another");
  size_t outputs = 0;
  CHECK_EQUAL(td_outputs(called, NULL, 0, &outputs), TD_OK);
  CHECK(outputs > 3);
  td_destroy(called);

  SEND(other, TD_INPUT_PLAY, 1, 0, 0);
  CHECK_EQUAL(td_record(other, &recording), TD_ERROR_STATE);
  CHECK_TEXT(td_last_error(other), "the player has already taken an input");
  td_destroy(other);

  CHECK_EQUAL(td_create(NULL, &other), TD_OK);
  recording.write = refuse;
  CHECK_EQUAL(td_record(other, &recording), TD_OK);
  SEND(other, TD_INPUT_PLAY, 1, 0, 0);
  CHECK_EQUAL(td_flush(other), TD_ERROR_WRITE);
  CHECK_EQUAL(td_finish(other), TD_ERROR_WRITE);
  CHECK_TEXT(td_last_error(other), "write returned a value other than 0");
  CHECK_EQUAL(td_finish(other), TD_OK);
  td_destroy(other);
  td_destroy(player);
}

static void snapshots(void) {
  td_player *player;
  CHECK_EQUAL(td_create(NULL, &player), TD_OK);
  size_t needed = 0;
  CHECK_EQUAL(td_snapshot(NULL, NULL, 0, &needed), TD_ERROR_NULL);
  CHECK_EQUAL(td_snapshot(player, NULL, 0, NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_snapshot(player, NULL, 9, &needed), TD_ERROR_NULL);
  CHECK_EQUAL(td_snapshot(player, NULL, 0, &needed), TD_OK);
  CHECK(needed > 800 && needed % 8 == 0);
  unsigned char *bytes = calloc(1, needed);
  size_t again;
  CHECK_EQUAL(td_snapshot(player, bytes, needed - 1, &again), TD_ERROR_SPACE);
  CHECK_EQUAL(again, needed);
  CHECK_EQUAL(td_snapshot(player, bytes, needed, &again), TD_OK);
  memset(bytes, 0, needed);
  CHECK_EQUAL(td_snapshot(player, bytes, SIZE_MAX, &again), TD_OK);
  CHECK(bytes[needed - 1] != 0 || bytes[needed - 2] != 0);
  int64_t digest = get(player, TD_KEY_DIGEST);
  SEND(player, TD_INPUT_LOAD, 1, 0, 5, 0, 0, 0, 0, 0, 1, 1, 0);
  int64_t other = get(player, TD_KEY_DIGEST);
  CHECK_EQUAL(td_restore(player, NULL, 8), TD_ERROR_NULL);
  // Each byte is checked, and no wrong one changes the player.
  for (size_t index = 0; index < needed; index++) {
    bytes[index] ^= 0x41;
    td_result result = td_restore(player, bytes, needed);
    CHECK(result == TD_ERROR_DAMAGED || result == TD_ERROR_VERSION);
    CHECK(strlen(td_last_error(player)) > 10);
    bytes[index] ^= 0x41;
  }
  for (size_t length = 0; length < needed; length++) CHECK_EQUAL(td_restore(player, bytes, length), TD_ERROR_DAMAGED);
  CHECK_EQUAL(get(player, TD_KEY_DIGEST), other);
  CHECK_EQUAL(td_restore(player, bytes, needed), TD_OK);
  CHECK_EQUAL(get(player, TD_KEY_DIGEST), digest);
  free(bytes);

  td_player *fork = player;
  CHECK_EQUAL(td_fork(NULL, NULL, &fork), TD_ERROR_NULL);
  CHECK(fork == NULL);
  CHECK_EQUAL(td_fork(player, NULL, NULL), TD_ERROR_NULL);
  CHECK_TEXT(td_last_error(player), "fork is null");
  td_options options = TD_OPTIONS_INIT;
  options.size = 3;
  CHECK_EQUAL(td_fork(player, &options, &fork), TD_ERROR_SIZE);
  CHECK(strstr(td_last_error(player), "options.size is 3; expected at least ") != NULL);
  td_destroy(player);
}

int main(void) {
  versions();
  creation();
  inputs();
  questions();
  recordings();
  snapshots();
  return check_result();
}
