// Whichever allocation fails while a trace is opened, read, replayed, explained, compared, converted and checked, the
// call reports it, the trace can be closed, and everything is freed. The same holds for the memory of the constant
// tables, which is allocated from the C library once per process: a table that could not be made is made later.
//
//   trace-memory TRACE         with -Wl,--wrap=posix_memalign, and without AddressSanitizer, also the tables
//
// Without WRAPPED the tables are skipped.

#define _POSIX_C_SOURCE 200809L

#include <sys/wait.h>
#include <unistd.h>

#include "allocator.h"
#include "traces.h"

/// Everything that can be done with a trace; a digest of the answers. Ends at the first call that runs out of memory.
static td_result use(td_trace *trace, td_trace *other, uint64_t *digest) {
  td_text text;
  td_message messages[1 + TD_OUTPUTS_MAX];
  size_t count;
  td_result result = td_trace_header(trace, &text);
  CHECK_EQUAL(result, TD_OK);
  *digest = mix_text(*digest, text);
  while ((result = td_trace_next(trace, &text)) == TD_OK) *digest = mix_text(*digest, text);
  if (result != TD_TRACE_ENDED) return result;
  if ((result = td_trace_rewind(trace)) != TD_OK) return result;
  do {
    if ((result = td_trace_messages(trace, messages, 1 + TD_OUTPUTS_MAX, &count)) != TD_OK) return result;
    *digest = mix_bytes(*digest, (const char *)messages, count * sizeof(td_message));
  } while (count > 0);
  if ((result = td_trace_replay(trace, &text)) != TD_OK) return result;
  *digest = mix_text(*digest, text);
  if ((result = td_trace_explain(trace, 0, &text)) != TD_OK) return result;
  *digest = mix_text(*digest, text);
  if ((result = td_trace_diff(trace, other, &text)) != TD_OK) return result;
  *digest = mix_text(*digest, text);
  for (int32_t form = TD_TRACE_TEXT; form <= TD_TRACE_BINARY; form++) {
    if ((result = td_trace_convert(trace, form, &text)) != TD_OK) return result;
    *digest = mix_text(*digest, text);
  }
  if ((result = td_trace_check(trace, "never-plays", 10, &text)) != TD_OK) return result;
  *digest = mix_text(*digest, text);
  return TD_OK;
}

/// A trace that ran out of memory once reports nothing else from then on.
static void check_spent(td_trace *trace, td_trace *other) {
  td_text text;
  size_t count;
  CHECK_ERROR(trace, "{\"kind\":\"memory\"");
  CHECK_EQUAL(td_trace_header(trace, &text), TD_ERROR_STATE);
  CHECK_EQUAL(td_trace_next(trace, &text), TD_ERROR_STATE);
  CHECK_EQUAL(td_trace_rewind(trace), TD_ERROR_STATE);
  CHECK_EQUAL(td_trace_messages(trace, NULL, 0, &count), TD_ERROR_STATE);
  CHECK_EQUAL(td_trace_replay(trace, &text), TD_ERROR_STATE);
  CHECK_EQUAL(td_trace_explain(trace, 0, &text), TD_ERROR_STATE);
  CHECK_EQUAL(td_trace_convert(trace, TD_TRACE_TEXT, &text), TD_ERROR_STATE);
  CHECK_EQUAL(td_trace_check(trace, NULL, 10, &text), TD_ERROR_STATE);
  CHECK_EQUAL(td_trace_diff(trace, other, &text), TD_ERROR_STATE);
  CHECK_EQUAL(td_trace_diff(other, trace, &text), TD_ERROR_STATE);
  CHECK_ERROR(other, "b is spent");
  CHECK_ERROR(trace, "{\"kind\":\"memory\"");
}

