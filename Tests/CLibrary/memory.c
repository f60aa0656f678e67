// Nothing is lost when memory runs out: whichever allocation fails, the call has either done everything or reports that
// it has done nothing.

#include <stdalign.h>

#include "allocator.h"
#include "check.h"
#include "sessions.h"

static int32_t drop(void *context, const void *bytes, size_t count) { return (void)context, (void)bytes, (void)count, 0; }

/// Plays with an allocator. What fails is retried when there is memory, as a program would do; the state must equal
/// that of a player that never ran out.
static void run(allocator *memory, int records, uint64_t seed, int length, int64_t expected) {
  td_options options = TD_OPTIONS_INIT;
  options.preset = TD_PRESET_STANDARD;
  options.allocate = allocate;
  options.release = release;
  options.allocator = memory;
  td_player *player = NULL, *fork = NULL;
  td_result result = td_create(&options, &player);
  if (result == TD_ERROR_MEMORY) {
    CHECK(player == NULL);
    CHECK_EQUAL(memory->live, 0);
    memory->fails_at = INT64_MAX;
    result = td_create(&options, &player);
  }
  CHECK_EQUAL(result, TD_OK);
  if (records) {
    td_recording recording = TD_RECORDING_INIT;
    recording.write = drop;
    result = td_record(player, &recording);
    if (result == TD_ERROR_MEMORY) {
      memory->fails_at = INT64_MAX;
      result = td_record(player, &recording);
    }
    CHECK_EQUAL(result, TD_OK);
  }
  session session = {.random = seed};
  for (int index = 0; index < length; index++) {
    td_message input;
    draw_input(&session, player, &input);
    int64_t before = index % 16 ? 0 : get(player, TD_KEY_DIGEST);
    result = td_receive(player, &input, NULL, 0, NULL);
    if (result == TD_ERROR_MEMORY) {
      if (before) CHECK_EQUAL(get(player, TD_KEY_DIGEST), before);
      memory->fails_at = INT64_MAX;
      result = td_receive(player, &input, NULL, 0, NULL);
    }
    CHECK(result == TD_OK || result == TD_ERROR_VALUE);
    if (index % 50 == 25) {
      result = td_fork(player, &options, &fork);
      if (result == TD_ERROR_MEMORY) {
        CHECK(fork == NULL);
        memory->fails_at = INT64_MAX;
        result = td_fork(player, &options, &fork);
      }
      CHECK_EQUAL(result, TD_OK);
      size_t needed = 0;
      static unsigned char bytes[65536];
      result = td_snapshot(player, bytes, sizeof bytes, &needed);
      CHECK(result == TD_OK || result == TD_ERROR_MEMORY);
      if (result == TD_OK) {
        result = td_restore(fork, bytes, needed);
        CHECK(result == TD_OK || result == TD_ERROR_MEMORY);
        CHECK_EQUAL(get(fork, TD_KEY_DIGEST), get(player, TD_KEY_DIGEST));
      }
      td_destroy(fork);
    }
  }
  if (expected) CHECK_EQUAL(get(player, TD_KEY_DIGEST), expected);
  if (td_finish(player) == TD_ERROR_MEMORY) {
    memory->fails_at = INT64_MAX;
    CHECK_EQUAL(td_finish(player), TD_OK);
  }
  if (!expected) {
    int64_t digest = get(player, TD_KEY_DIGEST);
    td_destroy(player);
    CHECK_EQUAL(memory->live, 0);
    CHECK_EQUAL(memory->live_bytes, 0);
    memory->fails_at = digest;
    return;
  }
  td_destroy(player);
  CHECK_EQUAL(memory->live, 0);
}

enum { session_length = 300 };

/// Fails each allocation of a session in turn: once only that one, once all from there on.
static void failing(int records, uint64_t seeds) {
  for (uint64_t seed = 0; seed < seeds; seed++) {
    allocator memory = {.fails_at = INT64_MAX};
    run(&memory, records, seed, session_length, 0);
    int64_t all = memory.allocations, digest = memory.fails_at;
    for (int64_t index = 0; index < all; index++) {
      for (int once = 0; once < 2; once++) {
        allocator failing = {.fails_at = index, .fails_once = once};
        run(&failing, records, seed, session_length, digest);
      }
    }
    printf("%s, seed %d: %lld allocations, at most %lld bytes\n", records ? "recorded" : "not recorded", (int)seed, (long long)all,
           (long long)memory.most_bytes);
  }
}

/// Long lists: when memory runs out at some allocation, a list is committed as a whole or not at all.
static void lists(void) {
  enum { segments = 3000 };
  for (int64_t more = 0; more < 60; more++) {
    allocator memory = {.fails_at = INT64_MAX};
    td_options options = TD_OPTIONS_INIT;
    options.allocate = allocate;
    options.release = release;
    options.allocator = &memory;
    td_player *player;
    CHECK_EQUAL(td_create(&options, &player), TD_OK);
    // Later segments are shorter and more of them are blocked: the most that a list can cost.
    for (int64_t index = 0; index < segments; index++) {
      SEND(player, TD_INPUT_STAGE_SEGMENT, 1, 0, index + 1, index * 1000, (segments * 2 - index) * 1000, index & 1, 0, index % 3 == 0, 0);
    }
    for (uint32_t index = 1; index < 300; index++) SEND(player, TD_INPUT_ADD_BOUNDARY_OBSERVER, 1, 0, index, index * 1000);
    memory.fails_at = memory.allocations + more;
    td_result result = send(player, TD_INPUT_COMMIT_SEGMENTS, 1, 0, NULL, 0);
    CHECK(result == TD_OK || result == TD_ERROR_MEMORY);
    CHECK_EQUAL(get(player, TD_KEY_SEGMENT_COUNT), result == TD_OK ? segments : 0);
    td_player *fork;
    result = td_fork(player, &options, &fork);
    CHECK(result == TD_OK || result == TD_ERROR_MEMORY);
    td_destroy(fork);
    td_destroy(player);
    CHECK_EQUAL(memory.live, 0);
    CHECK_EQUAL(memory.live_bytes, 0);
  }
}

