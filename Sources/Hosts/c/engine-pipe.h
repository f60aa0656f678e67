/**
 * The engine pipe: how `tapedeck certify` reaches an engine in its own program. Decodes the lines of commands to
 * `td_message`, and encodes reports. The names of commands, fields and words come from `td_type_json`.
 *
 * Use a pipe from one thread at a time. Requires jansson 2.13 or later.
 */
#ifndef TAPEDECK_HOST_ENGINE_PIPE_H
#define TAPEDECK_HOST_ENGINE_PIPE_H

#include <stddef.h>
#include <stdint.h>
#include <tapedeck.h>

typedef struct engine_pipe engine_pipe;

/** The result of reading. */
enum {
  /** The other side has closed the pipe: end, and report nothing more. */
  ENGINE_PIPE_END = 0,
  /** Everything available was read. */
  ENGINE_PIPE_MORE = 1,
  /** A line is invalid, or reading failed: `engine_pipe_error` has the place, and what was expected. */
  ENGINE_PIPE_BROKEN = -1
};

/** Takes a command: its code is `TD_OUTPUT_ENGINE_…`, its context the epoch, its time the clock of the other side. */
typedef void (*engine_pipe_perform)(void *context, const td_message *command);

/**
 * Writes the first line, which introduces the engine.
 *
 * Null without memory, or when `output` cannot be written. The caller keeps ownership of both descriptors.
 */
engine_pipe *engine_pipe_create(int input, int output, const char *identity);

/** Null is allowed. */
void engine_pipe_destroy(engine_pipe *pipe);

/**
 * Reads once, and calls `perform` for each complete command. It blocks when there is nothing to read: poll the
 * descriptor first. `now` is the caller's clock in microseconds, and shows how it relates to the other side's.
 */
int engine_pipe_read(engine_pipe *pipe, int64_t now, engine_pipe_perform perform, void *context);

/** One sentence; empty while there was no error. */
const char *engine_pipe_error(const engine_pipe *pipe);

/** The address of an item; null for one that was never defined. It stays valid until the item is defined again. */
const char *engine_pipe_source(const engine_pipe *pipe, uint32_t item);

/** The number of a text, which is first defined on the other side. 0 for an empty text, and for null. */
uint32_t engine_pipe_text(engine_pipe *pipe, const char *text);

/**
 * Writes a report, `TD_INPUT_CONNECTED` … `TD_INPUT_CLOSED`; its time is on the caller's clock. 0 when it was written, -1
 * when it is not a report, a value has no word, or writing is no longer possible.
 */
int engine_pipe_report(engine_pipe *pipe, const td_message *report);

#endif
