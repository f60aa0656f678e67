/**
 * The engine contract over libmpv: carries out a player's commands (`TD_OUTPUT_ENGINE_…`), reports what happens
 * (`TD_INPUT_CONNECTED` … `TD_INPUT_CLOSED`), and decides nothing. Where mpv would act on its own it is held.
 *
 * Use an engine from one thread at a time. No call waits for the network or for mpv's core, except `engine_create` and
 * `engine_destroy`, and `engine_perform` where a second opening needs a second instance of mpv.
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

/** What the engine needs from its host. The functions are called only inside `engine_perform` and `engine_update`. */
typedef struct engine_host {
  /**
   * Receives a report; its time is the `now` of the call. It must not call the engine: keep it and pass it to the
   * player.
   */
  void (*report)(void *context, const td_message *report);
  /** Assigns a number to a text (zero-terminated UTF-8); 0 for no text. */
  uint32_t (*text)(void *context, const char *text);
  /** The address of an item, a path or a URL; null when it has none. It is copied. */
  const char *(*source)(void *context, uint32_t item);
  /** Receives the words of a key that was bound with `engine_bind`. */
  void (*key)(void *context, const char *words);
  void *context;
} engine_host;

/**
 * Creates an engine. `options` are set after those that the contract needs, for every instance of mpv.
 *
 * Null, with a sentence in `error`, when mpv is not available or does not know an option.
 */
engine *engine_create(
    const engine_host *host, const engine_option *options, size_t count, char *error, size_t error_size);

/** Releases everything; nothing is reported afterwards. Null is allowed. */
void engine_destroy(engine *engine);

/** Name and version, for the header of a trace. */
const char *engine_identity(const engine *engine);

/** Becomes readable when `engine_update` has something to process. */
int engine_descriptor(const engine *engine);

/** The latest instant to call `engine_update`, on the host's clock; `TD_NEVER` when the descriptor signals it. */
int64_t engine_next(const engine *engine);

/** Carries out a command. Codes that are not engine commands, and epochs that are not open, are ignored. */
void engine_perform(engine *engine, const td_message *command, int64_t now);

/** Processes mpv's events, and reports them. `now` is the host's clock, in microseconds. */
void engine_update(engine *engine, int64_t now);

/** Shows words over the picture for some milliseconds. */
void engine_show(engine *engine, const char *words, int milliseconds);

/** Fills the screen with the picture, or leaves full screen. */
void engine_toggle_fullscreen(engine *engine);

/**
 * Makes the engine pass `words`, without spaces, to the host when a key is pressed in the window; keys as mpv names
 * them.
 */
void engine_bind(engine *engine, const char *key, const char *words);

#endif
