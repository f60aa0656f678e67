/** Traces: every input and output of a player, to be replayed bit for bit. */
#ifndef TAPEDECK_RECORD_H
#define TAPEDECK_RECORD_H

#include <tapedeck/base.h>
#include <tapedeck/player.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Receives bytes of a trace. Any result other than 0 is a failure: nothing more is recorded then, and `td_flush`,
 * `td_mark`, `td_define` and `td_finish` report it, while `td_receive` does not. It must not call functions for the
 * same player (`TD_ERROR_STATE`).
 */
typedef int32_t (*td_write)(void *context, const void *bytes, size_t count);

/** How a trace is recorded. Begin with `td_recording recording = TD_RECORDING_INIT;`. */
typedef struct td_recording {
  /** `sizeof(td_recording)`. */
  uint32_t size;
  /** 1: `write` is called after each input, so that a killed process loses nothing; 0: after some 64 KiB. */
  uint32_t flushes;
  /** Must not be null. */
  td_write write;
  void *context;
  /**
   * Name and version of the engine and of the program, and free text, in UTF-8; zero-terminated, may be null. Invalid
   * UTF-8 is replaced, here and in all texts of a trace.
   */
  const char *engine;
  const char *tool;
  const char *note;
  /** When the recording begins, in microseconds since 1970; `TD_UNKNOWN` to leave it out. */
  int64_t recorded_at;
} td_recording;

#define TD_RECORDING_INIT \
  { sizeof(td_recording), 1, NULL, NULL, NULL, NULL, NULL, TD_UNKNOWN }

/**
 * Records a player from now on, in the binary form that `tapedeck replay` reads. It must not have taken any input yet
 * (`TD_ERROR_STATE`).
 */
TD_API td_result td_record(td_player *player, const td_recording *recording);

/** What `td_define` defines. */
enum {
  /** The source of an item: the address of the media. */
  TD_DEFINE_ITEM = 1,
  /** The words of a text. */
  TD_DEFINE_TEXT = 2
};

/**
 * Writes what a number identifies into the trace. Players only know numbers; people who read a trace want names.
 * Without a recording it does nothing. `TD_ERROR_SIZE` when the text does not fit into a record (some 170,000 bytes).
 */
TD_API td_result td_define(td_player *player, uint32_t kind, uint32_t number, const char *text, size_t length);

/** Adds a remark after the last step. Like `td_define`. */
TD_API td_result td_mark(td_player *player, const char *text, size_t length);

/** Passes everything to `write`. Without a recording it does nothing. */
TD_API td_result td_flush(td_player *player);

/**
 * Ends the recording: the trace has an end record, and can be replayed to its last digest. `TD_ERROR_WRITE` when any
 * part of it could not be written, now or earlier. Without a recording it does nothing.
 */
TD_API td_result td_finish(td_player *player);

#ifdef __cplusplus
}
#endif

#endif
