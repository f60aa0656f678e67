// Shared by the tests of reading traces: files in memory, and the text of an error.
#ifndef TRACES_H
#define TRACES_H

#include <tapedeck/trace.h>

#include "check.h"

/// A file in memory.
typedef struct file {
  const char *name;
  unsigned char *bytes;
  size_t count;
} file;

static inline file read_file(const char *name) {
  file file = {.name = name};
  FILE *stream = fopen(name, "rb");
  if (!stream) {
    fprintf(stderr, "%s cannot be opened\n", name);
    exit(2);
  }
  fseek(stream, 0, SEEK_END);
  file.count = (size_t)ftell(stream);
  rewind(stream);
  // Not one byte more, so that reads past the end are detected.
  file.bytes = malloc(file.count ? file.count : 1);
  if (!file.bytes || fread(file.bytes, 1, file.count, stream) != file.count) exit(2);
  fclose(stream);
  return file;
}

static inline td_result open_file(const file *file, td_trace **trace) {
  td_trace_options options = TD_TRACE_OPTIONS_INIT;
  options.name = file->name;
  return td_trace_open(file->bytes, file->count, &options, trace);
}

static inline int text_is(td_text text, const char *expected) {
  return text.length == strlen(expected) && memcmp(text.bytes, expected, text.length) == 0;
}

/// Whether a text contains these words.
static inline int text_has(td_text text, const char *words) {
  size_t length = strlen(words);
  for (size_t start = 0; start + length <= text.length; start++) {
    if (memcmp(text.bytes + start, words, length) == 0) return 1;
  }
  return 0;
}

#define CHECK_ERROR(trace, words) check_error(__FILE__, __LINE__, trace, words)

static inline void check_error(const char *file, int line, const td_trace *trace, const char *words) {
  td_text error;
  if (td_trace_error(trace, &error) == TD_OK && text_has(error, words)) return;
  failures++;
  fprintf(stderr, "%s:%d: the error is %.*s, expected %s\n", file, line, (int)error.length, error.bytes, words);
}

/// A digest of bytes.
static inline uint64_t mix_bytes(uint64_t digest, const char *bytes, size_t length) {
  for (size_t index = 0; index < length; index++) digest = (digest ^ (unsigned char)bytes[index]) * UINT64_C(0x100000001B3);
  return digest;
}

static inline uint64_t mix_text(uint64_t digest, td_text text) { return mix_bytes(digest, text.bytes, text.length); }

#endif
