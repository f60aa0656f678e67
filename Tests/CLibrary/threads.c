// Sixteen threads, each with its own players: what one does does not affect another, and nothing is shared.
//
// With the argument `wrong` two threads use one player, which is forbidden: a race detector must find it.

#include <pthread.h>
#include <string.h>

#include "check.h"
#include "sessions.h"

enum { thread_count = 16, rounds = 12 };

static void *work(void *argument) {
  uint64_t *digest = argument;
  for (int round = 0; round < rounds; round++) {
    td_player *player, *fork;
    if (td_create(NULL, &player) != TD_OK) return NULL;
    session session = {.random = 9};
    *digest = play(&session, player, 500, *digest);
    if (td_fork(player, NULL, &fork) != TD_OK) return NULL;
    td_destroy(player);
    *digest = play(&session, fork, 500, *digest);
    td_destroy(fork);
    td_text name;
    size_t length;
    *digest = mix(*digest, (int64_t)td_name(TD_NAMES_OUTPUTS, 1, &name) + td_error_text(-1)[0] + td_type_json(&length)[1]);
  }
  return NULL;
}

/// A player may move from one thread to another, as long as only one uses it.
static void *end(void *player) {
  session session = {.random = 4};
  play(&session, player, 100, 0);
  td_destroy(player);
  return NULL;
}

/// Queries a player, again and again.
static void *ask(void *player) {
  int64_t value, sum = 0;
  for (int round = 0; round < 1000; round++) {
    td_get(player, TD_KEY_POSITION, &value);
    sum += value != 0;
  }
  return sum < 0 ? player : NULL;
}

static int use_one_player_twice(void) {
  td_player *player;
  pthread_t asking;
  session session = {.random = 4};
  if (td_create(NULL, &player) != TD_OK) return 1;
  pthread_create(&asking, NULL, ask, player);
  play(&session, player, 1000, 0);
  pthread_join(asking, NULL);
  td_destroy(player);
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "wrong") == 0) return use_one_player_twice();
  static uint64_t digests[thread_count];
  pthread_t threads[thread_count];
  for (int index = 0; index < thread_count; index++) pthread_create(&threads[index], NULL, work, &digests[index]);
  for (int index = 0; index < thread_count; index++) pthread_join(threads[index], NULL);
  for (int index = 1; index < thread_count; index++) CHECK(digests[index] == digests[0] && digests[index] != 0);
  for (int index = 0; index < thread_count; index++) {
    td_player *player;
    CHECK_EQUAL(td_create(NULL, &player), TD_OK);
    pthread_create(&threads[index], NULL, end, player);
  }
  for (int index = 0; index < thread_count; index++) pthread_join(threads[index], NULL);
  return check_result();
}