/// A player that just continues needs no memory: neither from an allocator nor from the C library.
static void steady(void) {
  allocator memory = {.fails_at = INT64_MAX};
  td_options options = TD_OPTIONS_INIT;
  options.allocate = allocate;
  options.release = release;
  options.allocator = &memory;
  td_player *player;
  CHECK_EQUAL(td_create(&options, &player), TD_OK);
  SEND(player, TD_INPUT_LOAD, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1);
  SEND(player, TD_INPUT_OPENED, (uint32_t)get(player, TD_KEY_EPOCH), 10, INT64_C(3600000000), 0, 1, 1, 0, 0);
  SEND(player, TD_INPUT_BUFFERED, (uint32_t)get(player, TD_KEY_EPOCH), 20, INT64_C(3600000000), 5000, 1);
  SEND(player, TD_INPUT_PLAYBACK_STARTED, (uint32_t)get(player, TD_KEY_EPOCH), 30, 0, 1000);
  CHECK_EQUAL(get(player, TD_KEY_STATE), TD_PLAYBACK_STATE_PLAYING);
  int64_t allocations = memory.allocations;
  td_message outputs[TD_OUTPUTS_MAX];
  for (int64_t second = 1; second < 1800; second++) {
    td_message report = {.code = TD_INPUT_POSITION_REPORTED, .context = (uint32_t)get(player, TD_KEY_EPOCH)};
    report.time = 30 + second * 1000000;
    report.fields[0] = second * 1000000;
    size_t count;
    CHECK_EQUAL(td_receive(player, &report, outputs, TD_OUTPUTS_MAX, &count), TD_OK);
    while (get(player, TD_KEY_NEXT_DEADLINE) <= report.time) SEND(player, TD_INPUT_DEADLINE, 0, report.time, 0);
  }
  CHECK_EQUAL(memory.allocations, allocations);
  td_destroy(player);
  CHECK_EQUAL(memory.live, 0);
}

/// In the program's own memory: as little as `td_size` says, and more for lists.
static void in_place(void) {
  size_t size = td_size(0);
  printf("a player lives in %zu bytes\n", size);
  CHECK(size < 96 * 1024);
  for (size_t extra = 0; extra < 200000; extra += 40000) {
    unsigned char *memory = aligned_alloc(16, (size + extra + 15) / 16 * 16);
    for (uint64_t seed = 0; seed < 20; seed++) {
      memset(memory, 0xAB, size + extra);
      td_options options = TD_OPTIONS_INIT;
      options.preset = TD_PRESET_STANDARD;
      options.memory = memory;
      options.memory_size = size + extra;
      td_player *player, *other;
      CHECK_EQUAL(td_create(&options, &player), TD_OK);
      options.memory = NULL;
      CHECK_EQUAL(td_create(&options, &other), TD_OK);
      session session = {.random = seed};
      int64_t lacking = 0;
      for (int index = 0; index < 2000; index++) {
        td_message input;
        draw_input(&session, player, &input);
        td_result result = td_receive(player, &input, NULL, 0, NULL);
        if (result == TD_ERROR_MEMORY) {
          lacking++;
        } else {
          CHECK_EQUAL(td_receive(other, &input, NULL, 0, NULL), result);
        }
      }
      CHECK_EQUAL(get(player, TD_KEY_DIGEST), get(other, TD_KEY_DIGEST));
      if (extra >= 160000) CHECK_EQUAL(lacking, 0);
      td_destroy(player);
      td_destroy(other);
    }
    free(memory);
  }
}

/// `td_size` is enough to play, to save and restore, and to record.
static void play_in_place(int records) {
  size_t size = (td_size(records) + 15) / 16 * 16;
  unsigned char *memory = aligned_alloc(16, size);
  td_options options = TD_OPTIONS_INIT;
  options.memory = memory;
  options.memory_size = size;
  td_player *player;
  CHECK_EQUAL(td_create(&options, &player), TD_OK);
  td_recording recording = TD_RECORDING_INIT;
  recording.write = drop;
  CHECK_EQUAL(td_record(player, &recording), records ? TD_OK : TD_ERROR_MEMORY);
  for (int64_t time = 0; time < 2000; time++) {
    SEND(player, time & 1 ? TD_INPUT_PLAY : TD_INPUT_LOAD, 1, time, time & 1 ? 0 : 1, 0, 0, 0, 0, 0, time % 3 == 0, time & 1 ? 0 : 1, 0);
  }
  static unsigned char bytes[65536];
  size_t needed;
  CHECK_EQUAL(td_snapshot(player, bytes, sizeof bytes, &needed), TD_OK);
  CHECK_EQUAL(td_finish(player), TD_OK);
  int64_t digest = get(player, TD_KEY_DIGEST);
  for (int index = 0; index < 20; index++) CHECK_EQUAL(td_restore(player, bytes, needed), TD_OK);
  CHECK_EQUAL(get(player, TD_KEY_DIGEST), digest);
  td_destroy(player);
  free(memory);
}

int main(int count, char **arguments) {
  uint64_t seeds = count > 1 ? strtoull(arguments[1], NULL, 10) : 3;
  steady();
  play_in_place(0);
  play_in_place(1);
  lists();
  failing(0, seeds);
  failing(1, seeds);
  in_place();
  return check_result();
}
