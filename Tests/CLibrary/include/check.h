// Shared by the tests of the C library: a check that reports where it failed and continues.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tapedeck.h>

static int failures;

#define CHECK(condition) \
  ((condition) ? (void)0 : (void)(failures++, fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition)))

#define CHECK_EQUAL(found, expected) check_equal(__FILE__, __LINE__, #found, (long long)(found), (long long)(expected))
#define CHECK_TEXT(found, expected) check_text(__FILE__, __LINE__, found, expected)

static inline void check_equal(const char *file, int line, const char *what, long long found, long long expected) {
  if (found == expected) return;
  failures++;
  fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", file, line, what, found, expected);
}

static inline void check_text(const char *file, int line, const char *found, const char *expected) {
  if (strcmp(found, expected) == 0) return;
  failures++;
  fprintf(stderr, "%s:%d: found    \"%s\"\n%*s expected \"%s\"\n", file, line, found, (int)strlen(file) + 6, "", expected);
}

static inline int check_result(void) {
  if (failures) fprintf(stderr, "%d failed\n", failures);
  return failures ? 1 : 0;
}

static inline int64_t get(const td_player *player, uint32_t key) {
  int64_t value = -1;
  CHECK_EQUAL(td_get(player, key, &value), TD_OK);
  return value;
}

/// Sends an input without requesting its outputs.
static inline td_result send(td_player *player, uint16_t code, uint32_t context, int64_t time, const int64_t *fields, int count) {
  td_message input = {0};
  input.code = code;
  input.context = context;
  input.time = time;
  for (int index = 0; index < count; index++) input.fields[index] = fields[index];
  return td_receive(player, &input, NULL, 0, NULL);
}

#define SEND(player, code, context, time, ...) \
  CHECK_EQUAL(send(player, code, context, time, (const int64_t[]){__VA_ARGS__}, \
                   (int)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))), TD_OK)

#endif
