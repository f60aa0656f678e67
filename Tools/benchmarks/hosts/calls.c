// Runs the mix of a file through the C library: prints nanoseconds per input when inputs are received one by one and their outputs read,
// the same for batches, the number of outputs, and the digest of the last state.
//
// The file consists of lines of numbers: "s SETTING VALUE", "x INSTANT CODE CONTEXT FIELD…" for inputs that are not measured, and "i …" for
// inputs that are.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tapedeck.h>
#include <time.h>

enum { ROUNDS = 40, BATCH = 1000 };

typedef struct list {
  td_message *messages;
  size_t count, capacity;
} list;

static td_setting settings[256];
static uint32_t setting_count;
static list before, measured;

static void *checked(void *memory) {
  if (!memory) {
    fprintf(stderr, "calls: there is no memory\n");
    exit(1);
  }
  return memory;
}

static void add(list *list, char *text) {
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 1024;
    list->messages = checked(realloc(list->messages, list->capacity * sizeof(td_message)));
  }
  td_message *message = &list->messages[list->count++];
  memset(message, 0, sizeof *message);
  message->time = strtoll(text, &text, 10);
  message->code = (uint16_t)strtoll(text, &text, 10);
  message->context = (uint32_t)strtoll(text, &text, 10);
  for (size_t index = 0; index < TD_MESSAGE_FIELDS; index++) message->fields[index] = strtoll(text, &text, 10);
}

static void read_mix(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(1);
  }
  char line[512];
  while (fgets(line, sizeof line, file)) {
    char *rest = line + 1;
    if (line[0] == 's' && setting_count < sizeof settings / sizeof *settings) {
      uint32_t number = (uint32_t)strtoll(rest, &rest, 10);
      settings[setting_count++] = (td_setting){number, 0, strtoll(rest, &rest, 10)};
    } else {
      add(line[0] == 'x' ? &before : &measured, rest);
    }
  }
  fclose(file);
}

static td_player *make(void) {
  td_options options = TD_OPTIONS_INIT;
  options.settings = settings;
  options.setting_count = setting_count;
  td_player *player;
  size_t taken;
  if (td_create(&options, &player) != TD_OK) checked(NULL);
  td_receive_many(player, before.messages, before.count, &taken, NULL, 0, NULL);
  return player;
}

/// The processor time of this thread, which excludes other programs.
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static size_t outputs_seen;
static volatile int64_t seen;

static void one_by_one(td_player *player) {
  td_message outputs[TD_OUTPUTS_MAX];
  outputs_seen = 0;
  for (size_t index = 0; index < measured.count; index++) {
    size_t count;
    td_receive(player, &measured.messages[index], outputs, TD_OUTPUTS_MAX, &count);
    for (size_t output = 0; output < count; output++) seen = outputs[output].code;
    outputs_seen += count;
  }
}

static void in_batches(td_player *player) {
  static td_message outputs[BATCH * 4 + TD_OUTPUTS_MAX];
  size_t done = 0;
  while (done < measured.count) {
    size_t taken, count, rest = measured.count - done;
    td_receive_many(
        player, measured.messages + done, rest < BATCH ? rest : BATCH, &taken, outputs, sizeof outputs / sizeof *outputs, &count);
    if (taken == 0) break;
    done += taken;
  }
}

static double best(void (*play)(td_player *), int64_t *digest) {
  double least = 1e18;
  for (int round = 0; round < ROUNDS; round++) {
    td_player *player = make();
    double began = now();
    play(player);
    double taken = now() - began;
    if (taken < least) least = taken;
    td_get(player, TD_KEY_DIGEST, digest);
    td_destroy(player);
  }
  return least / (double)measured.count;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  read_mix(argv[1]);
  int64_t digest = 0, other = 0;
  double single = best(one_by_one, &digest), batch = best(in_batches, &other);
  if (digest != other) return 1;
  printf("%.2f %.2f %zu %016" PRIx64 "\n", single, batch, outputs_seen, (uint64_t)digest);
  free(before.messages);
  free(measured.messages);
  return 0;
}
