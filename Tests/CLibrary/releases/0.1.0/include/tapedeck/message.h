/** The one record in which inputs go in and outputs come out. */
#ifndef TAPEDECK_MESSAGE_H
#define TAPEDECK_MESSAGE_H

#include <tapedeck/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How many fields a message has room for, the context not counted. */
#define TD_MESSAGE_FIELDS 11

/** No input leads to more outputs than this: with so much room none is ever missing. */
#define TD_OUTPUTS_MAX 40

/**
 * An input or an output: 112 bytes without gaps, the same on every machine.
 *
 * Codes and the meaning of the fields are in `tapedeck/vocabulary.h`. What every kind of a family has stands in
 * `context`; `fields` holds the others in the order of the vocabulary.
 */
typedef struct td_message {
  /** What it is: `TD_INPUT_…` of what goes in, `TD_OUTPUT_…` of what comes out. */
  uint16_t code;
  /** How many fields are in use. 0 in an input: as many as its kind has. */
  uint16_t count;
  /**
   * Inputs: the number that the app gives a command, and the epoch of a report of the engine; 0 for others. Outputs:
   * the reason of a notification (`TD_REASON_…`), the epoch of a command to the engine, the request that an answer is
   * for.
   */
  uint32_t context;
  /** Inputs: when it happens, on your clock. Outputs: the clock of the player when they came. */
  int64_t time;
  /** The fields in the order of the vocabulary; `TD_INPUT_LOAD_ITEM` and the like are their places. */
  int64_t fields[TD_MESSAGE_FIELDS];
  /** Outputs: which of the inputs of the call led to it, from 0. Ignored in inputs. */
  uint32_t input;
  /** Ignored in inputs; 0 in outputs. */
  uint32_t reserved;
} td_message;

#ifdef __cplusplus
}
#endif

#endif
