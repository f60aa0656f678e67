// Included by the code that cffi generates. See binding.h.
#include <stdlib.h>
#include <string.h>

#include <tapedeck.h>

#include "binding.h"

struct tdp_player {
  td_player *player;
  td_message outputs[TD_OUTPUTS_MAX];
  char *trace;
  size_t trace_count, trace_capacity;
};

const char *tdp_version(void) { return td_version(); }
uint64_t tdp_vocabulary_hash(void) { return td_vocabulary_hash(); }

/// A player that could not be created is null.
static tdp_player *made_or_null(tdp_player *made, int32_t result) {
  if (result == TD_OK || !made) return made;
  free(made);
  return NULL;
}

tdp_player *tdp_create(uint32_t preset, const char *settings, size_t setting_count, int32_t *result, char *text, size_t capacity) {
  td_options options = TD_OPTIONS_INIT;
  options.preset = preset;
  options.settings = (const td_setting *)settings;
  options.setting_count = (uint32_t)setting_count;
  options.message = text;
  options.message_size = capacity;
  tdp_player *made = calloc(1, sizeof *made);
  *result = made ? td_create(&options, &made->player) : TD_ERROR_MEMORY;
  return made_or_null(made, *result);
}

tdp_player *tdp_fork(tdp_player *player, int32_t *result) {
  tdp_player *made = calloc(1, sizeof *made);
  *result = made ? td_fork(player->player, NULL, &made->player) : TD_ERROR_MEMORY;
  return made_or_null(made, *result);
}

void tdp_cut(tdp_player *player) {
  td_destroy(player->player);
  player->player = NULL;
}

void tdp_destroy(tdp_player *player) {
  if (!player) return;
  td_destroy(player->player);
  free(player->trace);
  free(player);
}

const char *tdp_last_error(tdp_player *player) { return td_last_error(player->player); }

int32_t tdp_receive(tdp_player *player, const char *input) {
  td_message message;
  size_t count;
  memcpy(&message, input, offsetof(td_message, fields));
  memcpy(message.fields, input + offsetof(td_message, fields), 8 * (size_t)message.count);
  td_result result = td_receive(player->player, &message, player->outputs, TD_OUTPUTS_MAX, &count);
  return result < 0 ? result : (int32_t)count;
}

char *tdp_outputs(tdp_player *player) { return (char *)player->outputs; }

int32_t tdp_receive_many(tdp_player *player, const char *inputs, size_t count, char *outputs, size_t capacity, size_t *numbers) {
  return td_receive_many(
      player->player, (const td_message *)inputs, count, &numbers[0], (td_message *)outputs, capacity, &numbers[1]);
}

int64_t tdp_get(tdp_player *player, uint32_t key) {
  int64_t value = 0;
  td_get(player->player, key, &value);
  return value;
}

int32_t tdp_get_many(tdp_player *player, const uint32_t *keys, size_t count, int64_t *values) {
  return td_get_many(player->player, keys, count, values);
}

int32_t tdp_field(tdp_player *player, const char *name, int64_t *value) { return td_field(player->player, name, value); }

int64_t tdp_position(tdp_player *player, int64_t instant) {
  int64_t position = TD_UNKNOWN;
  td_position(player->player, instant, &position);
  return position;
}

size_t tdp_snapshot(tdp_player *player, char *bytes, size_t capacity, int32_t *result) {
  size_t needed = 0;
  *result = td_snapshot(player->player, bytes, capacity, &needed);
  return needed;
}

int32_t tdp_restore(tdp_player *player, const char *bytes, size_t count) { return td_restore(player->player, bytes, count); }

static int32_t keep(void *context, const void *bytes, size_t count) {
  tdp_player *player = context;
  if (count > player->trace_capacity - player->trace_count) {
    if (count > SIZE_MAX / 4 || player->trace_count > SIZE_MAX / 4) return 1;
    size_t capacity = 2 * (player->trace_count + count) + 4096;
    char *larger = realloc(player->trace, capacity);
    if (!larger) return 1;
    player->trace = larger;
    player->trace_capacity = capacity;
  }
  memcpy(player->trace + player->trace_count, bytes, count);
  player->trace_count += count;
  return 0;
}

int32_t tdp_record(tdp_player *player, const char *engine, const char *tool, const char *note, int64_t recorded_at) {
  td_recording recording = TD_RECORDING_INIT;
  recording.write = keep;
  recording.context = player;
  recording.engine = engine;
  recording.tool = tool;
  recording.note = note;
  recording.recorded_at = recorded_at;
  return td_record(player->player, &recording);
}

int32_t tdp_define(tdp_player *player, uint32_t kind, uint32_t number, const char *text, size_t length) {
  return td_define(player->player, kind, number, text, length);
}

int32_t tdp_mark(tdp_player *player, const char *text, size_t length) { return td_mark(player->player, text, length); }
int32_t tdp_flush(tdp_player *player) { return td_flush(player->player); }
int32_t tdp_finish(tdp_player *player) { return td_finish(player->player); }

size_t tdp_trace_count(tdp_player *player) { return player->trace_count; }

void tdp_trace_take(tdp_player *player, char *bytes) {
  if (player->trace_count) memcpy(bytes, player->trace, player->trace_count);
  player->trace_count = 0;
}
