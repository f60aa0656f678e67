// The two libraries in one program: one reads messages, the other takes them and answers as recorded in the trace.
//
//   trace-messages TRACE…     of this library's vocabulary; others are skipped

#include <inttypes.h>

#include "traces.h"

/// The settings of a header: numbers, true and false by their names in the vocabulary.
static uint32_t read_settings(td_text header, td_setting *settings) {
  static char line[1 << 16];
  CHECK(header.length < sizeof line);
  memcpy(line, header.bytes, header.length);
  line[header.length] = 0;
  char *start = strstr(line, "\"cfg\":{"), *end = start ? strchr(start, '}') : NULL;
  if (!end) return 0;
  *end = 0;
  uint32_t count = 0;
  td_text name;
  for (uint32_t number = 0; number < 256; number++) {
    if (td_name(TD_NAMES_ENUMERATIONS + TD_ENUMERATION_SETTING, number, &name) != TD_OK) continue;
    char key[80];
    snprintf(key, sizeof key, "\"%.*s\":", (int)name.length, name.bytes);
    const char *value = strstr(start, key);
    if (!value) continue;
    value += strlen(key);
    settings[count++] = (td_setting){
        number, 0, *value == 't' ? 1 : *value == 'f' ? 0 : *value == 'n' ? INT64_MAX : strtoll(value, NULL, 10)};
  }
  return count;
}

static int is_same(const td_message *a, const td_message *b) {
  return a->code == b->code && a->count == b->count && a->context == b->context &&
         memcmp(a->fields, b->fields, sizeof a->fields) == 0;
}

/// Returns how many steps were given.
static int64_t give(const file *file, size_t capacity) {
  td_trace *trace;
  CHECK_EQUAL(open_file(file, &trace), TD_OK);
  td_text text;
  char vocabulary[40];
  snprintf(vocabulary, sizeof vocabulary, "\"voc\":\"%016" PRIx64 "\"", td_vocabulary_hash());
  CHECK_EQUAL(td_trace_header(trace, &text), TD_OK);
  td_setting settings[256];
  td_options options = TD_OPTIONS_INIT;
  options.setting_count = read_settings(text, settings);
  options.settings = settings;
  int is_own = text_has(text, vocabulary) && !text_has(text, "\"outputs\":false") && !text_has(text, "\"excerpt\":true");
  CHECK_EQUAL(td_trace_replay(trace, &text), TD_OK);
  if (!is_own || !text_has(text, "\"verdict\":\"ok\"")) {
    td_trace_close(trace);
    return 0;
  }
  td_player *player;
  CHECK_EQUAL(td_create(&options, &player), TD_OK);
  td_message *messages = malloc(capacity * sizeof *messages), outputs[TD_OUTPUTS_MAX];
  size_t count;
  int64_t steps = 0;
  td_result result;
  while ((result = td_trace_messages(trace, messages, capacity, &count)) == TD_OK && count > 0) {
    size_t place = 0;
    while (place < count) {
      size_t found;
      CHECK_EQUAL(messages[place].input, ++steps);
      CHECK_EQUAL(messages[place].reserved, 0);
      CHECK_EQUAL(td_receive(player, &messages[place], outputs, TD_OUTPUTS_MAX, &found), TD_OK);
      int64_t time = messages[place++].time;
      for (size_t index = 0; index < found; index++, place++) {
        CHECK(place < count && messages[place].reserved == 1 && messages[place].input == steps && messages[place].time == time);
        CHECK(place < count && is_same(&messages[place], &outputs[index]));
      }
      CHECK(place == count || messages[place].reserved == 0);
    }
  }
  CHECK_EQUAL(result, TD_OK);
  char digest[40];
  snprintf(digest, sizeof digest, "\"digest\":\"%016" PRIx64 "\"", (uint64_t)get(player, TD_KEY_DIGEST));
  CHECK_EQUAL(td_trace_replay(trace, &text), TD_OK);
  CHECK(text_has(text, digest));
  free(messages);
  td_destroy(player);
  td_trace_close(trace);
  return steps;
}

int main(int count, char **arguments) {
  int64_t steps = 0;
  int traces = 0;
  for (int index = 1; index < count; index++) {
    file file = read_file(arguments[index]);
    int64_t given = give(&file, 1 + TD_OUTPUTS_MAX);
    if (given > 0) CHECK_EQUAL(give(&file, 4096), given);
    traces += given > 0;
    steps += given;
    free(file.bytes);
  }
  printf("%d traces with %" PRId64 " steps\n", traces, steps);
  CHECK(traces > 0);
  return check_result();
}
