// What a program does with traces: prints what happened, checks that it would happen again, and reports why playback
// did not run. Accepts a trace of either form.
//
//   Tools/c-library
//   cc Sources/Hosts/c/trace.c -ISources/CTapeDeck/include .build/c/libtapedeck-trace.a .build/c/libtapedeck.a -o trace
//   ./trace Traces/clip-pause.trace.jsonl

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <tapedeck.h>
#include <tapedeck/trace.h>

enum { MESSAGES = 256 };

static unsigned char *read_file(const char *name, size_t *count) {
  FILE *file = fopen(name, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  unsigned char *bytes = size > 0 ? malloc((size_t)size) : NULL;
  *count = bytes ? fread(bytes, 1, (size_t)size, file) : 0;
  fclose(file);
  return bytes;
}

/// What was wrong, in JSON.
static int fail(const td_trace *trace) {
  td_text error;
  td_trace_error(trace, &error);
  fprintf(stderr, "%.*s\n", (int)error.length, error.bytes);
  return 1;
}

/// A name of the vocabulary.
static td_text name(uint32_t family, int64_t number) {
  td_text text = {"?", 1};
  td_name(family, number, &text);
  return text;
}

static void tell(const td_message *message) {
  if (!message->reserved) {
    td_text input = name(TD_NAMES_INPUTS, message->code);
    printf("%6.2f s  step %" PRIu32 ": %.*s\n", (double)message->time / 1e6, message->input, (int)input.length, input.bytes);
  } else if (message->code == TD_OUTPUT_PLAYBACK_STATE_CHANGED) {
    td_text state = name(TD_NAMES_ENUMERATIONS + TD_ENUMERATION_PLAYBACK_STATE, message->fields[TD_OUTPUT_PLAYBACK_STATE_CHANGED_TO]);
    printf("          the player is %.*s\n", (int)state.length, state.bytes);
  }
}

/// Every step with its change of state. Steps come in batches, so that a long trace needs few calls and little memory.
static int tell_all(td_trace *trace) {
  static td_message messages[MESSAGES];
  size_t count;
  td_result result;
  while ((result = td_trace_messages(trace, messages, MESSAGES, &count)) == TD_OK && count > 0) {
    for (size_t index = 0; index < count; index++) tell(&messages[index]);
  }
  return result == TD_OK ? 0 : fail(trace);
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: %s TRACE\n", arguments[0]);
    return 2;
  }
  size_t size;
  unsigned char *bytes = read_file(arguments[1], &size);
  char message[400];
  td_trace_options options = TD_TRACE_OPTIONS_INIT;
  options.name = arguments[1];
  options.message = message;
  options.message_size = sizeof message;
  td_trace *trace;
  if (!bytes || td_trace_open(bytes, size, &options, &trace) != TD_OK) {
    fprintf(stderr, "%s: %s\n", arguments[1], bytes ? message : "cannot be read, or is empty");
    free(bytes);
    return 1;
  }
  td_text json;
  int failed = tell_all(trace);
  // Without a difference the player of this library would do the same again.
  if (td_trace_replay(trace, &json) == TD_OK) printf("%.*s\n", (int)json.length, json.bytes);
  else failed = fail(trace);
  if (td_trace_explain(trace, 0, &json) == TD_OK) printf("%.*s\n", (int)json.length, json.bytes);
  else failed = fail(trace);
  td_trace_close(trace);
  free(bytes);
  return failed;
}
