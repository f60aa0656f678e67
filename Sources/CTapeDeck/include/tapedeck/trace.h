/**
 * Reading traces: a second library, `libtapedeck-trace`, which a program links when it needs it, with or without the
 * first.
 *
 * One handle, one thread at a time; different handles are independent. Nothing is global but constant tables: names and
 * numbers of the vocabularies. They are made once per process, by the first thread that needs them, in memory of the C
 * library, some 490 KiB with the laws that `td_trace_check` needs, and stay.
 *
 * A call takes up to 128 KiB of stack.
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

/** The two forms of a trace: lines of JSON, which people can read, and bytes, which are few. */
#define TD_TRACE_TEXT 1
#define TD_TRACE_BINARY 2

/**
 * A trace that is read, and a place in it. One thread at a time may use it.
 *
 * A call that finds no memory ends with `TD_ERROR_MEMORY`, and the trace is spent then: `td_trace_close` gives everything
 * back, `td_trace_error` says so, and all other calls end with `TD_ERROR_STATE`. Open it again when there is more.
 */
typedef struct td_trace td_trace;

/** How a trace is opened. Begin with `td_trace_options options = TD_TRACE_OPTIONS_INIT;`. */
typedef struct td_trace_options {
  /** `sizeof(td_trace_options)`: a library that knows more fields takes the others as `TD_TRACE_OPTIONS_INIT` has them. */
  uint32_t size;
  /** `TD_ABI`, and `TD_VOCABULARY_HASH`: see `td_check`. */
  uint32_t abi;
  uint64_t vocabulary;
  /**
   * What reports and errors call the trace, in UTF-8, with a zero at its end: 4,096 bytes of it at most. Null: "trace". It
   * is copied.
   */
  const char *name;
  /**
   * Where its memory comes from: both or neither; without them from the C library. They may make no call for the same
   * trace (`TD_ERROR_STATE`), and must return.
   */
  td_allocate allocate;
  td_release release;
  void *allocator;
  /**
   * Where `td_trace_open` writes what is wrong, in a sentence: cut to `message_size` bytes with the zero at its end, and
   * never inside a character. Empty when nothing is. May be null.
   */
  char *message;
  size_t message_size;
} td_trace_options;

#define TD_TRACE_OPTIONS_INIT \
  { sizeof(td_trace_options), TD_ABI, TD_VOCABULARY_HASH, NULL, NULL, NULL, NULL, NULL, 0 }

/**
 * Opens a trace of either form, of any version, and reads its header. `bytes` must stay as they are until
 * `td_trace_close`: they are not copied.
 *
 * `TD_ERROR_NULL`, `TD_ERROR_SIZE`, `TD_ERROR_VALUE` (one of the two functions without the other), `TD_ERROR_MEMORY`;
 * `TD_ERROR_VERSION` for a program of another version of the library and for a trace of a newer format;
 * `TD_ERROR_DAMAGED` for what is no trace or has no whole header. Without success `*trace` is null.
 *
 * @param bytes    May be null when `count` is 0, which is no trace.
 * @param options  May be null.
 */
TD_API td_result td_trace_open(
    const void *bytes, size_t count, const td_trace_options *options, td_trace **trace);

/** Ends a trace, and with it all texts that came from it. Null is allowed. */
TD_API void td_trace_close(td_trace *trace);

/**
 * The header: the first line of a text trace, also of a binary one, without the end of the line. Which fields it has
 * stands in the documentation of the format.
 *
 * This and all other texts of a trace stay until the next call for the same trace.
 */
TD_API td_result td_trace_header(td_trace *trace, td_text *json);

/**
 * The next record as lines of a text trace, each with its end: a step with its outputs in several, in the words of the
 * trace, whatever of them this library knows. `TD_TRACE_ENDED` after the last, again and again; then the text is
 * `{"isFinished":…,"loss":…}`: whether the trace has an end record, and `offset` and `bytes` of a last record that is not
 * whole, if there is one.
 *
 * `TD_ERROR_DAMAGED` where the trace is damaged: `td_trace_error` has the place. What stands before it was given, nothing
 * is given after it, and the error stays until `td_trace_rewind`.
 */
TD_API td_result td_trace_next(td_trace *trace, td_text *lines);

/** Goes back to the first record. */
TD_API td_result td_trace_rewind(td_trace *trace);

