/** Players: creating them, giving them inputs, reading their state. */
#ifndef TAPEDECK_PLAYER_H
#define TAPEDECK_PLAYER_H

#include <tapedeck/base.h>
#include <tapedeck/message.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A player. Use it from one thread at a time. */
typedef struct td_player td_player;

/** A setting and its value. Units and ranges are in `tapedeck/vocabulary.h`. */
typedef struct td_setting {
  /** `TD_SETTING_…`. */
  uint32_t number;
  /** Ignored; 0. */
  uint32_t reserved;
  int64_t value;
} td_setting;

/** Returns `size` bytes, aligned to 16; null when there is no memory. */
typedef void *(*td_allocate)(void *context, size_t size);

/** Frees what `td_allocate` returned; `size` is the requested size. */
typedef void (*td_release)(void *context, void *memory, size_t size);

/**
 * How a player is created. Begin with `td_options options = TD_OPTIONS_INIT;`.
 *
 * Memory comes from one of three places: from `memory` when it is not null, else from `allocate` when that is not null,
 * else from the C library.
 */
typedef struct td_options {
  /** `sizeof(td_options)`: a library with more fields takes the missing ones from `TD_OPTIONS_INIT`. */
  uint32_t size;
  /** `TD_ABI`, and `TD_VOCABULARY_HASH`: see `td_check`. */
  uint32_t abi;
  uint64_t vocabulary;
  /** The preset that all settings start from: `TD_PRESET_…`. */
  uint32_t preset;
  /** How many settings follow. */
  uint32_t setting_count;
  /** Settings that differ from the preset; null when there are none. */
  const td_setting *settings;
  /**
   * Memory for the player and everything that it ever needs, at least `td_size(0)` bytes, aligned to 16. It stays in
   * use until `td_destroy`. Anything beyond that is used for recording and for lists: of segments, of observers.
   */
  void *memory;
  size_t memory_size;
  /** Both or neither. */
  td_allocate allocate;
  td_release release;
  void *allocator;
  /** Where `td_create` writes an error, cut to `message_size` bytes including the terminating zero. May be null. */
  char *message;
  size_t message_size;
} td_options;

#define TD_OPTIONS_INIT \
  { sizeof(td_options), TD_ABI, TD_VOCABULARY_HASH, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, 0 }

/**
 * How many bytes `td_options.memory` must have for a player with everything it does, including snapshots; with
 * `records` not 0, also for recording. Lists of segments and observers take more.
 */
TD_API size_t td_size(int32_t records);

/**
 * Creates a player. `options` may be null: then every setting has its default.
 *
 * `TD_ERROR_NULL`, `TD_ERROR_SIZE`, `TD_ERROR_VERSION`, `TD_ERROR_VALUE` (a preset, a setting or a value that does not
 * exist, one of the two functions without the other, memory that is not aligned), `TD_ERROR_MEMORY`. On failure
 * `*player` is null.
 */
TD_API td_result td_create(const td_options *options, td_player **player);

/** Destroys a player; its recording stays unfinished. Null is allowed. */
TD_API void td_destroy(td_player *player);

/**
 * Creates a second player in the state of the first, without its recording. From then on the two are independent and
 * may run on different threads. Only the memory in `options` is used; null: memory from the C library.
 */
TD_API td_result td_fork(const td_player *player, const td_options *options, td_player **fork);

/**
 * Takes one input, and returns the outputs that it causes.
 *
 * Every input has a defined result in every state: commands that cannot be carried out are refused by an output, late
 * engine reports are dropped with a diagnostic. `TD_ERROR_VALUE` is for a message that is not an input; then, and with
 * `TD_ERROR_MEMORY`, nothing has happened.
 *
 * `TD_ERROR_SPACE` means that the input **was taken** but has more outputs than `capacity`; `*count` is their number
 * and `td_outputs` returns them. With room for `TD_OUTPUTS_MAX` this cannot happen.
 *
 * After each input set your timer to `TD_KEY_NEXT_DEADLINE`; when it fires, send `TD_INPUT_DEADLINE` with the current
 * time, until the next deadline is in the future. A deadline is served at its own instant, however late it is sent. Any
 * other input moves the player's clock to its time; time never runs backwards.
 *
 * @param outputs  May be null when `capacity` is 0: then nothing is copied, which is not an error.
 * @param count    How many outputs there are. May be null.
 */
