// Forks, snapshots and batches produce the same results as the player that they come from, and a recording contains
// everything.

#include "check.h"
#include "sessions.h"

static td_player *create(void) {
  td_options options = TD_OPTIONS_INIT;
  options.preset = TD_PRESET_STANDARD;
  td_player *player = NULL;
  CHECK_EQUAL(td_create(&options, &player), TD_OK);
  return player;
}

static void forks(void) {
  for (uint64_t seed = 0; seed < 60; seed++) {
    td_player *player = create(), *fork, *restored = create();
    session session = {.random = seed};
    play(&session, player, 20 + (int64_t)seed * 10, 0);
    CHECK_EQUAL(td_fork(player, NULL, &fork), TD_OK);
    CHECK_EQUAL(get(fork, TD_KEY_DIGEST), get(player, TD_KEY_DIGEST));

    size_t needed;
    CHECK_EQUAL(td_snapshot(player, NULL, 0, &needed), TD_OK);
    unsigned char *bytes = malloc(needed);
    CHECK_EQUAL(td_snapshot(player, bytes, needed, &needed), TD_OK);
    CHECK_EQUAL(td_restore(restored, bytes, needed), TD_OK);
    CHECK_EQUAL(get(restored, TD_KEY_DIGEST), get(player, TD_KEY_DIGEST));
    free(bytes);

    // Changes to one do not affect the others.
    struct session copy = session, other = session;
    uint64_t expected = play(&session, player, 300, 1);
    td_destroy(player);
    CHECK(play(&copy, fork, 300, 1) == expected);
    td_destroy(fork);
    CHECK(play(&other, restored, 300, 1) == expected);
    td_destroy(restored);
  }
}

/// A batch has the same effect as its inputs one by one.
static void batches(void) {
  enum { count = 400 };
  static td_message inputs[count], outputs[count * 8];
  td_player *one = create(), *many = create();
  session session = {.random = 77};
  uint64_t expected = 0, found = 0;
  for (int index = 0; index < count; index++) {
    td_message each[TD_OUTPUTS_MAX];
    size_t length;
    do draw_input(&session, one, &inputs[index]);
    while (td_receive(one, &inputs[index], each, TD_OUTPUTS_MAX, &length) != TD_OK);
    for (size_t place = 0; place < length; place++) {
      each[place].input = (uint32_t)index;
      expected = mix(mix_message(expected, &each[place]), each[place].input);
    }
  }
  size_t done = 0;
  while (done < count) {
    // Room for only some of them.
    size_t taken, length;
    CHECK_EQUAL(td_receive_many(many, inputs + done, count - done, &taken, outputs, 130, &length), TD_OK);
    CHECK(taken > 0 && length <= 130);
    for (size_t place = 0; place < length; place++) {
      outputs[place].input += (uint32_t)done;
      found = mix(mix_message(found, &outputs[place]), outputs[place].input);
    }
    done += taken;
  }
  CHECK(found == expected);
  CHECK_EQUAL(get(many, TD_KEY_DIGEST), get(one, TD_KEY_DIGEST));
  td_player *silent = create();
  size_t taken;
  CHECK_EQUAL(td_receive_many(silent, inputs, count, &taken, NULL, 0, NULL), TD_OK);
  CHECK_EQUAL(taken, count);
  CHECK_EQUAL(get(silent, TD_KEY_DIGEST), get(one, TD_KEY_DIGEST));
  td_destroy(silent);
  td_destroy(one);
  td_destroy(many);
}

static int32_t append(void *file, const void *bytes, size_t count) { return fwrite(bytes, 1, count, file) == count ? 0 : 1; }

/// Records sessions to files in the folder, for `tapedeck replay`.
static void recordings(const char *folder) {
  for (uint64_t seed = 0; seed < 8; seed++) {
    char path[512];
    snprintf(path, sizeof path, "%s/session-%d.trace", folder, (int)seed);
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    if (!file) return;
    td_player *player = create();
    td_recording recording = TD_RECORDING_INIT;
    recording.write = append;
    recording.context = file;
    recording.flushes = seed & 1;
    recording.engine = "no engine";
    recording.tool = "copies.c";
    CHECK_EQUAL(td_record(player, &recording), TD_OK);
    for (uint32_t item = 1; item <= 4; item++) {
      char source[32];
      int length = snprintf(source, sizeof source, "media-%u.mp4", (unsigned)item);
      CHECK_EQUAL(td_define(player, TD_DEFINE_ITEM, item, source, (size_t)length), TD_OK);
    }
    session session = {.random = seed};
    play(&session, player, 3000, 0);
    CHECK_EQUAL(td_mark(player, "the end", 7), TD_OK);
    // One is cut short: it can be replayed up to its end.
    if (seed != 7) CHECK_EQUAL(td_finish(player), TD_OK);
    td_destroy(player);
    fclose(file);
  }
}

int main(int count, char **arguments) {
  forks();
  batches();
  if (count > 1) recordings(arguments[1]);
  return check_result();
}
