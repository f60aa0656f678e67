#include "engine-pipe.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text-table.h"

// A line is a command with a few fields, or an address.
enum { LINE_LIMIT = 1 << 20 };

struct engine_pipe {
  int input, output;
  json_t *types, *items;
  text_table texts;
  char *bytes;
  size_t count, room;
  unsigned long line;
  // How far the other side's clock is ahead of the caller's, at least: lines take time to arrive.
  int64_t ahead;
  int has_clock;
  char error[300];
};

static int broken(engine_pipe *pipe, const char *format, ...) {
  char words[220];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  snprintf(pipe->error, sizeof pipe->error, "line %lu of the engine pipe: %s", pipe->line, words);
  return ENGINE_PIPE_BROKEN;
}

// MARK: Names and types

/// The description of a message: by its name, or by its code when `name` is null.
static const json_t *message_type(const engine_pipe *pipe, const char *list, const char *family, const char *name, uint16_t code) {
  size_t place;
  json_t *message;
  json_array_foreach(json_object_get(pipe->types, list), place, message) {
    const char *its_family = json_string_value(json_object_get(message, "family"));
    const char *its_name = json_string_value(json_object_get(message, "name"));
    if (!its_family || !its_name || strcmp(its_family, family) != 0) continue;
    if (name ? strcmp(its_name, name) == 0 : json_integer_value(json_object_get(message, "code")) == code) return message;
  }
  return NULL;
}

static const json_t *words_of(const engine_pipe *pipe, const char *type) {
  return json_object_get(json_object_get(pipe->types, "enumerations"), type);
}

/// 0 when the value is not of the type; `*expected` is what the type expects.
static int decode(const engine_pipe *pipe, const char *type, const json_t *value, int64_t *number, const char **expected) {
  const json_t *words = words_of(pipe, type);
  *expected = "a whole number";
  if (words) {
    const json_t *code = json_object_get(words, json_string_value(value) ? json_string_value(value) : "");
    *expected = "one of its words";
    *number = json_integer_value(code);
    return code != NULL;
  }
  if (strcmp(type, "bool") == 0) {
    *expected = "true or false";
    *number = json_is_true(value);
    return json_is_boolean(value);
  }
  if (json_is_null(value) && (strcmp(type, "time") == 0 || strcmp(type, "span") == 0)) {
    *number = strcmp(type, "time") == 0 ? TD_UNKNOWN : TD_NEVER;
    return 1;
  }
  *number = json_integer_value(value);
  return json_is_integer(value);
}

/// Null when the number has no word.
static json_t *encode(const engine_pipe *pipe, const char *type, int64_t number) {
  const json_t *words = words_of(pipe, type), *bits = json_object_get(json_object_get(pipe->types, "sets"), type);
  const char *word;
  json_t *code;
  if (words) {
    json_object_foreach((json_t *)words, word, code)
      if (json_integer_value(code) == number) return json_string(word);
    return NULL;
  }
  if (bits) {
    char sum[200] = "";
    json_object_foreach((json_t *)bits, word, code) {
      if (!(number & json_integer_value(code))) continue;
      size_t length = strlen(sum);
      snprintf(sum + length, sizeof sum - length, "%s%s", length ? "+" : "", word);
    }
    return json_string(*sum ? sum : "unknown");
  }
  if (strcmp(type, "bool") == 0) return json_boolean(number != 0);
  if (number == TD_UNKNOWN && strcmp(type, "time") == 0) return json_null();
  if (number == TD_NEVER && strcmp(type, "span") == 0) return json_null();
  return json_integer(number);
}

// MARK: Reading

static int take_fields(engine_pipe *pipe, const json_t *types, const json_t *values, int64_t *fields, size_t room) {
  const char *name;
  json_t *type;
  size_t place = 0;
  json_object_foreach((json_t *)types, name, type) {
    const char *expected;
    const json_t *value = json_object_get(values, name);
    if (!value) return broken(pipe, "field \"%.60s\" is missing", name);
    if (place == room) return broken(pipe, "too many fields");
    if (!decode(pipe, json_string_value(type), value, &fields[place++], &expected))
      return broken(pipe, "field \"%.60s\": expected %s", name, expected);
  }
  return ENGINE_PIPE_MORE;
}