/// One session in which an allocation fails, or none. The digest of the answers, or 0.
static uint64_t run(const file *file, allocator *memory, td_trace *other) {
  char message[100];
  td_trace_options options = TD_TRACE_OPTIONS_INIT;
  options.allocate = allocate;
  options.release = release;
  options.allocator = memory;
  options.message = message;
  options.message_size = sizeof message;
  td_trace *trace;
  td_result result = td_trace_open(file->bytes, file->count, &options, &trace);
  CHECK((trace != NULL) == (result == TD_OK));
  uint64_t digest = 0;
  if (trace) {
    result = use(trace, other, &digest);
    if (result == TD_ERROR_MEMORY) check_spent(trace, other);
    td_trace_close(trace);
  } else {
    CHECK_TEXT(message, "there is not enough memory to open the trace");
  }
  CHECK(result == TD_OK || result == TD_ERROR_MEMORY);
  CHECK_EQUAL(memory->live, 0);
  CHECK_EQUAL(memory->live_bytes, 0);
  return result == TD_OK ? digest : 0;
}

static uint64_t failing(const file *file, int64_t stride) {
  td_trace *other;
  CHECK_EQUAL(open_file(file, &other), TD_OK);
  allocator memory = {.fails_at = INT64_MAX};
  uint64_t expected = run(file, &memory, other);
  CHECK(expected != 0);
  // Fails each allocation of a session in turn: once only that one, once all from there on.
  for (int64_t index = 0; index < memory.allocations; index += stride) {
    for (int once = 0; once < 2; once++) {
      allocator failing = {.fails_at = index, .fails_once = once};
      CHECK(run(file, &failing, other) == 0);
    }
  }
  allocator again = {.fails_at = INT64_MAX};
  CHECK(run(file, &again, other) == expected);
  td_trace_close(other);
  printf("%lld allocations, at most %lld bytes\n", (long long)memory.allocations, (long long)memory.most_bytes);
  return expected;
}

#ifdef WRAPPED

static int64_t library_allocations, library_fails_at = INT64_MAX;

int __real_posix_memalign(void **result, size_t alignment, size_t size);
int __wrap_posix_memalign(void **result, size_t alignment, size_t size);

int __wrap_posix_memalign(void **result, size_t alignment, size_t size) {
  return library_allocations++ == library_fails_at ? 12 : __real_posix_memalign(result, alignment, size);
}

/// In a separate process, where no table exists yet: one allocation for a table fails, and the call is repeated.
static int lacks_once(const file *file, int64_t index, uint64_t expected, int64_t *count) {
  library_allocations = 0;
  library_fails_at = index;
  uint64_t digest = 0;
  for (int attempt = 0; attempt < 3 && digest == 0; attempt++) {
    allocator memory = {.fails_at = INT64_MAX};
    td_trace *other;
    if (open_file(file, &other) != TD_OK) continue;
    digest = run(file, &memory, other);
    td_trace_close(other);
  }
  if (count) *count = library_allocations;
  CHECK(expected == 0 || digest == expected);
  return failures != 0;
}

static void tables(const file *file, int64_t stride) {
  int channel[2];
  struct { uint64_t digest; int64_t count; } found = {0};
  CHECK(pipe(channel) == 0);
  pid_t child = fork();
  if (child == 0) {
    td_trace *other;
    allocator memory = {.fails_at = INT64_MAX};
    if (open_file(file, &other) != TD_OK) _exit(1);
    found.digest = run(file, &memory, other);
    found.count = library_allocations;
    ssize_t written = write(channel[1], &found, sizeof found);
    _exit(written != (ssize_t)sizeof found);
  }
  CHECK(read(channel[0], &found, sizeof found) == (ssize_t)sizeof found);
  CHECK(waitpid(child, NULL, 0) == child);
  CHECK(found.digest != 0 && found.count > 100);
  for (int64_t index = 0; index < found.count; index += stride) {
    int status = 0;
    child = fork();
    if (child == 0) _exit(lacks_once(file, index, found.digest, NULL));
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_EQUAL(status, 0);
  }
  printf("%lld allocations of the C library, for tables and for a trace\n", (long long)found.count);
}

#endif

int main(int count, char **arguments) {
  if (count < 2) return 2;
  file file = read_file(arguments[1]);
  int64_t stride = count > 2 ? atoll(arguments[2]) : 1;
#ifdef WRAPPED
  tables(&file, stride);
#endif
  failing(&file, stride);
  free(file.bytes);
  return check_result();
}
