/** Results, versions and texts: what all other headers need. */
#ifndef TAPEDECK_BASE_H
#define TAPEDECK_BASE_H

#include <stddef.h>
#include <stdint.h>

#include <tapedeck/vocabulary.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TD_API __attribute__((visibility("default")))
#else
#define TD_API
#endif

#define TD_VERSION_MAJOR 0
#define TD_VERSION_MINOR 1
#define TD_VERSION_PATCH 0

/**
 * The binary interface that this header describes: the major number in the high half, the minor in the low half. A
 * library serves programs of its own major number and of its own or a smaller minor number.
 */
#define TD_ABI ((uint32_t)(((uint32_t)TD_VERSION_MAJOR << 16) | (uint32_t)TD_VERSION_MINOR))

/** An unknown position. */
#define TD_UNKNOWN INT64_MIN

/** An instant that never comes; an infinite duration. */
#define TD_NEVER INT64_MAX

/** `TD_OK`, or one of the errors, which are negative. */
typedef int32_t td_result;

enum {
  /** Done. */
  TD_OK = 0,
  /** A required pointer is null. */
  TD_ERROR_NULL = -1,
  /** A value is not valid here: a code, a field, a setting, a key, a name. */
  TD_ERROR_VALUE = -2,
  /** A structure is smaller than any of its versions, or there are fewer bytes than required. */
  TD_ERROR_SIZE = -3,
  /** There is not enough room for the answer. The required size is returned, and the call can be repeated. */
  TD_ERROR_SPACE = -4,
  /** There is not enough memory. Nothing has changed; try again when there is more. */
  TD_ERROR_MEMORY = -5,
  /** The program was compiled for another version of the library. */
  TD_ERROR_VERSION = -6,
  /** The call is not allowed in this state: recording is not possible, or has already started. */
  TD_ERROR_STATE = -7,
  /** The bytes are damaged, or are not what the call expects. */
  TD_ERROR_DAMAGED = -8,
  /** The callback that receives the bytes of a trace has failed; nothing more is recorded. */
  TD_ERROR_WRITE = -9
};

/** A UTF-8 text that the library owns. It is not zero-terminated. */
typedef struct td_text {
  const char *bytes;
  size_t length;
} td_text;

/** The version of the library: three numbers separated by periods. Never null. */
TD_API const char *td_version(void);

/** The binary interface of the library: `TD_ABI` when it was built. */
TD_API uint32_t td_abi(void);

/** The vocabulary of the library: `TD_VOCABULARY_HASH` when it was built. */
TD_API uint64_t td_vocabulary_hash(void);

/**
 * Whether the library serves a program that was compiled for this interface and this vocabulary; `TD_CHECK` calls it
 * for the program that is being compiled. `TD_OK`, or `TD_ERROR_VERSION`, with a text that names both sides.
 *
 * Call it once before anything else: the library that is loaded at run time may be a different one.
 * `td_create` performs the same check.
 *
 * @param text  Receives a zero-terminated text, cut to `capacity` bytes. May be null when `capacity` is 0.
 */
TD_API td_result td_check(uint32_t abi, uint64_t vocabulary, char *text, size_t capacity);

#define TD_CHECK(text, capacity) td_check(TD_ABI, TD_VOCABULARY_HASH, (text), (capacity))

/** What a result means, as one zero-terminated sentence. Never null, even for numbers that are not a result. */
TD_API const char *td_error_text(td_result result);

#ifdef __cplusplus
}
#endif

#endif
