/** The library's description of itself: for bindings, for tools, for people who read logs. */
#ifndef TAPEDECK_DESCRIBE_H
#define TAPEDECK_DESCRIBE_H

#include <tapedeck/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A zero-terminated description in JSON, in UTF-8: the layout of every structure in these headers, all keys, results,
 * messages with their fields and types, enumerations, settings with their ranges, presets and fields of the state.
 * Bindings are generated from it. `length` may be null.
 */
TD_API const char *td_type_json(size_t *length);

/** The kinds of names that `td_name` knows. */
enum {
  /** Inputs and outputs by their codes. */
  TD_NAMES_INPUTS = 1,
  TD_NAMES_OUTPUTS = 2,
  /** An enumeration by its number: `TD_NAMES_ENUMERATIONS + TD_ENUMERATION_…`. */
  TD_NAMES_ENUMERATIONS = 16
};

/** The name of a code, or of a value of an enumeration. `TD_ERROR_VALUE` when it has none. */
TD_API td_result td_name(uint32_t family, int64_t number, td_text *name);

#ifdef __cplusplus
}
#endif

#endif
