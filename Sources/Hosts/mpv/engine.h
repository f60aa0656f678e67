/**
 * The engine contract over libmpv: carries out the commands of a player (`TD_OUTPUT_ENGINE_…`), reports what happens
 * (`TD_INPUT_CONNECTED` … `TD_INPUT_CLOSED`), and decides nothing. Where mpv would act on its own it is held.
 *
 * One thread at a time may use an engine. No call waits for the network or for mpv's core; `engine_create` and
 * `engine_destroy` do, and `engine_perform` where a second opening needs a second instance of mpv.
 */
#ifndef TAPEDECK_MPV_ENGINE_H
#define TAPEDECK_MPV_ENGINE_H

#include <stddef.h>
#include <stdint.h>
#include <tapedeck.h>

typedef struct engine engine;

/** An option of mpv, such as `{"vo", "null"}`. */
typedef struct engine_option {
  const char *name;
  const char *value;
} engine_option;

/** What the engine needs of its host. The functions are called inside of `engine_perform` and `engine_update` only. */
typedef struct engine_host {
  /** Takes a report; its time is the `now` of the call. It must not call the engine: keep it and give it to the player. */
  void (*report)(void *context, const td_message *report);
  /** Gives a text, UTF-8 that ends with a zero, its number; 0 for no text. */
  uint32_t (*text)(void *context, const char *text);
  /** The address of an item, a path or a URL; null when it has none. It is copied. */
  const char *(*source)(void *context, uint32_t item);
  /** Takes the words of a key that was bound with `engine_bind`. */
  void (*key)(void *context, const char *words);
  void *context;
} engine_host;

/**
 * Makes an engine. `options` are set after those that the contract needs, for every instance of mpv.
 *
 * Null, with a sentence in `error`, when mpv cannot be had or does not know an option.
 */
engine *engine_create(
    const engine_host *host, const engine_option *options, size_t count, char *error, size_t error_size);

/** Releases everything; nothing is reported afterwards. Null is allowed. */
void engine_destroy(engine *engine);

/** Name and version, for the header of a trace. */
const char *engine_identity(const engine *engine);

/** Becomes readable when `engine_update` has something to take. */
int engine_descriptor(const engine *engine);

/** When `engine_update` is to be called at the latest, on the host's clock; `TD_NEVER` when the descriptor signals it. */
int64_t engine_next(const engine *engine);

/** Carries out a command. Codes that are no engine commands, and epochs that are not open, are ignored. */
void engine_perform(engine *engine, const td_message *command, int64_t now);

/** Takes mpv's events, and reports them. `now` is the host's clock, in microseconds. */
void engine_update(engine *engine, int64_t now);

/** Shows words over the picture for some milliseconds. */
void engine_show(engine *engine, const char *words, int milliseconds);

/** Fills the screen with the picture, or no longer. */
void engine_toggle_fullscreen(engine *engine);

/** Has the host called with `words`, without spaces, when a key is pressed in the window; keys as mpv names them. */
void engine_bind(engine *engine, const char *key, const char *words);

#endif
