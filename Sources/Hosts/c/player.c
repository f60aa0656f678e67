// The whole loop around the library: an engine that receives commands and reports what happens. The engine here only
// pretends, and so does time; replace both with yours. Prints what the app would observe.
//
//   Tools/c-library
//   cc Sources/Hosts/c/player.c -ISources/CTapeDeck/include .build/c/libtapedeck.a -o player && ./player

#include <inttypes.h>
#include <stdio.h>
#include <tapedeck.h>

enum { INBOX = 16 };

typedef struct app {
  td_player *player;
  int64_t now;
  // Reports arrive while outputs are carried out: each becomes the next input.
  td_message inbox[INBOX];
  size_t waiting;
} app;

static void send(app *app, td_message input) {
  input.time = app->now;
  if (app->waiting < INBOX) app->inbox[app->waiting++] = input;
}

static int64_t get(const app *app, uint32_t key) {
  int64_t value = 0;
  td_get(app->player, key, &value);
  return value;
}

/// What the engine does, and reports. Each report carries the epoch of the opening that it belongs to.
static void perform(app *app, const td_message *command) {
  uint32_t epoch = command->context;
  switch (command->code) {
    case TD_OUTPUT_ENGINE_OPEN:
      printf("engine: open item %" PRId64 "\n", command->fields[TD_OUTPUT_ENGINE_OPEN_ITEM]);
      send(app, (td_message){.code = TD_INPUT_OPENED, .context = epoch, .fields = {
        [TD_INPUT_OPENED_DURATION] = 90 * 1000000, [TD_INPUT_OPENED_SEEKABLE] = 1, [TD_INPUT_OPENED_AUDIO] = 1}});
      send(app, (td_message){.code = TD_INPUT_BUFFERED, .context = epoch, .fields = {
        [TD_INPUT_BUFFERED_UNTIL] = 90 * 1000000, [TD_INPUT_BUFFERED_IS_SATURATED] = 1}});
      break;
    case TD_OUTPUT_ENGINE_PLAY:
      printf("engine: play\n");
      send(app, (td_message){.code = TD_INPUT_PLAYBACK_STARTED, .context = epoch, .fields = {
        get(app, TD_KEY_POSITION), get(app, TD_KEY_RATE)}});
      break;
    case TD_OUTPUT_ENGINE_PAUSE:
      printf("engine: pause\n");
      send(app, (td_message){.code = TD_INPUT_PLAYBACK_STOPPED, .context = epoch, .fields = {get(app, TD_KEY_POSITION)}});
      break;
    case TD_OUTPUT_ENGINE_SEEK:
      printf("engine: seek to %" PRId64 " s\n", command->fields[TD_OUTPUT_ENGINE_SEEK_TARGET] / 1000000);
      send(app, (td_message){.code = TD_INPUT_SEEK_COMPLETED, .context = epoch, .fields = {
        command->fields[TD_OUTPUT_ENGINE_SEEK_SERIAL], command->fields[TD_OUTPUT_ENGINE_SEEK_TARGET], 1}});
      send(app, (td_message){.code = TD_INPUT_BUFFERED, .context = epoch, .fields = {90 * 1000000, 0, 1}});
      break;
    case TD_OUTPUT_ENGINE_CLOSE: send(app, (td_message){.code = TD_INPUT_CLOSED, .context = epoch}); break;
    case TD_OUTPUT_ENGINE_REPORT_POSITION:
      send(app, (td_message){.code = TD_INPUT_POSITION_REPORTED, .context = epoch, .fields = {get(app, TD_KEY_POSITION)}});
      break;
    default: break;
  }
}

static void announce(const td_message *output) {
  td_text state;
  if (output->code != TD_OUTPUT_PLAYBACK_STATE_CHANGED) return;
  if (td_name(TD_NAMES_ENUMERATIONS + TD_ENUMERATION_PLAYBACK_STATE, output->fields[TD_OUTPUT_PLAYBACK_STATE_CHANGED_TO], &state)) return;
  printf("app: %.*s\n", (int)state.length, state.bytes);
}

/// Gives the player everything that is pending, in order.
static int run(app *app) {
  for (size_t next = 0; next < app->waiting; next++) {
    td_message outputs[TD_OUTPUTS_MAX];
    size_t count;
    if (td_receive(app->player, &app->inbox[next], outputs, TD_OUTPUTS_MAX, &count) != TD_OK) {
      fprintf(stderr, "%s\n", td_last_error(app->player));
      return 1;
    }
    for (size_t index = 0; index < count; index++) {
      announce(&outputs[index]);
      perform(app, &outputs[index]);
    }
  }
  app->waiting = 0;
  return 0;
}

/// Lets time pass: the timer fires whenever the player requested it.
static int wait(app *app, int64_t instant) {
  while (get(app, TD_KEY_NEXT_DEADLINE) <= instant) {
    app->now = get(app, TD_KEY_NEXT_DEADLINE);
    send(app, (td_message){.code = TD_INPUT_DEADLINE});
    if (run(app)) return 1;
  }
  app->now = instant;
  return 0;
}

int main(void) {
  char text[240];
  if (TD_CHECK(text, sizeof text) != TD_OK) {
    fprintf(stderr, "%s\n", text);
    return 1;
  }
  app app = {0};
  td_options options = TD_OPTIONS_INIT;
  options.preset = TD_PRESET_STANDARD;
  if (td_create(&options, &app.player) != TD_OK) return 1;

  // An advertisement from 10 to 25 seconds is never played.
  send(&app, (td_message){.code = TD_INPUT_STAGE_SEGMENT, .fields = {1, 10 * 1000000, 25 * 1000000, 1}});
  send(&app, (td_message){.code = TD_INPUT_COMMIT_SEGMENTS});
  send(&app, (td_message){.code = TD_INPUT_LOAD, .fields = {
    [TD_INPUT_LOAD_ITEM] = 1, [TD_INPUT_LOAD_AUTOPLAY] = 1, [TD_INPUT_LOAD_OPENS] = 1}});
  int failed = run(&app) || wait(&app, 12 * 1000000);
  int64_t position = 0;
  td_position(app.player, app.now, &position);
  printf("after 12 s the playhead is at %" PRId64 " s\n", position / 1000000);
  send(&app, (td_message){.code = TD_INPUT_PAUSE});
  failed = failed || run(&app);
  td_destroy(app.player);
  return failed;
}
