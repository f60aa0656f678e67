// Sixteen threads, each with its own traces, start at the same moment: they meet where the constant tables are made.
// What one reads does not affect another.
//
//   trace-threads [--made] TRACE…     with --made the tables exist before the threads start: race detectors do not know
//                                     how they are handed on

#include <pthread.h>

#include "traces.h"

enum { thread_count = 16, most_files = 64 };

static file files[most_files];
static int file_count;
static int waiting;

static uint64_t read_all(uint64_t digest, int first) {
  for (int index = 0; index < file_count; index++) {
    td_trace *trace, *next;
    td_text text;
    const file *file = &files[(first + index) % file_count], *other = &files[(first + index + 1) % file_count];
    if (open_file(file, &trace) != TD_OK || open_file(other, &next) != TD_OK) return 0;
    uint64_t found = 0;
    while (td_trace_next(trace, &text) == TD_OK) found = mix_text(found, text);
    if (td_trace_replay(trace, &text) == TD_OK) found = mix_text(found, text);
    if (td_trace_explain(trace, 0, &text) == TD_OK) found = mix_text(found, text);
    if (td_trace_diff(trace, next, &text) == TD_OK) found = mix_text(found, text);
    if (td_trace_check(trace, NULL, 10, &text) == TD_OK) found = mix_text(found, text);
    td_trace_close(next);
    td_trace_close(trace);
    // The order in which the files are read does not matter.
    digest += found;
  }
  return digest;
}

static void *work(void *argument) {
  uint64_t *digest = argument;
  // All start at the same moment.
  __atomic_fetch_sub(&waiting, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&waiting, __ATOMIC_SEQ_CST) > 0) sched_yield();
  *digest = read_all(0, (int)(*digest));
  return NULL;
}

/// A trace may move from one thread to another, as long as only one uses it.
static void *end(void *trace) {
  td_text text;
  while (td_trace_next(trace, &text) == TD_OK) continue;
  td_trace_close(trace);
  return NULL;
}

int main(int count, char **arguments) {
  int made = count > 1 && strcmp(arguments[1], "--made") == 0;
  for (int index = 1 + made; index < count && file_count < most_files; index++) files[file_count++] = read_file(arguments[index]);
  if (file_count == 0) return 2;
  if (made) read_all(0, 0);
  static uint64_t digests[thread_count];
  pthread_t threads[thread_count];
  waiting = made ? 0 : thread_count;
  // As much stack as the header says, plus what the system uses of it.
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (128 + 64) << 10);
  for (int index = 0; index < thread_count; index++) {
    digests[index] = (uint64_t)index;
    pthread_create(&threads[index], &attributes, work, &digests[index]);
  }
  for (int index = 0; index < thread_count; index++) pthread_join(threads[index], NULL);
  for (int index = 1; index < thread_count; index++) CHECK(digests[index] == digests[0] && digests[index] != 0);
  for (int index = 0; index < thread_count; index++) {
    td_trace *trace;
    CHECK_EQUAL(open_file(&files[0], &trace), TD_OK);
    pthread_create(&threads[index], NULL, end, trace);
  }
  for (int index = 0; index < thread_count; index++) pthread_join(threads[index], NULL);
  for (int index = 0; index < file_count; index++) free(files[index].bytes);
  return check_result();
}
