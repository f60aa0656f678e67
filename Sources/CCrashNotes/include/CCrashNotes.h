#pragma once

#include <stddef.h>
#include <stdint.h>

// Notes that a process leaves when it dies of a fault (a trap, a bad address, an abort) in the middle of a session:
// which session it was, and how far it had got. In normal operation a note costs two stores to memory; only the signal
// handler of the dying thread writes it to a file and to standard error.

/// What is reported about a death. In both texts the byte 1 stands for the seed, 2 for the steps, 3 for the signal.
typedef struct crash_texts {
  /// The file to write; NULL for none. Missing folders are created.
  const char *file;
  const char *contents;
  /// For standard error.
  const char *message;
} crash_texts;

/// What a thread is doing.
typedef struct crash_note {
  const crash_texts *texts;
  volatile uint64_t seed;
  /// -1 before the setup is drawn; then the number of steps drawn, the last of which may be incomplete.
  volatile int64_t steps;
  /// The note that applies again when this one ends.
  struct crash_note *outer;
} crash_note;

/// From now on this thread does what the note says. The note must stay in place until ``crash_note_end``.
void crash_note_begin(crash_note *note, const crash_texts *texts);
void crash_note_end(crash_note *note);

static inline void crash_note_session(crash_note *note, uint64_t seed) {
  note->steps = -1;
  note->seed = seed;
}

static inline void crash_note_steps(crash_note *note, int64_t steps) { note->steps = steps; }

/// Runs `body` in a child process: 0 when it finishes, the signal when it dies of one, -1 when it cannot be tried or
/// takes longer than `milliseconds`. The child writes nothing to standard output and standard error.
int crash_try(void (*body)(void *context), void *context, int milliseconds);
