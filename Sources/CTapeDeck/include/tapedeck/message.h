/** The record for all inputs and outputs. */
#ifndef TAPEDECK_MESSAGE_H
#define TAPEDECK_MESSAGE_H

#include <tapedeck/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How many fields a message has room for, not counting the context. */
#define TD_MESSAGE_FIELDS 11

/** No input causes more outputs than this: an array of this size is always large enough. */
#define TD_OUTPUTS_MAX 40

/**
 * An input or an output: 112 bytes without padding, the same on every machine.
 *
 * Codes and the meaning of the fields are in `tapedeck/vocabulary.h`. The field that all kinds of a family share is in
 * `context`; `fields` holds the others in vocabulary order.
 */
typedef struct td_message {
  /** Its kind: `TD_INPUT_…` for inputs, `TD_OUTPUT_…` for outputs. */
  uint16_t code;
  /** How many fields are in use. In an input, 0 means as many as its kind has. */
  uint16_t count;
  /**
   * Inputs: the number that the app assigns to a command, and the epoch of an engine report; 0 for others. Outputs: the
   * reason of a notification (`TD_REASON_…`), the epoch of an engine command, the request that an answer belongs to.
   */
  uint32_t context;
  /** Inputs: when it happens, on your clock. Outputs: the player's clock at that time. */
  int64_t time;
  /** The fields in vocabulary order; `TD_INPUT_LOAD_ITEM` and similar constants are their indices. */
  int64_t fields[TD_MESSAGE_FIELDS];
  /** Outputs: the index of the input of the call that caused it, from 0. Ignored in inputs. */
  uint32_t input;
  /** Ignored in inputs; 0 in outputs. */
  uint32_t reserved;
} td_message;

#ifdef __cplusplus
}
#endif

#endif
