/**
 * Reading traces: a second library, `libtapedeck-trace`, to be linked only when needed, with or without the first.
 *
 * Use a handle from one thread at a time; different handles are independent. Only constant tables are global: names and
 * numbers of the vocabularies. They are built once per process, by the first thread that needs them, in memory of the C
 * library (some 490 KiB with the laws that `td_trace_check` needs), and are kept.
 *
 * A call uses up to 128 KiB of stack.
 */
#ifndef TAPEDECK_TRACE_H
#define TAPEDECK_TRACE_H

#include <tapedeck/base.h>
#include <tapedeck/message.h>
#include <tapedeck/player.h>

#ifdef __cplusplus
extern "C" {
#endif

/** There is no further record. Not an error. */
#define TD_TRACE_ENDED 1

/** The two forms of a trace: lines of JSON, which people can read, and compact bytes. */
#define TD_TRACE_TEXT 1
#define TD_TRACE_BINARY 2

/**
 * An open trace, and a place in it. Use it from one thread at a time.
 *
 * A call that runs out of memory ends with `TD_ERROR_MEMORY`, and the trace is then unusable: `td_trace_close` frees
 * everything, `td_trace_error` reports it, and all other calls end with `TD_ERROR_STATE`. Open it again when there is
 * more memory.
 */
typedef struct td_trace td_trace;

/** How a trace is opened. Begin with `td_trace_options options = TD_TRACE_OPTIONS_INIT;`. */
typedef struct td_trace_options {
  /** `sizeof(td_trace_options)`: a library with more fields takes the missing ones from `TD_TRACE_OPTIONS_INIT`. */
  uint32_t size;
  /** `TD_ABI`, and `TD_VOCABULARY_HASH`: see `td_check`. */
  uint32_t abi;
  uint64_t vocabulary;
  /**
   * The name of the trace in reports and errors, in UTF-8, zero-terminated: at most 4,096 bytes of it are used. Null:
   * "trace". It is copied.
   */
  const char *name;
  /**
   * Where its memory comes from: set both or neither; without them it comes from the C library. They must not call
   * functions for the same trace (`TD_ERROR_STATE`), and must return.
   */
  td_allocate allocate;
  td_release release;
  void *allocator;
  /**
   * Where `td_trace_open` writes an error, as a sentence: cut to `message_size` bytes including the terminating zero,
   * never inside a character. Empty without an error. May be null.
   */
  char *message;
  size_t message_size;
} td_trace_options;

#define TD_TRACE_OPTIONS_INIT \
  { sizeof(td_trace_options), TD_ABI, TD_VOCABULARY_HASH, NULL, NULL, NULL, NULL, NULL, 0 }

/**
 * Opens a trace of either form, of any version, and reads its header. `bytes` must stay unchanged until
 * `td_trace_close`: they are not copied.
 *
 * `TD_ERROR_NULL`, `TD_ERROR_SIZE`, `TD_ERROR_VALUE` (one of the two functions without the other), `TD_ERROR_MEMORY`;
 * `TD_ERROR_VERSION` for a program compiled for another version of the library, and for a trace of a newer format;
 * `TD_ERROR_DAMAGED` for bytes that are not a trace or have no complete header. On failure `*trace` is null.
 *
 * @param bytes    May be null when `count` is 0, which is not a trace.
 * @param options  May be null.
 */
TD_API td_result td_trace_open(
    const void *bytes, size_t count, const td_trace_options *options, td_trace **trace);

/** Closes a trace, and frees all texts that came from it. Null is allowed. */
TD_API void td_trace_close(td_trace *trace);

/**
 * The header: the first line of a text trace, also for a binary one, without the line ending. The documentation of the
 * format lists its fields.
 *
 * This and all other texts of a trace are valid until the next call for the same trace.
 */
TD_API td_result td_trace_header(td_trace *trace, td_text *json);

/**
 * The next record as lines of a text trace, each with its line ending: a step and its outputs take several, in the
 * words of the trace, whether or not this library knows them. `TD_TRACE_ENDED` after the last, every time; then the
 * text is `{"isFinished":…,"loss":…}`: whether the trace has an end record, and `offset` and `bytes` of an incomplete
 * last record, if there is one.
 *
 * `TD_ERROR_DAMAGED` where the trace is damaged: `td_trace_error` has the place. Records before it were returned, none
 * after it are returned, and the error stays until `td_trace_rewind`.
 */
TD_API td_result td_trace_next(td_trace *trace, td_text *lines);

/** Goes back to the first record. */
TD_API td_result td_trace_rewind(td_trace *trace);

/**
 * The next steps as messages: each input, then its outputs, as many whole steps as there is room for. Other records are
 * skipped. `*count` is 0 when there is no further step. It shares its place in the trace with `td_trace_next`.
 *
 * In each message `input` is the number of its step (the lower 32 bits of it), `reserved` is 0 in an input and 1 in an
 * output, and `time` is when the input happened. An input can be passed to `td_receive` as it is. In an unfinished text
 * trace the last outputs of the last step may be missing.
 *
 * Messages use this library's numbers. In a trace with another vocabulary, outputs that this library lacks are left
 * out; an input that it lacks is an error, `TD_ERROR_VERSION`, and nothing can follow it. An error is reported once the
 * steps before it were returned; after it, the function behaves like `td_trace_next`.
 *
 * `TD_ERROR_SPACE` when there is no room for even one step: `*count` is how much it needs, and the call can be
 * repeated. No step of a recording has more than 1 + `TD_OUTPUTS_MAX` messages.
 */
TD_API td_result td_trace_messages(td_trace *trace, td_message *messages, size_t capacity, size_t *count);

/**
 * Feeds all inputs to a new player and compares all outputs, up to the first difference: what `tapedeck replay --json`
 * prints, without the elapsed time. A difference is not an error: `verdict` is `ok`, `differs`, or `unfollowed` where
 * the trace continues with an input that this library does not have.
 *
 * `TD_ERROR_DAMAGED`; `TD_ERROR_STATE` for a trace that cannot be replayed, because steps are left out of it. This and
 * all following functions leave the place of `td_trace_next` unchanged.
 */
TD_API td_result td_trace_replay(td_trace *trace, td_text *json);

/**
 * Why a step caused what it caused, and why nothing plays: what `tapedeck explain --json` prints. `TD_ERROR_VALUE` when
 * there is no such step.
 *
 * @param step  Its number, from 1. Below 1: the last step that failed or began a stall, or else the last one.
 */
TD_API td_result td_trace_explain(td_trace *trace, int64_t step, td_text *json);

/**
 * How two traces differ, step by step: what `tapedeck diff --json` prints, with at most 100 differences. The text
 * and errors belong to `a`. A difference is not an error.
 */
TD_API td_result td_trace_diff(td_trace *a, td_trace *b, td_text *json);

/**
 * Whether the laws of a player hold in a trace: what `tapedeck check --json` prints. Feeds all inputs to a new player,
 * checks every law after each of them, and compares the outputs with the recorded ones. An issue is not an error:
 * `verdict` is `ok` or `issues`, `issueCount` how many there are, and `issues` lists them in the order of the steps,
 * each with `property` (the id of the law), `severity` (`critical`, `error`, `warning`), `step`, `instant`, `title`
 * (what must hold), `source`, `detail` (what was seen).
 *
 * Three laws about copies of a player, which a trace cannot show, are checked only by the command line:
 * `copy-disturbed`, `rebuilt-otherwise` and `canonical-state-otherwise`.
 *
 * `TD_ERROR_VALUE` for an unknown id: `td_trace_error` lists all ids as `laws`. `TD_ERROR_DAMAGED`; `TD_ERROR_STATE`
 * for a trace from which steps are left out or that has none; `TD_ERROR_VERSION` for an input that this library does
 * not have.
 *
 * @param allowed  Ids of laws that are not checked, separated by spaces or commas; issues that they would hide
 *                 are reported. Null: all are checked.
 * @param limit    At most this many issues of each law are listed; `issueCount` counts all.
 */
TD_API td_result td_trace_check(td_trace *trace, const char *allowed, size_t limit, td_text *json);

/**
 * The whole trace in one of the two forms, as `tapedeck cat` writes it: nothing is lost, and converted back it has the
 * same bytes if they were canonical. An incomplete last record is left out; `td_trace_next` reports whether there is
 * one. The bytes are not text in the binary form, and stay valid as long as texts.
 *
 * `TD_ERROR_VALUE` for another form; `TD_ERROR_DAMAGED`.
 *
 * @param form  `TD_TRACE_TEXT` or `TD_TRACE_BINARY`.
 */
TD_API td_result td_trace_convert(td_trace *trace, int32_t form, td_text *bytes);

/**
 * The error of the last call for this trace that failed: `{"kind":…,"message":…,"trace":…,"offset":…,"line":…}`. `kind`
 * is a word: `damaged`, `notATrace`, `noHeader`, `tooLong`, `newerVersion`, `foreignVocabulary`, `unknownInput`,
 * `noSuchPlace`, `notReplayable`, `memory`, `misuse`; `message` a sentence; `trace` the name of the trace, `offset` a
 * byte of it and `line` a line of a text trace, where there is such a place. `{}` while there was no error.
 */
TD_API td_result td_trace_error(const td_trace *trace, td_text *json);

#ifdef __cplusplus
}
#endif

#endif