static int take_command(engine_pipe *pipe, const json_t *line, int64_t now, engine_pipe_perform perform, void *context) {
  const char *name = json_string_value(json_object_get(line, "e"));
  const json_t *values = json_object_get(line, "a"), *time = json_object_get(line, "t");
  if (!name || !json_is_object(values)) return broken(pipe, "a command needs its name in \"e\" and its fields in \"a\"");
  if (time && !json_is_integer(time)) return broken(pipe, "\"t\": expected microseconds");
  // Fields added by later versions do not concern this engine.
  const json_t *type = message_type(pipe, "outputs", "engineCommands", name, 0);
  if (!type) return ENGINE_PIPE_MORE;
  td_message command = {.code = (uint16_t)json_integer_value(json_object_get(type, "code")), .time = json_integer_value(time)};
  int64_t epoch = 0;
  int result = take_fields(pipe, json_object_get(type, "context"), values, &epoch, 1);
  if (result == ENGINE_PIPE_MORE)
    result = take_fields(pipe, json_object_get(type, "fields"), values, command.fields, TD_MESSAGE_FIELDS);
  if (result != ENGINE_PIPE_MORE) return result;
  if (epoch < 0 || epoch > UINT32_MAX) return broken(pipe, "\"epoch\": expected a number from 0 to 4294967295");
  command.context = (uint32_t)epoch;
  command.count = (uint16_t)json_object_size(json_object_get(type, "fields"));
  if (time && command.time >= 0 && (!pipe->has_clock || command.time - now > pipe->ahead)) {
    pipe->ahead = command.time - now;
    pipe->has_clock = 1;
  }
  perform(context, &command);
  return ENGINE_PIPE_MORE;
}

static int take_definition(engine_pipe *pipe, const json_t *line) {
  json_t *item = json_object_get(line, "item"), *source = json_object_get(line, "source");
  char key[24];
  if (!item) return ENGINE_PIPE_MORE;
  if (!json_is_integer(item) || !json_is_string(source)) return broken(pipe, "expected {\"k\":\"d\",\"item\":1,\"source\":\"address\"}");
  snprintf(key, sizeof key, "%lld", (long long)json_integer_value(item));
  return json_object_set(pipe->items, key, source) == 0 ? ENGINE_PIPE_MORE : broken(pipe, "out of memory");
}

static int take_line(
    engine_pipe *pipe, const char *bytes, size_t count, int64_t now, engine_pipe_perform perform, void *context) {
  json_error_t error;
  pipe->line++;
  if (count == 0) return ENGINE_PIPE_MORE;
  json_t *line = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &error);
  if (!line) return broken(pipe, "column %d: %.120s", error.column, error.text);
  const char *kind = json_string_value(json_object_get(line, "k"));
  int result = ENGINE_PIPE_MORE;
  if (!kind) result = broken(pipe, "expected an object with \"k\"");
  else if (strcmp(kind, "o") == 0) result = take_command(pipe, line, now, perform, context);
  else if (strcmp(kind, "d") == 0) result = take_definition(pipe, line);
  json_decref(line);
  return result;
}

static int make_room(engine_pipe *pipe) {
  if (pipe->room - pipe->count >= 4096) return 1;
  size_t room = pipe->room + 65536;
  char *bytes = room > LINE_LIMIT ? NULL : realloc(pipe->bytes, room);
  if (!bytes) return 0;
  pipe->bytes = bytes;
  pipe->room = room;
  return 1;
}

int engine_pipe_read(engine_pipe *pipe, int64_t now, engine_pipe_perform perform, void *context) {
  if (!make_room(pipe)) return broken(pipe, "longer than %d bytes", LINE_LIMIT);
  ssize_t count = read(pipe->input, pipe->bytes + pipe->count, pipe->room - pipe->count);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return ENGINE_PIPE_MORE;
  if (count < 0) return broken(pipe, "%s", strerror(errno));
  if (count == 0) return ENGINE_PIPE_END;
  // What was read before has no line end.
  size_t start = 0, searched = pipe->count;
  pipe->count += (size_t)count;
  int result = ENGINE_PIPE_MORE;
  for (char *end; result == ENGINE_PIPE_MORE && (end = memchr(pipe->bytes + searched, '\n', pipe->count - searched));) {
    size_t length = (size_t)(end - pipe->bytes) - start;
    result = take_line(pipe, pipe->bytes + start, length, now, perform, context);
    start = searched = start + length + 1;
  }
  pipe->count -= start;
  memmove(pipe->bytes, pipe->bytes + start, pipe->count);
  return result;
}