/**
 * The next steps as messages: each input, then its outputs, as many whole steps as there is room for. Other records are
 * passed over. `*count` is 0 when there is no further step. It reads on from the same place as `td_trace_next`.
 *
 * In each message `input` is the number of its step (the lower 32 bits of it), `reserved` is 0 in an input and 1 in an
 * output, and `time` is when the input happened. An input can be given to `td_receive` as it is. In an unfinished text
 * trace the last outputs of the last step may be missing.
 *
 * Messages have this library's numbers. Of a trace with other words, outputs that this library lacks are left out; an
 * input that it lacks is an error, `TD_ERROR_VERSION`: nothing can follow it. After an error, which comes when the steps
 * before it were given, it is as with `td_trace_next`.
 *
 * `TD_ERROR_SPACE` when not even one step has room: `*count` is how much it needs, and it can be asked for again. No step
 * of a recording has more than 1 + `TD_OUTPUTS_MAX` messages.
 */
TD_API td_result td_trace_messages(td_trace *trace, td_message *messages, size_t capacity, size_t *count);

/**
 * Feeds all inputs to a fresh player and compares everything that comes out, up to the first difference: what
 * `tapedeck replay --json` prints, but for the time it took. A difference is no error: `verdict` is `ok`, `differs`, or
 * `unfollowed` where the trace goes on with an input that this library does not have.
 *
 * `TD_ERROR_DAMAGED`; `TD_ERROR_STATE` for a trace that cannot be replayed, because steps are left out of it. The place of
 * `td_trace_next` stays where it is, as with all that follow.
 */
TD_API td_result td_trace_replay(td_trace *trace, td_text *json);

/**
 * Why a step brought what it brought, and why nothing plays: what `tapedeck explain --json` prints. `TD_ERROR_VALUE` when
 * there is no such step.
 *
 * @param step  Its number, from 1. Below 1: the last step that failed or began a stall, or else the last one.
 */
TD_API td_result td_trace_explain(td_trace *trace, int64_t step, td_text *json);

/**
 * In what two traces differ, step by step: what `tapedeck diff --json` prints, with at most 100 differences. The text
 * and errors belong to `a`. A difference is no error.
 */
TD_API td_result td_trace_diff(td_trace *a, td_trace *b, td_text *json);

/**
 * Whether the laws of a player hold in a trace: what `tapedeck check --json` prints. Feeds all inputs to a fresh player,
 * checks every law after each of them, and compares the outputs with the recorded ones. What is found is no error:
 * `verdict` is `ok` or `issues`, `issueCount` how many there are, and `issues` lists them in the order of the steps, each
 * with `property` (the id of the law), `severity` (`critical`, `error`, `warning`), `step`, `instant`, `title` (what must
 * hold), `source`, `detail` (what was seen).
 *
 * Three laws about copies of a player, which no trace decides, are checked by the command line alone:
 * `copy-disturbed`, `rebuilt-otherwise` and `canonical-state-otherwise`.
 *
 * `TD_ERROR_VALUE` for an id that is none: `td_trace_error` has all that there are as `laws`. `TD_ERROR_DAMAGED`;
 * `TD_ERROR_STATE` for a trace from which steps are left out or that has none; `TD_ERROR_VERSION` for an input that this
 * library does not have.
 *
 * @param allowed  Ids of laws that are not checked, parted by spaces or commas; what would be hidden by their being broken
 *                 shows. Null: all are checked.
 * @param limit    Of each law at most so many issues are listed; `issueCount` counts all.
 */
TD_API td_result td_trace_check(td_trace *trace, const char *allowed, size_t limit, td_text *json);

/**
 * The whole trace in one of the two forms, as `tapedeck cat` writes it: nothing is lost, and converted back it has the same
 * bytes if they were canonical. A last record that is not whole is left out; `td_trace_next` says whether there is one. The
 * bytes are no text in the binary form, and stay as texts do.
 *
 * `TD_ERROR_VALUE` for another form; `TD_ERROR_DAMAGED`.
 *
 * @param form  `TD_TRACE_TEXT` or `TD_TRACE_BINARY`.
 */
TD_API td_result td_trace_convert(td_trace *trace, int32_t form, td_text *bytes);

/**
 * What was wrong with the last call for this trace that failed:
 * `{"kind":…,"message":…,"trace":…,"offset":…,"line":…}`. `kind` is a word: `damaged`, `notATrace`, `noHeader`, `tooLong`,
 * `newerVersion`, `foreignVocabulary`, `unknownInput`, `noSuchPlace`, `notReplayable`, `memory`, `misuse`; `message` a sentence;
 * `trace` the name of the trace, `offset` a byte of it and `line` a line of a text trace, where there is such a place.
 * `{}` while nothing was wrong.
 */
TD_API td_result td_trace_error(const td_trace *trace, td_text *json);

#ifdef __cplusplus
}
#endif

#endif
