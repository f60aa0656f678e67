// What a module without a C library needs in addition to the library's own objects: memory that grows, a place for records, and the bytes of
// a recording until JavaScript takes them. An instance has one player and its forks.

#include <tapedeck.h>

#include "tapedeck_memory.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { PAGE = 65536 };

extern unsigned char __heap_base;
static td_heap *all;

void *td_page_allocate(size_t size) {
  size = (size + 15) & ~(size_t)15;
  void *memory = td_heap_take(all, size);
  if (memory) return memory;
  size_t pages = (size + PAGE - 1) / PAGE;
  size_t end = __builtin_wasm_memory_grow(0, pages);
  if (end == (size_t)-1) return NULL;
  td_heap_add(all, (void *)(end * PAGE), pages * PAGE);
  return td_heap_take(all, size);
}

void td_page_free(void *memory, size_t size) { td_heap_give(all, memory, (size + 15) & ~(size_t)15); }

EXPORT("begin") int32_t begin(void) {
  size_t start = ((size_t)&__heap_base + 15) & ~(size_t)15;
  all = td_heap_create_in((void *)start, __builtin_wasm_memory_size(0) * PAGE - start);
  return all != NULL;
}

EXPORT("allocate") void *allocate(size_t size) { return td_page_allocate(size); }
EXPORT("release") void release(void *memory, size_t size) { td_page_free(memory, size); }

// MARK: Records

static td_message input;
static td_message outputs[TD_OUTPUTS_MAX];
static size_t count;
static int64_t value;

EXPORT("input") td_message *input_place(void) { return &input; }
EXPORT("outputs") td_message *outputs_place(void) { return outputs; }
EXPORT("value") int64_t *value_place(void) { return &value; }

/// Processes the input: returns the number of outputs, or an error.
EXPORT("receive") int32_t receive(td_player *player) {
  td_result result = td_receive(player, &input, outputs, TD_OUTPUTS_MAX, &count);
  return result < 0 ? result : (int32_t)count;
}

EXPORT("get") td_result get(td_player *player, uint32_t key) { return td_get(player, key, &value); }

EXPORT("field") td_result field(td_player *player, const char *name) { return td_field(player, name, &value); }

// Instants have 64 bits, and passing those from JavaScript is slow: they go through the place of the value.
EXPORT("position") td_result position(td_player *player) { return td_position(player, value, &value); }

// MARK: Making

static char message[240];
EXPORT("message") const char *message_place(void) { return message; }

EXPORT("create") td_player *create(uint32_t preset, const td_setting *settings, uint32_t setting_count) {
  td_options options = TD_OPTIONS_INIT;
  options.preset = preset;
  options.settings = settings;
  options.setting_count = setting_count;
  options.message = message;
  options.message_size = sizeof message;
  td_player *player;
  td_create(&options, &player);
  return player;
}

EXPORT("fork") td_player *fork(const td_player *player) {
  td_player *copy;
  td_fork(player, NULL, &copy);
  return copy;
}

EXPORT("snapshot") td_result snapshot(const td_player *player, void *bytes, size_t capacity) {
  td_result result = td_snapshot(player, bytes, capacity, &count);
  value = (int64_t)count;
  return result;
}

// MARK: Recording

static unsigned char *trace;
static size_t trace_count, trace_capacity;

static int32_t keep(void *context, const void *bytes, size_t size) {
  (void)context;
  if (trace_count + size > trace_capacity) {
    size_t capacity = 2 * (trace_count + size) + PAGE;
    unsigned char *larger = td_page_allocate(capacity);
    if (!larger) return 1;
    if (trace) {
      __builtin_memcpy(larger, trace, trace_count);
      td_page_free(trace, trace_capacity);
    }
    trace = larger;
    trace_capacity = capacity;
  }
  __builtin_memcpy(trace + trace_count, bytes, size);
  trace_count += size;
  return 0;
}

EXPORT("record") td_result record(td_player *player, const char *engine, const char *tool, const char *note) {
  td_recording recording = TD_RECORDING_INIT;
  recording.flushes = 0;
  recording.write = keep;
  recording.engine = engine;
  recording.tool = tool;
  recording.note = note;
  recording.recorded_at = value;
  return td_record(player, &recording);
}

EXPORT("trace") unsigned char *trace_place(void) { return trace; }
EXPORT("traceCount") size_t trace_length(void) { return trace_count; }
EXPORT("traceTaken") void trace_taken(void) { trace_count = 0; }

// MARK: What compilers expect

int posix_memalign(void **result, size_t alignment, size_t size) { return td_heap_memalign(result, alignment, size); }
void free(void *block) { td_heap_free(block); }