const char *engine_pipe_source(const engine_pipe *pipe, uint32_t item) {
  char key[24];
  snprintf(key, sizeof key, "%lu", (unsigned long)item);
  return json_string_value(json_object_get(pipe->items, key));
}

// MARK: Writing

/// Consumes the line, which may be null.
static int write_line(engine_pipe *pipe, json_t *line) {
  char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
  json_decref(line);
  if (!text) return -1;
  size_t length = strlen(text), written = 0;
  text[length++] = '\n'; // in place of the zero
  while (written < length) {
    ssize_t count = write(pipe->output, text + written, length - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    written += (size_t)count;
  }
  free(text);
  return written == length ? 0 : -1;
}

/// jansson accepts UTF-8 only, and media may contain anything. Invalid bytes are shown as question marks.
static json_t *json_of_text(const char *text) {
  json_t *string = json_string(text);
  char *copy = string ? NULL : strdup(text);
  if (!copy) return string;
  for (char *byte = copy; *byte; byte++)
    if (*byte & 0x80) *byte = '?';
  string = json_string(copy);
  free(copy);
  return string;
}

uint32_t engine_pipe_text(engine_pipe *pipe, const char *text) {
  int is_new;
  uint32_t number = text_table_number(&pipe->texts, text, &is_new);
  if (is_new) write_line(pipe, json_pack("{s:s,s:I,s:o}", "k", "d", "text", (json_int_t)number, "is", json_of_text(text)));
  return number;
}

static int put_fields(const engine_pipe *pipe, json_t *values, const json_t *types, const int64_t *numbers) {
  const char *name;
  json_t *type;
  size_t place = 0;
  json_object_foreach((json_t *)types, name, type)
    if (json_object_set_new(values, name, encode(pipe, json_string_value(type), numbers[place++])) != 0) return -1;
  return 0;
}

int engine_pipe_report(engine_pipe *pipe, const td_message *report) {
  const json_t *type = message_type(pipe, "inputs", "engineEvents", NULL, report->code);
  json_t *values = json_object();
  int64_t epoch = report->context;
  if (!type || put_fields(pipe, values, json_object_get(type, "context"), &epoch) != 0
      || put_fields(pipe, values, json_object_get(type, "fields"), report->fields) != 0) {
    json_decref(values);
    return -1;
  }
  json_t *line = json_pack("{s:s,s:O}", "k", "i", "e", json_object_get(type, "name"));
  if (pipe->has_clock) json_object_set_new(line, "t", json_integer(report->time + pipe->ahead));
  json_object_set_new(line, "a", values);
  return write_line(pipe, line);
}

engine_pipe *engine_pipe_create(int input, int output, const char *identity) {
  size_t length;
  const char *types = td_type_json(&length);
  engine_pipe *pipe = calloc(1, sizeof *pipe);
  if (!pipe) return NULL;
  pipe->input = input;
  pipe->output = output;
  pipe->types = json_loadb(types, length, 0, NULL);
  pipe->items = json_object();
  if (!pipe->types || !pipe->items
      || write_line(pipe, json_pack("{s:s,s:o}", "k", "h", "engine", json_of_text(identity))) != 0) {
    engine_pipe_destroy(pipe);
    return NULL;
  }
  return pipe;
}

void engine_pipe_destroy(engine_pipe *pipe) {
  if (!pipe) return;
  json_decref(pipe->types);
  json_decref(pipe->items);
  text_table_empty(&pipe->texts);
  free(pipe->bytes);
  free(pipe);
}

const char *engine_pipe_error(const engine_pipe *pipe) { return pipe->error; }
