// Forged snapshots: fields of any value and inconsistent lists, with a valid digest. They are either refused or become
// states like any other: nothing that follows may stop the program.

#include "check.h"
#include "sessions.h"

static uint64_t rotate(uint64_t value) { return (value << 27) | (value >> 37); }

/// Recomputes the digest at the end of a snapshot.
static void sign(int64_t *words, size_t count) {
  uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
  for (size_t index = 0; index + 1 < count; index++) state = rotate((state ^ (uint64_t)words[index]) * UINT64_C(0xBF58476D1CE4E5B9));
  uint64_t result = (state ^ (state >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  result = (result ^ (result >> 27)) * UINT64_C(0x94D049BB133111EB);
  words[count - 1] = (int64_t)(result ^ (result >> 31));
}

static int64_t any(session *session) {
  switch (draw(session) % 6) {
    case 0: return below(session, 4);
    case 1: return below(session, 300);
    case 2: return -below(session, 300);
    case 3: return one_of(session, INT64_MAX, INT64_MIN);
    case 4: return below(session, 90) * 500000;
    default: return (int64_t)draw(session);
  }
}

int main(int argument_count, char **arguments) {
  int64_t rounds = argument_count > 1 ? atoll(arguments[1]) : 300, restored = 0;
  static int64_t words[8192];
  for (int64_t round = 0; round < rounds; round++) {
    session session = {.random = (uint64_t)round};
    td_options options = session_options(round);
    td_player *player, *other;
    CHECK_EQUAL(td_create(&options, &player), TD_OK);
    CHECK_EQUAL(td_create(&options, &other), TD_OK);
    play(&session, player, below(&session, 400), 0);
    size_t needed;
    CHECK_EQUAL(td_snapshot(player, words, sizeof words, &needed), TD_OK);
    size_t count = needed / 8;
    for (int64_t changes = 1 + below(&session, 4); changes > 0; changes--) {
      // Not the header: its counts are checked against the length.
      words[7 + below(&session, count - 8)] = any(&session);
    }
    sign(words, count);
    td_result result = td_restore(other, words, needed);
    CHECK(result == TD_OK || result == TD_ERROR_DAMAGED);
    if (result == TD_OK) {
      restored++;
      play(&session, other, 200, 0);
      td_player *fork;
      CHECK_EQUAL(td_fork(other, NULL, &fork), TD_OK);
      td_destroy(fork);
    }
    td_destroy(player);
    td_destroy(other);
  }
  printf("%lld of %lld forged snapshots are states\n", (long long)restored, (long long)rounds);
  CHECK(restored > rounds / 20);
  return check_result();
}