TD_API td_result td_receive(
    td_player *player, const td_message *input, td_message *outputs, size_t capacity, size_t *count);

/**
 * Takes one input after another as long as there is room for all outputs that one can have; `*taken` is their number.
 * Pass inputs that were not taken again. With `capacity` 0 and no `outputs`, all are taken and outputs are not copied.
 *
 * An error belongs to `inputs[*taken]`; earlier inputs were taken, and their outputs are valid. `TD_ERROR_SPACE` when
 * there is not even room for the first.
 *
 * @param taken  Must not be null.
 * @param count  How many outputs were written. May be null.
 */
TD_API td_result td_receive_many(
    td_player *player, const td_message *inputs, size_t input_count, size_t *taken, td_message *outputs,
    size_t capacity, size_t *count);

/**
 * The outputs of the last input again. `TD_ERROR_SPACE` when there are more than `capacity`; `*count` is their number.
 */
TD_API td_result td_outputs(const td_player *player, td_message *outputs, size_t capacity, size_t *count);

/**
 * The values that can be read from a player, with their types in the vocabulary. Settings are
 * `TD_KEY_SETTING + TD_SETTING_…`.
 */
enum {
  /** The instant of the last input. */
  TD_KEY_CLOCK = 1, /* instant */
  /** When `TD_INPUT_DEADLINE` is due; `TD_NEVER` when it is not. */
  TD_KEY_NEXT_DEADLINE = 2, /* instant */
  /** What that deadline is for: `TD_DEADLINE_SLOT_…`. */
  TD_KEY_NEXT_SLOT = 3, /* deadlineSlot */
  /** A digest of the whole state: the bits of an unsigned number. Equal states have equal digests on every machine. */
  TD_KEY_DIGEST = 4, /* digest */
  /** Where the playhead is at `TD_KEY_CLOCK`; `td_position` returns it for other instants. */
  TD_KEY_POSITION = 5, /* time */
  /** What the player does, in one word: `TD_PLAYBACK_STATE_…`. */
  TD_KEY_STATE = 6, /* playbackState */
  /** The phase of the content: `TD_PHASE_…`. */
  TD_KEY_PHASE = 7, /* phase */
  /** Whether playback is requested, even if something prevents it. */
  TD_KEY_WANTS_PLAY = 8, /* bool */
  /** The bits `TD_SUPPLY_…`. */
  TD_KEY_BUFFER_STATE = 9, /* supply */
  /** What is played; 0 without content. */
  TD_KEY_ITEM = 10, /* item */
  /** `TD_UNKNOWN` before the media is open and for live streams. */
  TD_KEY_DURATION = 11, /* time */
  /** The seekable range; empty when nothing is seekable. */
  TD_KEY_RANGE_START = 12, /* time */
  TD_KEY_RANGE_END = 13, /* time */
  /** `TD_STREAM_TYPE_…`. */
  TD_KEY_STREAM_TYPE = 14, /* streamType */
  /**
   * The seek in progress, where the first of several began, and the target of the newest; 0 and `TD_UNKNOWN` without
   * one.
   */
  TD_KEY_SEEK = 15, /* seek */
  TD_KEY_SEEK_ORIGIN = 16, /* time */
  TD_KEY_SEEK_TARGET = 17, /* time */
  /** In thousandths: the requested rate, and the one at which playback runs or would run. */
  TD_KEY_RATE = 18, /* rate */
  TD_KEY_EFFECTIVE_RATE = 19, /* rate */
  /** In thousandths. */
  TD_KEY_VOLUME_LEFT = 20, /* int */
  TD_KEY_VOLUME_RIGHT = 21, /* int */
  TD_KEY_MUTED = 22, /* bool */
  TD_KEY_LOOPING = 23, /* bool */
  /** `TD_SCALING_MODE_…`. */
  TD_KEY_SCALING_MODE = 24, /* scalingMode */
  /** Degrees counter-clockwise. */
  TD_KEY_ROTATION = 25, /* int */
  /** Pixels; 0 before they are known. */
  TD_KEY_NATURAL_WIDTH = 26, /* int */
  TD_KEY_NATURAL_HEIGHT = 27, /* int */
  /** The text of the subtitle on screen; 0 without one. */
  TD_KEY_SUBTITLE = 28, /* text */
  /**
   * The segment that is played, the one that a start or seek selected, and the one being skipped; 0 without one.
   */
  TD_KEY_SEGMENT = 29, /* segment */
  TD_KEY_SELECTED_SEGMENT = 30, /* segment */
  TD_KEY_SKIPPED_SEGMENT = 31, /* segment */
  /** `TD_FAILURE_KIND_…`, the engine's own number, and its text; 0 while nothing has failed. */
  TD_KEY_FAILURE = 32, /* failureKind */
  TD_KEY_FAILURE_DETAIL = 33, /* int */
  TD_KEY_FAILURE_TEXT = 34, /* text */
  /** How many openings became ready; how often playback stalled and how often the media looped since the last load. */
  TD_KEY_PREPARED_COUNT = 35, /* int */
  TD_KEY_STALL_COUNT = 36, /* int */
  TD_KEY_LOOP_COUNT = 37, /* int */
  /** How many renditions there are, and which one plays: -1 off, -2 automatic. */
  TD_KEY_AUDIO_TRACK_COUNT = 38, /* int */
  TD_KEY_VIDEO_TRACK_COUNT = 39, /* int */
  TD_KEY_SUBTITLE_TRACK_COUNT = 40, /* int */
  TD_KEY_AUDIO_TRACK = 41, /* track */
  TD_KEY_VIDEO_TRACK = 42, /* track */
  TD_KEY_SUBTITLE_TRACK = 43, /* track */
  /** `TD_NETWORK_PATH_…`. */
  TD_KEY_NETWORK = 44, /* networkPath */
  TD_KEY_INTERRUPTED = 45, /* bool */
  TD_KEY_IN_BACKGROUND = 46, /* bool */
  TD_KEY_EXTERNAL_PLAYBACK = 47, /* bool */
  TD_KEY_PICTURE_IN_PICTURE = 48, /* bool */
  TD_KEY_AT_LIVE_EDGE = 49, /* bool */
  /** Whether the first frame of this opening was presented. */
  TD_KEY_AUDIO_SHOWN = 50, /* bool */
  TD_KEY_VIDEO_SHOWN = 51, /* bool */
  /**
   * The opening that the engine works for, and a standby opening; 0 without one. Reports carry the epoch of one of
   * them.
   */
  TD_KEY_EPOCH = 52, /* epoch */
  TD_KEY_NEXT_EPOCH = 53, /* epoch */
  /** The lengths of the lists. */
  TD_KEY_SEGMENT_COUNT = 54, /* int */
  TD_KEY_OBSERVER_COUNT = 55, /* int */
  /** Retries since the count was last reset, and whether the next one is pending. */
  TD_KEY_RETRY_COUNT = 56, /* int */
  TD_KEY_WAITING_TO_RETRY = 57, /* bool */
  /** How far media is buffered, and how much the engine has read, in bytes. */
  TD_KEY_BUFFERED_UNTIL = 58, /* time */
  TD_KEY_BYTES_READ = 59, /* long */
  /** How long playback has stalled since the last load, without the stall in progress. */
  TD_KEY_STALL_TIME = 60, /* span */
  /** The blocked segment that is presented because it cannot be skipped; 0 without one. */
  TD_KEY_PLAYED_BLOCKED_SEGMENT = 61, /* segment */
  /** `TD_KEY_SETTING + TD_SETTING_RETRY_LIMIT` is the value of that setting, and so on. */
  TD_KEY_SETTING = 4096
};

/** The value of a key. `TD_ERROR_VALUE` for one that does not exist. */
TD_API td_result td_get(const td_player *player, uint32_t key, int64_t *value);

/** The values of several keys. It stops with `TD_ERROR_VALUE` at the first that does not exist. */
TD_API td_result td_get_many(const td_player *player, const uint32_t *keys, size_t count, int64_t *values);

/**
 * The value of any field of the state by its name in the vocabulary, such as `retrying.count`: also hidden fields,
 * whose names may change in the next version. The lookup searches all of them.
 */
TD_API td_result td_field(const td_player *player, const char *name, int64_t *value);

/** Where the playhead is at an instant if no input comes before it. Computed, never polled from the engine. */
TD_API td_result td_position(const td_player *player, int64_t instant, int64_t *position);

/**
 * The error of the last failed call for this player: a zero-terminated sentence. Empty, never null.
 */
TD_API const char *td_last_error(const td_player *player);

#ifdef __cplusplus
}
#endif

#endif
