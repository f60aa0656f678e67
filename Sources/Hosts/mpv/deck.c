#include "deck.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void wake(void *context) {
  engine *engine = context;
  // A full pipe wakes as well.
  if (write(engine->wake[1], "", 1) < 0) return;
}

static void bind_key(deck *deck, const char *key, const char *words) {
  char command[64];
  snprintf(command, sizeof command, "script-message %s", words);
  mpv_command_async(deck->mpv, 0, (const char *[]){"keybind", key, command, NULL});
}

static int set_options(mpv_handle *mpv, const engine_option *options, size_t count, char *error, size_t error_size) {
  for (size_t place = 0; place < count; place++) {
    int result = mpv_set_option_string(mpv, options[place].name, options[place].value);
    if (result >= 0) continue;
    if (error)
      snprintf(error, error_size, "mpv does not take %s=%s: %s", options[place].name, options[place].value,
          mpv_error_string(result));
    return 0;
  }
  return 1;
}

deck *deck_make(engine *engine, char *error, size_t error_size) {
  // mpv reads only the source, decides nothing, and stays at the end of a file.
  static const engine_option contract[] = {
    {"config", "no"}, {"terminal", "no"}, {"idle", "yes"}, {"keep-open", "always"}, {"pause", "yes"}, {"hr-seek", "yes"},
    {"cache", "yes"}, {"cache-pause", "yes"}, {"cache-pause-wait", "0.1"}, {"audio-buffer", "0.1"},  {"ytdl", "no"}, {"load-scripts", "no"},
    {"osc", "no"}, {"input-default-bindings", "no"}, {"input-vo-keyboard", "yes"}, {"resume-playback", "no"},
    {"save-position-on-quit", "no"}, {"sub-auto", "no"}, {"audio-file-auto", "no"}, {"cover-art-auto", "no"},
    {"autoload-files", "no"}, {"access-references", "no"}, {"ordered-chapters", "no"}, {"stop-screensaver", "yes"}};
  static const engine_option observed[] = {{"core-idle", 0}, {"eof-reached", 0}, {"paused-for-cache", 0},
    {"demuxer-cache-idle", 0}, {"duration", 0}, {"dwidth", 0}};
  if (engine->deck_count == DECKS) return NULL;
  mpv_handle *mpv = mpv_create();
  if (!mpv && error) snprintf(error, error_size, "mpv cannot be made: it needs the locale \"C\" for numbers, and memory");
  if (!mpv) return NULL;
  if (!set_options(mpv, contract, sizeof contract / sizeof *contract, error, error_size)
      || !set_options(mpv, engine->options, engine->option_count, error, error_size) || mpv_initialize(mpv) < 0) {
    if (error && !*error) snprintf(error, error_size, "mpv cannot be made with these options");
    mpv_terminate_destroy(mpv);
    return NULL;
  }
  deck *deck = &engine->decks[engine->deck_count++];
  *deck = (struct deck){.mpv = mpv, .opening = {.look_due = TD_NEVER}};
  for (size_t place = 0; place < sizeof observed / sizeof *observed; place++)
    mpv_observe_property(mpv, 0, observed[place].name, MPV_FORMAT_NONE);
  mpv_observe_property(mpv, 0, "sub-text", MPV_FORMAT_STRING);
  mpv_request_log_messages(mpv, "warn");
  mpv_set_wakeup_callback(mpv, wake, engine);
  for (size_t place = 0; place < engine->binding_count; place++)
    bind_key(deck, engine->bindings[place].key, engine->bindings[place].words);
  return deck;
}

engine *engine_create(
    const engine_host *host, const engine_option *options, size_t count, char *error, size_t error_size) {
  engine *engine = calloc(1, sizeof *engine);
  if (error_size) *error = 0;
  if (!engine) return NULL;
  engine->host = *host;
  engine->options = options;
  engine->option_count = count;
  engine->wake[0] = engine->wake[1] = -1;
  for (size_t place = 0; place < count; place++)
    if (strcmp(options[place].name, "screenshot-directory") == 0) engine->keeps_stills = 1;
  if (pipe(engine->wake) == 0) {
    for (int end = 0; end < 2; end++) {
      fcntl(engine->wake[end], F_SETFL, O_NONBLOCK);
      fcntl(engine->wake[end], F_SETFD, FD_CLOEXEC);
    }
    engine->front = deck_make(engine, error, error_size);
  } else {
    snprintf(error, error_size, "No pipe: %s", strerror(errno));
  }
  if (!engine->front) {
    engine_destroy(engine);
    return NULL;
  }
  char *version = mpv_get_property_string(engine->front->mpv, "mpv-version");
  snprintf(engine->identity, sizeof engine->identity, "%s", version ? version : "mpv");
  mpv_free(version);
  return engine;
}

void engine_destroy(engine *engine) {
  if (!engine) return;
  for (size_t place = 0; place < engine->deck_count; place++) {
    mpv_terminate_destroy(engine->decks[place].mpv);
    free(engine->decks[place].opening.source);
  }
  for (int end = 0; end < 2; end++)
    if (engine->wake[end] >= 0) close(engine->wake[end]);
  free(engine);
}

const char *engine_identity(const engine *engine) { return engine->identity; }

int engine_descriptor(const engine *engine) { return engine->wake[0]; }

void engine_show(engine *engine, const char *words, int milliseconds) {
  char length[16];
  snprintf(length, sizeof length, "%d", milliseconds);
  // Properties in a file's text are not expanded.
  mpv_command_async(engine->front->mpv, 0, (const char *[]){"show-text", words, length, NULL});
}

void engine_toggle_fullscreen(engine *engine) {
  mpv_command_async(engine->front->mpv, 0, (const char *[]){"cycle", "fullscreen", NULL});
}

void engine_bind(engine *engine, const char *key, const char *words) {
  if (engine->binding_count == BINDINGS) return;
  size_t place = engine->binding_count++;
  snprintf(engine->bindings[place].key, sizeof engine->bindings[place].key, "%s", key);
  snprintf(engine->bindings[place].words, sizeof engine->bindings[place].words, "%s", words);
  for (size_t other = 0; other < engine->deck_count; other++) bind_key(&engine->decks[other], key, words);
}
