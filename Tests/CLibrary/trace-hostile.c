// Randomly damaged bytes end in an error, or in what is still correct, and in nothing else.
//
//   trace-hostile ROUNDS TRACE…

#include "traces.h"

static uint64_t state = 1;

static uint64_t draw(uint64_t limit) {
  uint64_t value = state += UINT64_C(0x9E3779B97F4A7C15);
  value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (value ^ (value >> 31)) % limit;
}

static int is_expected(td_result result) {
  return result == TD_OK || result == TD_TRACE_ENDED || result == TD_ERROR_DAMAGED || result == TD_ERROR_VERSION ||
         result == TD_ERROR_STATE || result == TD_ERROR_VALUE;
}

static int use(const file *file, const struct file *whole) {
  td_trace *trace, *other;
  td_text text;
  td_result result = open_file(file, &trace);
  CHECK(is_expected(result));
  CHECK((trace != NULL) == (result == TD_OK));
  if (!trace) return 0;
  size_t length = 0;
  while ((result = td_trace_next(trace, &text)) == TD_OK) {
    CHECK(text.length > 0);
    length += text.length;
    // Damage never makes a trace endless.
    if (length > ((size_t)1 << 26)) break;
  }
  CHECK(is_expected(result));
  CHECK_EQUAL(td_trace_rewind(trace), TD_OK);
  static td_message messages[300];
  size_t count;
  int needs_room = 0;
  do {
    result = td_trace_messages(trace, messages, 300, &count);
    if (result == TD_ERROR_SPACE) needs_room = count > 300;
  } while (result == TD_OK && count > 0);
  CHECK(is_expected(result) || needs_room);
  CHECK(is_expected(td_trace_replay(trace, &text)));
  CHECK(is_expected(td_trace_explain(trace, 0, &text)));
  CHECK(is_expected(td_trace_check(trace, NULL, 3, &text)));
  CHECK(is_expected(td_trace_convert(trace, TD_TRACE_TEXT, &text)));
  CHECK(is_expected(td_trace_convert(trace, TD_TRACE_BINARY, &text)));
  CHECK_EQUAL(open_file(whole, &other), TD_OK);
  CHECK(is_expected(td_trace_diff(trace, other, &text)));
  td_trace_close(other);
  td_trace_close(trace);
  return 1;
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  int rounds = atoi(arguments[1]), opened = 0;
  for (int round = 0; round < rounds; round++) {
    file whole = read_file(arguments[2 + draw((uint64_t)count - 2)]);
    file given = whole;
    given.bytes = malloc(whole.count);
    memcpy(given.bytes, whole.bytes, whole.count);
    for (uint64_t left = 1 + draw(6); left > 0; left--) given.bytes[draw(whole.count)] = draw(3) ? (unsigned char)draw(256) : 0xFF;
    if (draw(4) == 0) given.count = (size_t)draw(whole.count);
    // Not one byte more than its count.
    given.bytes = realloc(given.bytes, given.count ? given.count : 1);
    opened += use(&given, &whole);
    free(given.bytes);
    free(whole.bytes);
  }
  printf("%d of %d damaged traces could be opened\n", opened, rounds);
  CHECK(opened > rounds / 4);
  return check_result();
}
