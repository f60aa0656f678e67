/** The record for all inputs and outputs. */
#ifndef TAPEDECK_MESSAGE_H
#define TAPEDECK_MESSAGE_H

#include <tapedeck/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How many fields a message has room for, without the context. */
#define TD_MESSAGE_FIELDS 11

/** No input has more outputs than this: with this much room, none is ever missing. */
#define TD_OUTPUTS_MAX 40

/**
 * An input or an output: 112 bytes without gaps, the same on every machine.
 *
 * Codes and the meaning of the fields are in `tapedeck/vocabulary.h`. The field that all kinds of a family share is in
 * `context`; `fields` holds the others in the order of the vocabulary.
 */
typedef struct td_message {
  /** Its kind: `TD_INPUT_…` for inputs, `TD_OUTPUT_…` for outputs. */
  uint16_t code;
  /** How many fields are in use. 0 in an input: as many as its kind has. */
  uint16_t count;
  /**
   * Inputs: the number that the app gives a command, and the epoch of a report of the engine; 0 for others. Outputs:
   * the reason of a notification (`TD_REASON_…`), the epoch of a command to the engine, the request that an answer is
   * for.
   */
  uint32_t context;
  /** Inputs: when it happens, on your clock. Outputs: the clock of the player at that time. */
  int64_t time;
  /** The fields in the order of the vocabulary; `TD_INPUT_LOAD_ITEM` and similar constants are their places. */
  int64_t fields[TD_MESSAGE_FIELDS];
  /** Outputs: which of the inputs of the call caused it, from 0. Ignored in inputs. */
  uint32_t input;
  /** Ignored in inputs; 0 in outputs. */
  uint32_t reserved;
} td_message;

#ifdef __cplusplus
}
#endif

#endif
