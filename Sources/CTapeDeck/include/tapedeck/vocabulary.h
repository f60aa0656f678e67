/*
 * Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.
 */
/** The numbers of everything in messages. Assigned once, and never reused. */
#ifndef TAPEDECK_VOCABULARY_H
#define TAPEDECK_VOCABULARY_H

#include <stdint.h>

/** A hash over all names, fields and enumerations: versions with equal hashes understand each other. */
#define TD_VOCABULARY_HASH 0xB42AD79F865893E6ULL

/** Codes of inputs, each followed by the places of its fields in `td_message.fields`. */
enum {
  /** The instant that `nextDeadline` named has come. */
  TD_INPUT_DEADLINE = 0,
  /** Makes `item` the content. Without `opens` it is only selected, and `prepare` or `play` opens it. */
  TD_INPUT_LOAD = 1,
  TD_INPUT_LOAD_ITEM = 0,
  TD_INPUT_LOAD_START_ANCHOR = 1,
  TD_INPUT_LOAD_START_OFFSET = 2,
  TD_INPUT_LOAD_START_BEFORE = 3,
  TD_INPUT_LOAD_START_AFTER = 4,
  TD_INPUT_LOAD_START_SEGMENT = 5,
  TD_INPUT_LOAD_AUTOPLAY = 6,
  TD_INPUT_LOAD_OPENS = 7,
  TD_INPUT_LOAD_IS_LOCAL = 8,
  /** Opens the content if it is not open. Done when it is prepared. */
  TD_INPUT_PREPARE = 2,
  /** Requests playback. Opens the content if it is not open. */
  TD_INPUT_PLAY = 3,
  /** Pauses. */
  TD_INPUT_PAUSE = 4,
  /** Pauses if playing, otherwise plays. `togglesByIntent` defines what counts as playing. */
  TD_INPUT_TOGGLE = 5,
  /** Closes the engine and keeps the content, which can be prepared again. */
  TD_INPUT_STOP = 6,
  /** Closes the engine and unloads the content. */
  TD_INPUT_RESET = 7,
  /** Opens the content again, from another source when `item` is not none. */
  TD_INPUT_RELOAD = 8,
  TD_INPUT_RELOAD_ITEM = 0,
  TD_INPUT_RELOAD_FLUSH = 1,
  TD_INPUT_RELOAD_IS_LOCAL = 2,
  /** Seeks. A newer seek supersedes an older one. */
  TD_INPUT_SEEK = 9,
  TD_INPUT_SEEK_ANCHOR = 0,
  TD_INPUT_SEEK_OFFSET = 1,
  TD_INPUT_SEEK_BEFORE = 2,
  TD_INPUT_SEEK_AFTER = 3,
  TD_INPUT_SEEK_SEGMENT = 4,
  /** Sets the requested rate, which survives pauses, seeks and loads. Refused outside `minimumRate` … `maximumRate`. */
  TD_INPUT_SET_RATE = 10,
  TD_INPUT_SET_RATE_RATE = 0,
  /** Sets the volumes, in thousandths, 0 … `maximumVolume` each. If one is out of range, both are refused. */
  TD_INPUT_SET_VOLUME = 11,
  TD_INPUT_SET_VOLUME_LEFT = 0,
  TD_INPUT_SET_VOLUME_RIGHT = 1,
  /** Mutes or unmutes; the volumes stay. */
  TD_INPUT_SET_MUTED = 12,
  TD_INPUT_SET_MUTED_MUTED = 0,
  /** Sets whether media on demand starts over at its end. */
  TD_INPUT_SET_LOOPING = 13,
  TD_INPUT_SET_LOOPING_LOOPING = 0,
  /** Sets how the picture fills its frame. */
  TD_INPUT_SET_SCALING_MODE = 14,
  TD_INPUT_SET_SCALING_MODE_MODE = 0,
  /** Rotates the picture counter-clockwise by 0, 90, 180 or 270 degrees. Refuses anything else. */
  TD_INPUT_SET_ROTATION = 15,
  TD_INPUT_SET_ROTATION_DEGREES = 0,
  /** Selects a rendition by its number, `off` or `automatic`. */
  TD_INPUT_SELECT_TRACK = 16,
  TD_INPUT_SELECT_TRACK_KIND = 0,
  TD_INPUT_SELECT_TRACK_TRACK = 1,
  /**
   * Sets the language that `automatic` prefers, in this media and all that follow; none for no preference. Subtitles
   * are chosen automatically only with a preference.
   */
  TD_INPUT_SET_PREFERRED_LANGUAGE = 17,
  TD_INPUT_SET_PREFERRED_LANGUAGE_KIND = 0,
  TD_INPUT_SET_PREFERRED_LANGUAGE_LANGUAGE = 1,
  /** Adds a segment to the staged list, which `commitSegments` makes the current one. */
  TD_INPUT_STAGE_SEGMENT = 18,
  TD_INPUT_STAGE_SEGMENT_SEGMENT = 0,
  TD_INPUT_STAGE_SEGMENT_START = 1,
  TD_INPUT_STAGE_SEGMENT_END = 2,
  TD_INPUT_STAGE_SEGMENT_IS_BLOCKED = 3,
  TD_INPUT_STAGE_SEGMENT_IS_HIDDEN = 4,
  TD_INPUT_STAGE_SEGMENT_IS_DATED = 5,
  TD_INPUT_STAGE_SEGMENT_TITLE = 6,
  /** Makes the staged segments the current list, even if there are none. */
  TD_INPUT_COMMIT_SEGMENTS = 19,
  /**
   * Observes every position that is `phase` past a multiple of `interval`, when playback passes it. Refused when
   * `interval` is less than 10 ms. Observers survive stop, reset and load; using an identifier again replaces its
   * observer.
   */
  TD_INPUT_ADD_PERIODIC_OBSERVER = 20,
  TD_INPUT_ADD_PERIODIC_OBSERVER_OBSERVER = 0,
  TD_INPUT_ADD_PERIODIC_OBSERVER_INTERVAL = 1,
  TD_INPUT_ADD_PERIODIC_OBSERVER_PHASE = 2,
  /** Observes `position`, whenever playback passes it, even while `tickGate` keeps periodic observers silent. */
  TD_INPUT_ADD_BOUNDARY_OBSERVER = 21,
  TD_INPUT_ADD_BOUNDARY_OBSERVER_OBSERVER = 0,
  TD_INPUT_ADD_BOUNDARY_OBSERVER_POSITION = 1,
  /** Removes an observer. */
  TD_INPUT_REMOVE_OBSERVER = 22,
  TD_INPUT_REMOVE_OBSERVER_OBSERVER = 0,
  /** Changes one value of the configuration. Refused outside the range of the setting. */
  TD_INPUT_SET = 23,
  TD_INPUT_SET_SETTING = 0,
  TD_INPUT_SET_VALUE = 1,
  /** Captures the picture at the current position. Done when the host has it. */
  TD_INPUT_CAPTURE_STILL = 24,
  /** Tries again after a failure. */
  TD_INPUT_RETRY = 25,
  /**
   * Begins open media again, as an opening does. Ends interruptions where commands do, goes to the position without
   * showing a seek, and keeps interval notifications silent as after an opening. With the default position, or in media
   * that cannot seek, the playhead stays where it is.
   */
  TD_INPUT_RESTART = 26,
  TD_INPUT_RESTART_ANCHOR = 0,
  TD_INPUT_RESTART_OFFSET = 1,
  TD_INPUT_RESTART_BEFORE = 2,
  TD_INPUT_RESTART_AFTER = 3,
  TD_INPUT_RESTART_SEGMENT = 4,
  TD_INPUT_RESTART_AUTOPLAY = 5,
  /** The machine's connection changed, or was lost. */
  TD_INPUT_NETWORK_CHANGED = 64,
  TD_INPUT_NETWORK_CHANGED_NETWORK = 0,
  /** A call or an alarm interrupts playback. */
  TD_INPUT_INTERRUPTION_BEGAN = 65,
  TD_INPUT_INTERRUPTION_BEGAN_STOPS_ENGINE = 0,
  /** The interruption is over. */
  TD_INPUT_INTERRUPTION_ENDED = 66,
  TD_INPUT_INTERRUPTION_ENDED_MAY_RESUME = 0,
  /** The audio route changed. */
  TD_INPUT_ROUTE_CHANGED = 67,
  TD_INPUT_ROUTE_CHANGED_CHANGE = 0,
  /** A button was pressed. */
  TD_INPUT_REMOTE_CONTROL = 68,
  TD_INPUT_REMOTE_CONTROL_BUTTON = 0,
  /** The app is no longer visible. */
  TD_INPUT_ENTERED_BACKGROUND = 69,
  TD_INPUT_ENTERED_BACKGROUND_AUDIO_CONTINUES = 0,
  /** The app is visible again. */
  TD_INPUT_ENTERED_FOREGROUND = 70,
  /** The picture moved to another screen, or back. */
  TD_INPUT_EXTERNAL_PLAYBACK_CHANGED = 71,
  TD_INPUT_EXTERNAL_PLAYBACK_CHANGED_ACTIVE = 0,
  /** Picture in picture began or ended. */
  TD_INPUT_PICTURE_IN_PICTURE_CHANGED = 72,
  TD_INPUT_PICTURE_IN_PICTURE_CHANGED_ACTIVE = 0,
  /** The current date, in microseconds since 1970. The player reads no clock. */
  TD_INPUT_WALL_CLOCK = 73,
  TD_INPUT_WALL_CLOCK_DATE = 0,
  /** The connection is established. Times count from the open command; `never` for an unknown one. */
  TD_INPUT_CONNECTED = 128,
  TD_INPUT_CONNECTED_ADDRESS = 0,
  TD_INPUT_CONNECTED_NAME_LOOKUP = 1,
  TD_INPUT_CONNECTED_CONNECT = 2,
  TD_INPUT_CONNECTED_FIRST_DATA = 3,
  /** The source is open, the playhead is at its beginning or at the live edge, and nothing moves. */
  TD_INPUT_OPENED = 129,
  TD_INPUT_OPENED_DURATION = 0,
  TD_INPUT_OPENED_ESTIMATED = 1,
  TD_INPUT_OPENED_SEEKABLE = 2,
  TD_INPUT_OPENED_AUDIO = 3,
  TD_INPUT_OPENED_VIDEO = 4,
  TD_INPUT_OPENED_SUPPLY = 5,
  /** The media has this rendition. */
  TD_INPUT_TRACK_FOUND = 130,
  TD_INPUT_TRACK_FOUND_KIND = 0,
  TD_INPUT_TRACK_FOUND_TRACK = 1,
  TD_INPUT_TRACK_FOUND_LANGUAGE = 2,
  TD_INPUT_TRACK_FOUND_TITLE = 3,
  TD_INPUT_TRACK_FOUND_IS_DEFAULT = 4,
  TD_INPUT_TRACK_FOUND_IS_FORCED = 5,
  /** The media has this chapter. */
  TD_INPUT_CHAPTER_FOUND = 131,
  TD_INPUT_CHAPTER_FOUND_CHAPTER = 0,
  TD_INPUT_CHAPTER_FOUND_START = 1,
  TD_INPUT_CHAPTER_FOUND_END = 2,
  TD_INPUT_CHAPTER_FOUND_TITLE = 3,
  /** The media has this metadata. */
  TD_INPUT_METADATA_FOUND = 132,
  TD_INPUT_METADATA_FOUND_KEY = 0,
  TD_INPUT_METADATA_FOUND_VALUE = 1,
  /** The duration became known, or changed. */
  TD_INPUT_DURATION_CHANGED = 133,
  TD_INPUT_DURATION_CHANGED_DURATION = 0,
  /** The media is seekable between these positions. */
  TD_INPUT_SEEKABLE_RANGE_CHANGED = 134,
  TD_INPUT_SEEKABLE_RANGE_CHANGED_START = 0,
  TD_INPUT_SEEKABLE_RANGE_CHANGED_END = 1,
  /** A position of the media and its date. */
  TD_INPUT_DATE_REFERENCE = 135,
  TD_INPUT_DATE_REFERENCE_POSITION = 0,
  TD_INPUT_DATE_REFERENCE_DATE = 1,
  /** The size of the picture in pixels. */
  TD_INPUT_NATURAL_SIZE_CHANGED = 136,
  TD_INPUT_NATURAL_SIZE_CHANGED_WIDTH = 0,
  TD_INPUT_NATURAL_SIZE_CHANGED_HEIGHT = 1,
  /** Data is buffered up to a position. */
  TD_INPUT_BUFFERED = 137,
  TD_INPUT_BUFFERED_UNTIL = 0,
  TD_INPUT_BUFFERED_BYTES_READ = 1,
  TD_INPUT_BUFFERED_IS_SATURATED = 2,
  /** The load state, from an engine that judges its buffer itself. */
  TD_INPUT_SUPPLY_CHANGED = 138,
  TD_INPUT_SUPPLY_CHANGED_SUPPLY = 0,
  /** The engine ran out of data and stopped. Only `play(rate:)` starts it again. */
  TD_INPUT_STARVED = 139,
  TD_INPUT_STARVED_POSITION = 0,
  /** The playhead moves. */
  TD_INPUT_PLAYBACK_STARTED = 140,
  TD_INPUT_PLAYBACK_STARTED_POSITION = 0,
  TD_INPUT_PLAYBACK_STARTED_RATE = 1,
  /** The playhead stopped, as commanded or by itself. */
  TD_INPUT_PLAYBACK_STOPPED = 141,
  TD_INPUT_PLAYBACK_STOPPED_POSITION = 0,
  /** The true position, as the answer to `reportPosition` or as a correction of the clock. */
  TD_INPUT_POSITION_REPORTED = 142,
  TD_INPUT_POSITION_REPORTED_POSITION = 0,
  /** The engine landed at `position` and stopped there. */
  TD_INPUT_SEEK_COMPLETED = 143,
  TD_INPUT_SEEK_COMPLETED_SERIAL = 0,
  TD_INPUT_SEEK_COMPLETED_POSITION = 1,
  TD_INPUT_SEEK_COMPLETED_IS_FINISHED = 2,
  /** The first audio or video frame of this opening was presented. */
  TD_INPUT_FIRST_FRAME = 144,
  TD_INPUT_FIRST_FRAME_KIND = 0,
  TD_INPUT_FIRST_FRAME_POSITION = 1,
  /** Everything was presented, and the engine stopped at `position`. */
  TD_INPUT_ENDED = 145,
  TD_INPUT_ENDED_POSITION = 0,
  /** The engine cannot continue. */
  TD_INPUT_FAILED = 146,
  TD_INPUT_FAILED_FAILURE = 0,
  TD_INPUT_FAILED_DETAIL = 1,
  TD_INPUT_FAILED_TEXT = 2,
  /** A problem that does not stop playback. */
  TD_INPUT_WARNED = 147,
  TD_INPUT_WARNED_FAILURE = 0,
  TD_INPUT_WARNED_DETAIL = 1,
  TD_INPUT_WARNED_TEXT = 2,
  /** The engine plays this rendition now. */
  TD_INPUT_TRACK_SELECTED = 148,
  TD_INPUT_TRACK_SELECTED_KIND = 0,
  TD_INPUT_TRACK_SELECTED_TRACK = 1,
  /** A subtitle is shown; `none` when it disappears. */
  TD_INPUT_SUBTITLE_SHOWN = 149,
  TD_INPUT_SUBTITLE_SHOWN_TEXT = 0,
  /** The still picture was taken. */
  TD_INPUT_STILL_CAPTURED = 150,
  TD_INPUT_STILL_CAPTURED_SERIAL = 0,
  TD_INPUT_STILL_CAPTURED_IS_CAPTURED = 1,
  /** Everything of this epoch is released. */
  TD_INPUT_CLOSED = 151
};

/** Codes of outputs, and the places of their fields. */
enum {
  /** The content is another item. */
  TD_OUTPUT_ITEM_CHANGED = 1,
  TD_OUTPUT_ITEM_CHANGED_FROM = 0,
  TD_OUTPUT_ITEM_CHANGED_TO = 1,
  /** The content entered another `Phase`. */
  TD_OUTPUT_PHASE_CHANGED = 2,
  TD_OUTPUT_PHASE_CHANGED_FROM = 0,
  TD_OUTPUT_PHASE_CHANGED_TO = 1,
  /** Playback failed at `position`, and will not be retried. */
  TD_OUTPUT_FAILED = 3,
  TD_OUTPUT_FAILED_FAILURE = 0,
  TD_OUTPUT_FAILED_DETAIL = 1,
  TD_OUTPUT_FAILED_TEXT = 2,
  TD_OUTPUT_FAILED_POSITION = 3,
  /** A problem that does not end playback, such as a failure that will be retried. */
  TD_OUTPUT_WARNED = 4,
  TD_OUTPUT_WARNED_FAILURE = 0,
  TD_OUTPUT_WARNED_DETAIL = 1,
  TD_OUTPUT_WARNED_TEXT = 2,
  /** The media is on demand, live or live with a window. */
  TD_OUTPUT_STREAM_TYPE_CHANGED = 5,
  TD_OUTPUT_STREAM_TYPE_CHANGED_TYPE = 0,
  /** The duration became known, or changed; unknown for a live stream and without media. */
  TD_OUTPUT_DURATION_CHANGED = 6,
  TD_OUTPUT_DURATION_CHANGED_DURATION = 0,
  /** The range of seekable positions. */
  TD_OUTPUT_SEEKABLE_RANGE_CHANGED = 7,
  TD_OUTPUT_SEEKABLE_RANGE_CHANGED_START = 0,
  TD_OUTPUT_SEEKABLE_RANGE_CHANGED_END = 1,
  /** How many renditions of each kind the media has. */
  TD_OUTPUT_TRACKS_CHANGED = 8,
  TD_OUTPUT_TRACKS_CHANGED_AUDIO = 0,
  TD_OUTPUT_TRACKS_CHANGED_VIDEO = 1,
  TD_OUTPUT_TRACKS_CHANGED_SUBTITLE = 2,
  /** Another rendition is played. */
  TD_OUTPUT_TRACK_SELECTED = 9,
  TD_OUTPUT_TRACK_SELECTED_KIND = 0,
  TD_OUTPUT_TRACK_SELECTED_TRACK = 1,
  /** The size of the picture in pixels; 0 × 0 without a picture. */
  TD_OUTPUT_NATURAL_SIZE_CHANGED = 10,
  TD_OUTPUT_NATURAL_SIZE_CHANGED_WIDTH = 0,
  TD_OUTPUT_NATURAL_SIZE_CHANGED_HEIGHT = 1,
  /**
   * The connection of this opening is established. Times count from the open command; `never` for one that is not
   * known.
   */
  TD_OUTPUT_CONNECTED = 11,
  TD_OUTPUT_CONNECTED_ADDRESS = 0,
  TD_OUTPUT_CONNECTED_NAME_LOOKUP = 1,
  TD_OUTPUT_CONNECTED_CONNECT = 2,
  TD_OUTPUT_CONNECTED_FIRST_DATA = 3,
  /** The media has this metadata. */
  TD_OUTPUT_METADATA_FOUND = 12,
  TD_OUTPUT_METADATA_FOUND_KEY = 0,
  TD_OUTPUT_METADATA_FOUND_VALUE = 1,
  /** The media has this chapter. */
  TD_OUTPUT_CHAPTER_FOUND = 13,
  TD_OUTPUT_CHAPTER_FOUND_CHAPTER = 0,
  TD_OUTPUT_CHAPTER_FOUND_START = 1,
  TD_OUTPUT_CHAPTER_FOUND_END = 2,
  TD_OUTPUT_CHAPTER_FOUND_TITLE = 3,
  /** The media is ready to play. Sent once for each opening. */
  TD_OUTPUT_PREPARED = 14,
  TD_OUTPUT_PREPARED_DURATION = 0,
  /** Playback or a pause was requested. */
  TD_OUTPUT_INTENT_CHANGED = 15,
  TD_OUTPUT_INTENT_CHANGED_PLAYING = 0,
  /** An interruption began or ended. */
  TD_OUTPUT_INTERRUPTION_CHANGED = 16,
  TD_OUTPUT_INTERRUPTION_CHANGED_IS_INTERRUPTED = 0,
  /** The load state of the buffer changed. */
  TD_OUTPUT_SUPPLY_CHANGED = 17,
  TD_OUTPUT_SUPPLY_CHANGED_FROM = 0,
  TD_OUTPUT_SUPPLY_CHANGED_TO = 1,
  /** Playback ran out of data. */
  TD_OUTPUT_STALL_BEGAN = 18,
  TD_OUTPUT_STALL_BEGAN_COUNT = 0,
  /** The stall is over. Playback continues, unless something else ended the stall, such as a seek or a stop. */
  TD_OUTPUT_STALL_ENDED = 19,
  TD_OUTPUT_STALL_ENDED_LASTED = 0,
  /** A seek began. */
  TD_OUTPUT_SEEK_BEGAN = 20,
  TD_OUTPUT_SEEK_BEGAN_SERIAL = 0,
  TD_OUTPUT_SEEK_BEGAN_ORIGIN = 1,
  TD_OUTPUT_SEEK_BEGAN_TARGET = 2,
  /** The seek is over, and `position` is where the playhead is now. */
  TD_OUTPUT_SEEK_ENDED = 21,
  TD_OUTPUT_SEEK_ENDED_SERIAL = 0,
  TD_OUTPUT_SEEK_ENDED_POSITION = 1,
  TD_OUTPUT_SEEK_ENDED_IS_FINISHED = 2,
  /** The player shows another `PlaybackState`. */
  TD_OUTPUT_PLAYBACK_STATE_CHANGED = 22,
  TD_OUTPUT_PLAYBACK_STATE_CHANGED_FROM = 0,
  TD_OUTPUT_PLAYBACK_STATE_CHANGED_TO = 1,
  /** The playhead moved without a seek, for example because of a correction by the engine. */
  TD_OUTPUT_POSITION_JUMPED = 23,
  TD_OUTPUT_POSITION_JUMPED_FROM = 0,
  TD_OUTPUT_POSITION_JUMPED_TO = 1,
  /** The requested rate changed. */
  TD_OUTPUT_RATE_CHANGED = 24,
  TD_OUTPUT_RATE_CHANGED_RATE = 0,
  /** The rate at which the playhead moves changed; zero while it is stopped. */
  TD_OUTPUT_EFFECTIVE_RATE_CHANGED = 25,
  TD_OUTPUT_EFFECTIVE_RATE_CHANGED_RATE = 0,
  /** The volumes changed, in thousandths. */
  TD_OUTPUT_VOLUME_CHANGED = 26,
  TD_OUTPUT_VOLUME_CHANGED_LEFT = 0,
  TD_OUTPUT_VOLUME_CHANGED_RIGHT = 1,
  /** The sound was muted or unmuted. */
  TD_OUTPUT_MUTED_CHANGED = 27,
  TD_OUTPUT_MUTED_CHANGED_MUTED = 0,
  /** Looping was switched on or off. */
  TD_OUTPUT_LOOPING_CHANGED = 28,
  TD_OUTPUT_LOOPING_CHANGED_LOOPING = 0,
  /** The picture fills its frame in another way. */
  TD_OUTPUT_SCALING_MODE_CHANGED = 29,
  TD_OUTPUT_SCALING_MODE_CHANGED_MODE = 0,
  /** The rotation of the picture changed, counter-clockwise. */
  TD_OUTPUT_ROTATION_CHANGED = 30,
  TD_OUTPUT_ROTATION_CHANGED_DEGREES = 0,
  /** The first frame of this opening was presented. */
  TD_OUTPUT_FIRST_FRAME = 31,
  TD_OUTPUT_FIRST_FRAME_KIND = 0,
  TD_OUTPUT_FIRST_FRAME_AFTER = 1,
  /** Another subtitle is shown, or none. */
  TD_OUTPUT_SUBTITLE_CHANGED = 32,
  TD_OUTPUT_SUBTITLE_CHANGED_TEXT = 0,
  /** The media started over by itself. */
  TD_OUTPUT_LOOPED = 33,
  TD_OUTPUT_LOOPED_COUNT = 0,
  /** Playback reached the end of the media. */
  TD_OUTPUT_ENDED = 34,
  TD_OUTPUT_ENDED_POSITION = 0,
  /** The engine released everything of this epoch, or did not confirm it in time. */
  TD_OUTPUT_CLOSED = 35,
  TD_OUTPUT_CLOSED_EPOCH = 0,
  /** The machine's connection changed, or was lost. */
  TD_OUTPUT_NETWORK_CHANGED = 36,
  TD_OUTPUT_NETWORK_CHANGED_NETWORK = 0,
  /** The app went to the background or came back. */
  TD_OUTPUT_BACKGROUND_CHANGED = 37,
  TD_OUTPUT_BACKGROUND_CHANGED_IS_IN_BACKGROUND = 0,
  /** The picture moved to another screen, or back. */
  TD_OUTPUT_EXTERNAL_PLAYBACK_CHANGED = 38,
  TD_OUTPUT_EXTERNAL_PLAYBACK_CHANGED_ACTIVE = 0,
  /** Picture in picture began or ended. */
  TD_OUTPUT_PICTURE_IN_PICTURE_CHANGED = 39,
  TD_OUTPUT_PICTURE_IN_PICTURE_CHANGED_ACTIVE = 0,
  /** The playhead of a live stream reached the live edge or fell behind it. */
  TD_OUTPUT_AT_LIVE_EDGE_CHANGED = 40,
  TD_OUTPUT_AT_LIVE_EDGE_CHANGED_AT_EDGE = 0,
  /** The network policy does not allow the load. Sent once for each attempt. */
  TD_OUTPUT_POLICY_PREVENTED = 41,
  TD_OUTPUT_POLICY_PREVENTED_NETWORK = 0,
  /** The failure that was just reported as a warning will be retried. */
  TD_OUTPUT_RETRY_SCHEDULED = 42,
  TD_OUTPUT_RETRY_SCHEDULED_ATTEMPT = 0,
  TD_OUTPUT_RETRY_SCHEDULED_LIMIT = 1,
  TD_OUTPUT_RETRY_SCHEDULED_AFTER = 2,
  /** Playback is now in this segment. */
  TD_OUTPUT_SEGMENT_STARTED = 43,
  TD_OUTPUT_SEGMENT_STARTED_SEGMENT = 0,
  TD_OUTPUT_SEGMENT_STARTED_IS_SELECTED = 1,
  TD_OUTPUT_SEGMENT_STARTED_SELECTION = 2,
  TD_OUTPUT_SEGMENT_STARTED_PREVIOUS = 3,
  TD_OUTPUT_SEGMENT_STARTED_LAST_POSITION = 4,
  /** Playback left this segment. */
  TD_OUTPUT_SEGMENT_ENDED = 44,
  TD_OUTPUT_SEGMENT_ENDED_SEGMENT = 0,
  TD_OUTPUT_SEGMENT_ENDED_WAS_SELECTED = 1,
  TD_OUTPUT_SEGMENT_ENDED_SELECTION = 2,
  TD_OUTPUT_SEGMENT_ENDED_EXIT = 3,
  TD_OUTPUT_SEGMENT_ENDED_NEXT = 4,
  TD_OUTPUT_SEGMENT_ENDED_LAST_POSITION = 5,
  /** Playback reached this blocked segment and will skip it. */
  TD_OUTPUT_WILL_SKIP = 45,
  TD_OUTPUT_WILL_SKIP_SEGMENT = 0,
  TD_OUTPUT_WILL_SKIP_LAST_POSITION = 1,
  /** The skip of this blocked segment is over. */
  TD_OUTPUT_DID_SKIP = 46,
  TD_OUTPUT_DID_SKIP_SEGMENT = 0,
  TD_OUTPUT_DID_SKIP_LAST_POSITION = 1,
  TD_OUTPUT_DID_SKIP_IS_FINISHED = 2,
  /** Playback passed a position that a periodic observer observes. */
  TD_OUTPUT_TICK = 47,
  TD_OUTPUT_TICK_OBSERVER = 0,
  TD_OUTPUT_TICK_POSITION = 1,
  /** Playback passed the position of a boundary observer. */
  TD_OUTPUT_BOUNDARY_REACHED = 48,
  TD_OUTPUT_BOUNDARY_REACHED_OBSERVER = 0,
  TD_OUTPUT_BOUNDARY_REACHED_POSITION = 1,
  /** The player requests time from the host to work in the background. */
  TD_OUTPUT_BACKGROUND_TIME_NEEDED = 49,
  TD_OUTPUT_BACKGROUND_TIME_NEEDED_SPAN = 0,
  /** A setting has another value. */
  TD_OUTPUT_SETTING_CHANGED = 50,
  TD_OUTPUT_SETTING_CHANGED_SETTING = 0,
  TD_OUTPUT_SETTING_CHANGED_VALUE = 1,
  /** Playback passed the soft end, whose position `softEndFraction` defines. */
  TD_OUTPUT_SOFT_END_REACHED = 51,
  TD_OUTPUT_SOFT_END_REACHED_POSITION = 0,
  /** The content is opened again by policy, which the reason names. */
  TD_OUTPUT_RELOADING = 52,
  TD_OUTPUT_RELOADING_ATTEMPT = 0,
  /** The opening media has this rendition, by the number that `selectTrack(_:_:)` takes. */
  TD_OUTPUT_TRACK_FOUND = 53,
  TD_OUTPUT_TRACK_FOUND_KIND = 0,
  TD_OUTPUT_TRACK_FOUND_TRACK = 1,
  TD_OUTPUT_TRACK_FOUND_LANGUAGE = 2,
  TD_OUTPUT_TRACK_FOUND_TITLE = 3,
  TD_OUTPUT_TRACK_FOUND_IS_DEFAULT = 4,
  TD_OUTPUT_TRACK_FOUND_IS_FORCED = 5,
  /**
   * This blocked segment is presented, because it cannot be skipped; an app may mute or hide it. None when that is
   * over.
   */
  TD_OUTPUT_BLOCKED_PLAYING = 54,
  TD_OUTPUT_BLOCKED_PLAYING_SEGMENT = 0,
  TD_OUTPUT_BLOCKED_PLAYING_IS_SEEKABLE = 1,
  /** Opens the source of `item` and stops at its beginning. */
  TD_OUTPUT_ENGINE_OPEN = 128,
  TD_OUTPUT_ENGINE_OPEN_ITEM = 0,
  TD_OUTPUT_ENGINE_OPEN_KEEPS_BUFFER = 1,
  /** Releases everything of this epoch; confirmed by `closed`. */
  TD_OUTPUT_ENGINE_CLOSE = 129,
  /** Moves the playhead at `rate`; confirmed by `playbackStarted(position:rate:)`. */
  TD_OUTPUT_ENGINE_PLAY = 130,
  TD_OUTPUT_ENGINE_PLAY_RATE = 0,
  /** Stops the playhead; confirmed by `playbackStopped(position:)`. */
  TD_OUTPUT_ENGINE_PAUSE = 131,
  /**
   * Goes to `target`, within the tolerances, and stops there; answered by `seekCompleted(_:position:isFinished:)`. A
   * newer seek replaces an older one.
   */
  TD_OUTPUT_ENGINE_SEEK = 132,
  TD_OUTPUT_ENGINE_SEEK_SERIAL = 0,
  TD_OUTPUT_ENGINE_SEEK_TARGET = 1,
  TD_OUTPUT_ENGINE_SEEK_TOLERANCE_BEFORE = 2,
  TD_OUTPUT_ENGINE_SEEK_TOLERANCE_AFTER = 3,
  /** Sets the volumes, in thousandths. */
  TD_OUTPUT_ENGINE_SET_VOLUME = 133,
  TD_OUTPUT_ENGINE_SET_VOLUME_LEFT = 0,
  TD_OUTPUT_ENGINE_SET_VOLUME_RIGHT = 1,
  TD_OUTPUT_ENGINE_SET_VOLUME_IS_MUTED = 2,
  /** Plays this rendition. */
  TD_OUTPUT_ENGINE_SELECT_TRACK = 134,
  TD_OUTPUT_ENGINE_SELECT_TRACK_KIND = 0,
  TD_OUTPUT_ENGINE_SELECT_TRACK_TRACK = 1,
  /** Sets how the picture is shown. */
  TD_OUTPUT_ENGINE_SET_PRESENTATION = 135,
  TD_OUTPUT_ENGINE_SET_PRESENTATION_SCALING = 0,
  TD_OUTPUT_ENGINE_SET_PRESENTATION_ROTATION = 1,
  /** Switches the picture on or off. */
  TD_OUTPUT_ENGINE_SET_VIDEO_ENABLED = 136,
  TD_OUTPUT_ENGINE_SET_VIDEO_ENABLED_ENABLED = 0,
  /** Takes a still picture; answered by `stillCaptured(_:isCaptured:)`. */
  TD_OUTPUT_ENGINE_CAPTURE_STILL = 137,
  TD_OUTPUT_ENGINE_CAPTURE_STILL_SERIAL = 0,
  /** Asks for a `positionReported(_:)`. */
  TD_OUTPUT_ENGINE_REPORT_POSITION = 138,
  /** Drops media before `position`, to get closer to the live edge. */
  TD_OUTPUT_ENGINE_CATCH_UP = 139,
  TD_OUTPUT_ENGINE_CATCH_UP_POSITION = 0,
  /** The answer to one command. */
  TD_OUTPUT_COMPLETION = 192,
  TD_OUTPUT_COMPLETION_ANSWER = 0,
  TD_OUTPUT_COMPLETION_REFUSAL = 1,
  /** An input was not accepted as given. */
  TD_OUTPUT_DIAGNOSTIC = 193,
  TD_OUTPUT_DIAGNOSTIC_ODDITY = 0
};

/** The phase of the content. The values exclude each other; everything else is a separate axis. */
enum {
  /** No content. */
  TD_PHASE_EMPTY = 0,
  /** Content is selected but nothing is open, before the first preparation, or after a stop. */
  TD_PHASE_IDLE = 1,
  /** The network policy does not allow the load. */
  TD_PHASE_BLOCKED = 2,
  /** The engine opens the source or moves to the start position, or a retry waits for its time. */
  TD_PHASE_OPENING = 3,
  /** Open and ready. Playback can start. */
  TD_PHASE_PREPARED = 4,
  /** The end of the media was reached. */
  TD_PHASE_ENDED = 5,
  /** Playback failed; `failure` has the reason. */
  TD_PHASE_FAILED = 6
};

/** The state a player shows, a pure function of the axes. */
enum {
  /** Nothing is open, or playback failed. */
  TD_PLAYBACK_STATE_IDLE = 0,
  /** Opening, or waiting for the first data. */
  TD_PLAYBACK_STATE_PREPARING = 1,
  /** The engine confirmed that the playhead moves. */
  TD_PLAYBACK_STATE_PLAYING = 2,
  /** A seek is in progress. */
  TD_PLAYBACK_STATE_SEEKING = 3,
  /** Ready and not moving, as requested or because of an interruption. */
  TD_PLAYBACK_STATE_PAUSED = 4,
  /** Playback ran out of data and waits for more. */
  TD_PLAYBACK_STATE_STALLED = 5,
  /** The end of the media was reached. */
  TD_PLAYBACK_STATE_ENDED = 6
};

/** What kind of timeline the media has. */
enum {
  /** Not open. */
  TD_STREAM_TYPE_UNKNOWN = 0,
  /** A fixed duration; seekable if the source is. */
  TD_STREAM_TYPE_ON_DEMAND = 1,
  /** No duration, and no window to seek in. */
  TD_STREAM_TYPE_LIVE = 2,
  /** No duration, and a sliding window to seek in. */
  TD_STREAM_TYPE_DVR = 3
};

/** How the picture fills its frame. */
enum {
  /** Natural size. */
  TD_SCALING_MODE_NONE = 0,
  /** As large as possible without cropping, with bars. The default. */
  TD_SCALING_MODE_ASPECT_FIT = 1,
  /** Covers the frame, cropped. */
  TD_SCALING_MODE_ASPECT_FILL = 2,
  /** Covers the frame, distorted. */
  TD_SCALING_MODE_FILL = 3
};

/** A kind of rendition. */
enum {
  /** Sound. */
  TD_TRACK_KIND_AUDIO = 0,
  /** Pictures. */
  TD_TRACK_KIND_VIDEO = 1,
  /** Text shown with the picture. */
  TD_TRACK_KIND_SUBTITLE = 2
};

/** How the machine is connected. */
enum {
  /** Nothing was reported yet. */
  TD_NETWORK_PATH_UNKNOWN = 0,
  /** Not connected. */
  TD_NETWORK_PATH_NONE = 1,
  /** Connected by Wi-Fi. */
  TD_NETWORK_PATH_WIFI = 2,
  /** Connected by a cellular network. */
  TD_NETWORK_PATH_CELLULAR = 3,
  /** Connected by cable. */
  TD_NETWORK_PATH_WIRED = 4
};

/** Why the audio route changed. */
enum {
  /** Any other reason. Playback is not affected. */
  TD_ROUTE_CHANGE_OTHER = 0,
  /** A device was connected. Playback is not affected. */
  TD_ROUTE_CHANGE_NEW_DEVICE_AVAILABLE = 1,
  /** The device that played was removed, such as headphones. Playback pauses. */
  TD_ROUTE_CHANGE_OLD_DEVICE_UNAVAILABLE = 2
};

/** A button on a headset, a lock screen or a desk. */
enum {
  /** Play. */
  TD_REMOTE_CONTROL_PLAY = 0,
  /** Pause. */
  TD_REMOTE_CONTROL_PAUSE = 1,
  /** Pauses if playing, otherwise plays. */
  TD_REMOTE_CONTROL_TOGGLE = 2,
  /** Stop. */
  TD_REMOTE_CONTROL_STOP = 3,
  /** The next item. The player only reports a diagnostic; the app handles it. */
  TD_REMOTE_CONTROL_NEXT = 4,
  /** The previous item. The player only reports a diagnostic; the app handles it. */
  TD_REMOTE_CONTROL_PREVIOUS = 5
};

/** What the offset of a `Position` counts from. */
enum {
  /** The media's own zero. */
  TD_ANCHOR_START = 0,
  /** The target of the pending seek, else the current position. */
  TD_ANCHOR_PLAYHEAD = 1,
  /** The end of the seekable range. */
  TD_ANCHOR_LIVE_EDGE = 2,
  /** The beginning of the seekable range. */
  TD_ANCHOR_WINDOW_START = 3,
  /** The beginning of `segment`. */
  TD_ANCHOR_SEGMENT = 4,
  /**
   * 1970-01-01T00:00:00Z, so that the offset is a date. Needs a date reference from the engine, or the date from the
   * host.
   */
  TD_ANCHOR_DATE = 5,
  /** The beginning on demand, the live edge on a live stream. */
  TD_ANCHOR_DEFAULT_POSITION = 6
};

/** What caused a change. */
enum {
  /** A command of the app. */
  TD_REASON_COMMAND = 0,
  /** A report of the engine. */
  TD_REASON_ENGINE = 1,
  /** Elapsed time, such as a timeout or a watchdog. */
  TD_REASON_DEADLINE = 2,
  /** The audio route, the background, a remote control or external playback. */
  TD_REASON_ENVIRONMENT = 3,
  /** An interruption began or ended. */
  TD_REASON_INTERRUPTION = 4,
  /** The retry policy. */
  TD_REASON_RETRY = 5,
  /** The network changed. */
  TD_REASON_REACHABILITY = 6,
  /** A segment was entered, left or skipped. */
  TD_REASON_SEGMENT = 7,
  /** The media starts over. */
  TD_REASON_LOOP = 8
};

/** Why a request was refused. A refused request changes nothing. */
enum {
  /** Not refused. */
  TD_REFUSAL_NONE = 0,
  /** There is no content. */
  TD_REFUSAL_NO_CONTENT = 1,
  /** The stream is live without a DVR window, or the source cannot seek. */
  TD_REFUSAL_NOT_SEEKABLE = 2,
  /** A number is outside its documented range. */
  TD_REFUSAL_OUT_OF_RANGE = 3,
  /** There is no such item, track, segment, observer or setting. */
  TD_REFUSAL_UNKNOWN_SUBJECT = 4,
  /** A date was given, but the stream has none. */
  TD_REFUSAL_NO_DATE = 5,
  /** The request needs open media. */
  TD_REFUSAL_NOT_PREPARED = 6,
  /** Reserved; this version never refuses with it. */
  TD_REFUSAL_NOT_AVAILABLE = 7
};

/** How a request ended. Every request gets exactly one answer. */
enum {
  /** Done. */
  TD_ANSWER_DONE = 0,
  /** A newer request of the same kind replaced it. */
  TD_ANSWER_SUPERSEDED = 1,
  /** Stop, reset or another load made it pointless. */
  TD_ANSWER_CANCELLED = 2,
  /** Refused; see the refusal. */
  TD_ANSWER_REFUSED = 3,
  /** Playback failed before the request was done. */
  TD_ANSWER_FAILED = 4
};

/** Why an input was not accepted as given. Nothing is dropped without a diagnostic. */
enum {
  /** It belongs to an opening that is closed. */
  TD_ODDITY_STALE_EPOCH = 0,
  /** It answers a request that is no longer open. */
  TD_ODDITY_STALE_SERIAL = 1,
  /** It contradicts the state, for example a second "opened". */
  TD_ODDITY_UNEXPECTED = 2,
  /** Its instant is before the last one; it counts at the last one. */
  TD_ODDITY_CLOCK_RAN_BACKWARDS = 3,
  /** A number was clamped to its range. */
  TD_ODDITY_CLAMPED = 4,
  /** It names something that does not exist. */
  TD_ODDITY_UNKNOWN_SUBJECT = 5,
  /** This version does nothing with it. */
  TD_ODDITY_NOT_AVAILABLE = 6,
  /** The engine did not confirm in time; the player continued without. */
  TD_ODDITY_UNANSWERED = 7,
  /** The engine gave up a seek that nothing superseded; the player repeats it. */
  TD_ODDITY_RETRIED_SEEK = 8,
  /** A segment without length, or with its end before its start. It was dropped. */
  TD_ODDITY_EMPTY_RANGE = 9
};

/** Why a segment was left. */
enum {
  /** The playhead ran past its end. */
  TD_SEGMENT_EXIT_NATURAL = 0,
  /** A seek went elsewhere. */
  TD_SEGMENT_EXIT_SEEK = 1,
  /** Another segment was selected. */
  TD_SEGMENT_EXIT_SELECTION = 2,
  /** The new list of segments does not contain it. */
  TD_SEGMENT_EXIT_LIST_UPDATE = 3,
  /** Stop, reset or another load. */
  TD_SEGMENT_EXIT_STOP = 4,
  /** Playback failed. */
  TD_SEGMENT_EXIT_FAILURE = 5,
  /** The media ended. */
  TD_SEGMENT_EXIT_ENDED = 6
};

/** When a segment was selected. */
enum {
  /** Not selected. */
  TD_SELECTION_REASON_NONE = 0,
  /** Selected by the start position. */
  TD_SELECTION_REASON_INITIAL = 1,
  /** Selected by a seek. */
  TD_SELECTION_REASON_UPDATE = 2
};

/** What went wrong. */
enum {
  /** No failure. */
  TD_FAILURE_KIND_NONE = 0,
  /** The engine failed without giving a reason. */
  TD_FAILURE_KIND_UNKNOWN = 1,
  /** Reading or writing failed after the source was reached. */
  TD_FAILURE_KIND_IO = 2,
  /** The engine does not know the protocol of the address. */
  TD_FAILURE_KIND_PROTOCOL_UNSUPPORTED = 3,
  /** The host name could not be resolved. */
  TD_FAILURE_KIND_NAME_RESOLUTION = 4,
  /** A socket could not be created. */
  TD_FAILURE_KIND_SOCKET = 5,
  /** The server refused the connection or could not be reached. */
  TD_FAILURE_KIND_CONNECT = 6,
  /** HTTP 400. The server does not understand the request. */
  TD_FAILURE_KIND_HTTP_BAD_REQUEST = 7,
  /** HTTP 401. The server asks for credentials. */
  TD_FAILURE_KIND_HTTP_UNAUTHORIZED = 8,
  /** HTTP 403. The server does not allow access. */
  TD_FAILURE_KIND_HTTP_FORBIDDEN = 9,
  /** HTTP 404. The server does not have the source. */
  TD_FAILURE_KIND_HTTP_NOT_FOUND = 10,
  /** Another HTTP status 4xx; `detail` has it. */
  TD_FAILURE_KIND_HTTP_CLIENT_ERROR = 11,
  /** HTTP 5xx; `detail` has the status. */
  TD_FAILURE_KIND_HTTP_SERVER_ERROR = 12,
  /** The bytes are not media, or damaged beyond use. */
  TD_FAILURE_KIND_INVALID_DATA = 13,
  /** The engine has no decoder for the video. */
  TD_FAILURE_KIND_VIDEO_CODEC_UNSUPPORTED = 14,
  /** The engine has no decoder for the audio. */
  TD_FAILURE_KIND_AUDIO_CODEC_UNSUPPORTED = 15,
  /** The source was not opened within `openTimeout`. */
  TD_FAILURE_KIND_OPEN_TIMEOUT = 16,
  /** No data came for `readTimeout` while playback waited for it. */
  TD_FAILURE_KIND_READ_TIMEOUT = 17,
  /** The network policy does not allow the load. */
  TD_FAILURE_KIND_POLICY = 18,
  /** A local source does not exist. */
  TD_FAILURE_KIND_NOT_FOUND = 19,
  /** The source, or something it refers to, may not be read. */
  TD_FAILURE_KIND_NOT_PERMITTED = 20,
  /** The media ended more than `earlyEndTolerance` before its declared duration. */
  TD_FAILURE_KIND_ENDED_EARLY = 21,
  /** Playback waited for data longer than `bufferingLimit`, although some came. */
  TD_FAILURE_KIND_STUCK_BUFFERING = 22,
  /** The engine reported that it plays, but the playhead did not move. */
  TD_FAILURE_KIND_STUCK_PLAYING = 23,
  /** A seek was not answered within `seekTimeout`. */
  TD_FAILURE_KIND_STUCK_SEEKING = 24,
  /** The reloads by policy are used up. Retries that are used up end with the last failure instead. */
  TD_FAILURE_KIND_RETRIES_EXHAUSTED = 25,
  /** The video could not be decoded. */
  TD_FAILURE_KIND_VIDEO_DECODE_FAILED = 26,
  /** The audio could not be decoded. */
  TD_FAILURE_KIND_AUDIO_DECODE_FAILED = 27,
  /** The server's certificate is not trusted, or belongs to another server. */
  TD_FAILURE_KIND_CERTIFICATE_UNTRUSTED = 28,
  /** The source was redirected too often, or in a loop. */
  TD_FAILURE_KIND_TOO_MANY_REDIRECTS = 29,
  /** The key of encrypted media is not available, or is wrong. */
  TD_FAILURE_KIND_KEY_MISSING = 30,
  /** The server does not send parts of a file, and the media cannot be played without them. */
  TD_FAILURE_KIND_RANGE_REQUIRED = 31,
  /** The format is known but cannot be played. */
  TD_FAILURE_KIND_FORMAT_UNSUPPORTED = 32,
  /** The source is a picture, which has no duration. */
  TD_FAILURE_KIND_IMAGE_UNSUPPORTED = 33,
  /** A playlist, a header or a picture is larger than the engine accepts. */
  TD_FAILURE_KIND_TOO_LARGE = 34,
  /**
   * HTTP 429. The server asks for fewer requests. `detail` is the number of seconds it asks to wait; 0 when it does not
   * say.
   */
  TD_FAILURE_KIND_HTTP_TOO_MANY_REQUESTS = 35
};

/**
 * A number that controls a player's behaviour. One registry serves the configuration, the command that changes it, and
 * the header of a trace.
 */
enum {
  /** Whether `prepare` also requests playback. Default no. */
  TD_SETTING_AUTOPLAY = 0,
  /** How long an open may take. Default 30 s. */
  TD_SETTING_OPEN_TIMEOUT = 1,
  /** How long playback may wait for the next byte. Default 30 s. */
  TD_SETTING_READ_TIMEOUT = 2,
  /** How long playback may wait although some data comes. Default 600 s. */
  TD_SETTING_BUFFERING_LIMIT = 3,
  /** How long a seek may take. Default 30 s. */
  TD_SETTING_SEEK_TIMEOUT = 4,
  /** How long the engine may take to confirm a close. The player continues meanwhile. Default 5 s. */
  TD_SETTING_CLOSE_TIMEOUT = 5,
  /**
   * How often the engine is asked for its true position while it plays, to detect a playhead that does not move.
   * Default 10 s; range 100 ms … endless.
   */
  TD_SETTING_PROBE_INTERVAL = 6,
  /** How far the clock may run past the duration before the media counts as ended. Default 10 s. */
  TD_SETTING_PAST_END_TOLERANCE = 7,
  /** How much of the declared duration may be missing at the end. More is a failure. Default 2 s. */
  TD_SETTING_EARLY_END_TOLERANCE = 8,
  /**
   * How often the engine may stop by itself, until a second is played beyond the first such stop, before it counts as
   * stuck. Default 3.
   */
  TD_SETTING_UNEXPECTED_STOP_LIMIT = 9,
  /** How much media must be buffered before playback starts. Default 1 s. */
  TD_SETTING_START_BUFFER = 10,
  /** How much media must be buffered before playback continues after a stall. Default 2 s. */
  TD_SETTING_REBUFFER = 11,
  /** How much media must be buffered to count as play-through. Default 10 s. */
  TD_SETTING_PLAY_THROUGH_BUFFER = 12,
  /** Whether the load state follows from the buffered range. Off for engines that judge it themselves. Default yes. */
  TD_SETTING_DERIVES_SUPPLY = 13,
  /** Smallest accepted rate. Default 0.5. */
  TD_SETTING_MINIMUM_RATE = 14,
  /** Largest accepted rate. Default 2. */
  TD_SETTING_MAXIMUM_RATE = 15,
  /** How far the engine's true position may be off before it counts as a jump. Default 250 ms. */
  TD_SETTING_JUMP_TOLERANCE = 16,
  /** How far before the end of the range a seek lands at the latest. Default 0 s. */
  TD_SETTING_SEEK_END_MARGIN = 17,
  /** Whether the engine gets one seek at a time, and only the last of those that wait. Default no. */
  TD_SETTING_COALESCES_SEEKS = 18,
  /** How often a seek that the engine gave up is repeated. Default 1. */
  TD_SETTING_SEEK_RETRY_LIMIT = 19,
  /** A start closer to the end than this falls back to the default position. Default 0 s. */
  TD_SETTING_START_END_TOLERANCE = 20,
  /** The same as a fraction of the duration. The smaller of the two that are not zero applies. Default 0. */
  TD_SETTING_START_END_TOLERANCE_RATIO = 21,
  /** Whether play after the end starts over. Default yes. */
  TD_SETTING_REPLAYS_ON_PLAY = 22,
  /** Whether playback stays requested after a stop. Default no. */
  TD_SETTING_STOP_KEEPS_INTENT = 23,
  /** Whether toggle depends on whether playback is requested; off, on whether the playhead moves. Default yes. */
  TD_SETTING_TOGGLES_BY_INTENT = 24,
  /** Whether play pauses prepared media whose playback is already requested. Default no. */
  TD_SETTING_PLAY_WHILE_PLAYING_PAUSES = 25,
  /** Whether play without content is remembered. Default no. */
  TD_SETTING_PLAY_WITHOUT_CONTENT_SETS_INTENT = 26,
  /** Whether media opens again at its last position after a failure; off, at its initial position. Default yes. */
  TD_SETTING_REOPENS_AT_LAST_POSITION = 27,
  /** After an interruption longer than this playback does not resume. Default endless. */
  TD_SETTING_INTERRUPTION_RESUME_LIMIT = 28,
  /** Whether playback pauses in the background. Default no. */
  TD_SETTING_PAUSES_IN_BACKGROUND = 29,
  /** Whether the picture is switched off in the background. Default yes. */
  TD_SETTING_DISABLES_VIDEO_IN_BACKGROUND = 30,
  /** A stream whose seekable window is shorter than this counts as live without a window. Default 0 s. */
  TD_SETTING_MINIMUM_DVRWINDOW = 31,
  /** How far behind the edge still counts as live. Default 30 s. */
  TD_SETTING_LIVE_TOLERANCE = 32,
  /** How far from the edge a rate above normal is allowed. Default 5 s. */
  TD_SETTING_LIVE_RATE_MARGIN = 33,
  /** Live media buffered beyond this is dropped. Negative for never. Default -1 µs; range any. */
  TD_SETTING_LIVE_BUFFER_MAXIMUM = 34,
  /** How many retries follow a failure. Default 0. */
  TD_SETTING_RETRY_LIMIT = 35,
  /** How the delay before a retry grows. Default exponential. */
  TD_SETTING_RETRY_DELAY_KIND = 36,
  /** Delay before the first retry. Default 1 s. */
  TD_SETTING_RETRY_DELAY = 37,
  /** Longest delay before a retry. A server that requests a longer one is not retried. Default 30 s. */
  TD_SETTING_RETRY_DELAY_MAXIMUM = 38,
  /** The fraction by which the seed may shorten the delay. Default 0. */
  TD_SETTING_RETRY_JITTER = 39,
  /** Whether being prepared resets the retry count. Default yes. */
  TD_SETTING_RETRY_RESETS_ON_READY = 40,
  /** Whether another item resets the retry count. Default yes. */
  TD_SETTING_RETRY_RESETS_ON_ITEM = 41,
  /** Which kinds of failures are retried, one bit for each number of `Kind`. Default all. */
  TD_SETTING_RETRYABLE_FAILURES = 42,
  /** Whether a retry resumes at the initial position; off, at the last one. Default no. */
  TD_SETTING_RETRY_RESUMES_AT_INITIAL = 43,
  /** The seed for `retryJitter`. Default 0. */
  TD_SETTING_SEED = 44,
  /** Whether loads over cellular networks are allowed. Default yes. */
  TD_SETTING_ALLOWS_CELLULAR = 45,
  /** Whether a network change can stop what already plays. Default no. */
  TD_SETTING_CHECKS_POLICY_WHILE_PLAYING = 46,
  /** Whether a better or new network reloads remote media. Default no. */
  TD_SETTING_RELOADS_ON_NETWORK_CHANGE = 47,
  /** Whether an empty buffer reloads remote media. Default no. */
  TD_SETTING_RELOADS_ON_STALL = 48,
  /** Whether a connectivity failure is retried when the network returns. Default no. */
  TD_SETTING_RESUMES_ON_RECONNECT = 49,
  /** Whether the first report of the network counts as a change. Default no. */
  TD_SETTING_FIRST_NETWORK_REPORT_COUNTS = 50,
  /** The position of the soft end as a fraction of the duration, truncated to seconds; 0 for none. Default 0. */
  TD_SETTING_SOFT_END_FRACTION = 51,
  /**
   * How far past the start the playhead must run before interval notifications begin. A change takes effect with the
   * next opening. Default 0 s.
   */
  TD_SETTING_TICK_GATE = 52,
  /** At which second of ten the long interval is reported, by façades that have one. Default 0. */
  TD_SETTING_LONG_TICK_PHASE = 53,
  /**
   * Whether a start in a blocked segment is moved before the engine gets it; off, playback goes there and skips. Seeks
   * are always moved. Default yes.
   */
  TD_SETTING_RELOCATES_BLOCKED_STARTS = 54,
  /** How far after blocked media a skip lands. Default 0 s. */
  TD_SETTING_SKIP_LANDING_MARGIN = 55,
  /** Whether a failure before the source is connected is retried, too. Default yes. */
  TD_SETTING_RETRIES_OPENING = 56,
  /** Whether an explicit load or play resets the retry count. Default no. */
  TD_SETTING_RETRY_RESETS_ON_COMMAND = 57,
  /** Whether playback stays requested over a retry; off, it is paused. Default yes. */
  TD_SETTING_RETRY_KEEPS_INTENT = 58,
  /** Whether a failure before the source is connected pauses. Default no. */
  TD_SETTING_OPEN_FAILURE_HOLDS = 59,
  /** Whether the content is unloaded when retries are exhausted. Default no. */
  TD_SETTING_EMPTIES_ON_FAILURE = 60,
  /**
   * How many reloads by policy may follow each other without playback in between. One more is a failure. Default 10.
   */
  TD_SETTING_RELOAD_LIMIT = 61,
  /** How much time the player requests in the background without a network or while interrupted. Default 0 s. */
  TD_SETTING_BACKGROUND_TIME = 62,
  /** Whether periodic observers are notified of every jump at its landing. Default no. */
  TD_SETTING_TICKS_ON_JUMP = 63,
  /** Whether periodic observers are notified when playback starts and stops. Default no. */
  TD_SETTING_TICKS_AT_START_AND_STOP = 64,
  /** How far after the beginning of a segment its selection lands. Default 0 s. */
  TD_SETTING_SEGMENT_START_MARGIN = 65,
  /**
   * Whether blocked, visible and short segments win where segments overlap; off, the first in the list applies until it
   * ends. Default yes.
   */
  TD_SETTING_RESOLVES_OVERLAPS = 66,
  /**
   * How many skips may fall short, which each does until the playhead has reached where it leads. See
   * `playsUnskippable`. Default 3.
   */
  TD_SETTING_SKIP_LIMIT = 67,
  /**
   * Whether play opens content that is not open; off, it only requests playback of content that is opening. Default
   * yes.
   */
  TD_SETTING_PLAY_OPENS = 68,
  /** Whether running out of data during a seek is a stall that counts; off, it is part of the seek. Default no. */
  TD_SETTING_STALLS_IN_SEEKS = 69,
  /** Whether returning to the foreground pauses. Default no. */
  TD_SETTING_PAUSES_ON_RETURN = 70,
  /** Largest accepted volume. Default 1; range 0 … 2. */
  TD_SETTING_MAXIMUM_VOLUME = 71,
  /** Whether the end of the media ends the request to play, so that a seek from there stays paused. Default no. */
  TD_SETTING_END_CLEARS_INTENT = 72,
  /**
   * How long a stall may last before the engine is commanded to play every second, whatever the buffer level; endless
   * for never. Default endless.
   */
  TD_SETTING_STALL_KICK = 73,
  /** Whether an interruption pauses playback; off, only where the system has stopped the engine. Default yes. */
  TD_SETTING_INTERRUPTIONS_HOLD = 74,
  /** Whether media that becomes ready ends an interruption. Default no. */
  TD_SETTING_READINESS_ENDS_INTERRUPTION = 75,
  /**
   * Whether playback that has progressed resets the retry count, by at least a second and past where it broke off
   * before. Default yes.
   */
  TD_SETTING_RETRY_RESETS_ON_PROGRESS = 76,
  /**
   * Whether automatic subtitles include those that the media marks as default; off, only those in the preferred
   * language. Default no.
   */
  TD_SETTING_SHOWS_DEFAULT_SUBTITLES = 77,
  /**
   * How long open media that can be sought is awaited to tell where: its window, duration or dates, if it does not
   * begin at its default position. Default 2 s.
   */
  TD_SETTING_START_RANGE_TIMEOUT = 78,
  /** Whether commands of the app end an interruption; off, they take effect when it is over. Default no. */
  TD_SETTING_COMMANDS_END_INTERRUPTION = 79,
  /** Whether blocked media is played when the skips of `skipLimit` are used up; off, playback fails. Default no. */
  TD_SETTING_PLAYS_UNSKIPPABLE = 80
};

/** A configuration with a name. */
enum {
  /** Every setting at its default. Nothing is retried, nothing is reloaded. */
  TD_PRESET_DEFAULTS = 0,
  /**
   * For new apps. A few retries with growing delays for failures that a network can cause, at the position where
   * playback stopped, and one more when the network returns.
   */
  TD_PRESET_STANDARD = 1,
  /** PRXPlayer 2.x as its README describes it. */
  TD_PRESET_PRX = 2,
  /** PRXPlayer 2.0.21 as shipped. */
  TD_PRESET_PRX_SOURCE = 3,
  /** PRXPlayer 1.x. */
  TD_PRESET_PRX1 = 4,
  /** KSYMediaPlayer for iOS. */
  TD_PRESET_KSY = 5,
  /** SRGMediaPlayer as documented. */
  TD_PRESET_SRG = 6,
  /** SRGMediaPlayer 8.0.1 as shipped. */
  TD_PRESET_SRG_SOURCE = 7,
  /** The PlayerProtocol SDK (video.io VideoKit). */
  TD_PRESET_PLAYER_PROTOCOL = 9
};

/** What the number of a setting means. */
enum {
  /** 0 or 1. */
  TD_SETTING_UNIT_FLAG = 0,
  /** A length of time in microseconds. */
  TD_SETTING_UNIT_MICROSECONDS = 1,
  /** A rate, a fraction or a volume in thousandths. */
  TD_SETTING_UNIT_THOUSANDTHS = 2,
  /** A count. */
  TD_SETTING_UNIT_COUNT = 3,
  /** A set of bits, or a number without further meaning. */
  TD_SETTING_UNIT_BITS = 4
};

/** How the delay before a retry grows. */
enum {
  /** No delay. */
  TD_RETRY_DELAY_KIND_NONE = 0,
  /** The same delay before every retry. */
  TD_RETRY_DELAY_KIND_FIXED = 1,
  /** A delay that doubles with every retry. */
  TD_RETRY_DELAY_KIND_EXPONENTIAL = 2
};

/**
 * What the player waits for, one slot each; the next deadline is the earliest of them. It follows from the state and is
 * not part of it.
 */
enum {
  /** The player waits for nothing. */
  TD_DEADLINE_SLOT_NONE = 0,
  /** The engine's confirmation that it has closed: `closeTimeout`. */
  TD_DEADLINE_SLOT_CLOSE = 1,
  /** The source to be open: `openTimeout`. */
  TD_DEADLINE_SLOT_OPEN = 2,
  /** The engine to land: `seekTimeout`. */
  TD_DEADLINE_SLOT_SEEK = 3,
  /** Data that playback waits for: `readTimeout`. */
  TD_DEADLINE_SLOT_READ = 4,
  /** The end of a wait during which some data arrives: `bufferingLimit`. */
  TD_DEADLINE_SLOT_BUFFERING_LIMIT = 5,
  /** The playhead to be further past the end than `pastEndTolerance`. */
  TD_DEADLINE_SLOT_PAST_END = 6,
  /** The next check that the playhead moves: `probeInterval`. */
  TD_DEADLINE_SLOT_PROBE = 7,
  /** The playhead to reach the live edge, or the time to catch up with it. */
  TD_DEADLINE_SLOT_EDGE = 8,
  /** The playhead to reach a position that is observed. */
  TD_DEADLINE_SLOT_INTERVAL = 9,
  /** The time of the next attempt: `retryDelay`. */
  TD_DEADLINE_SLOT_RETRY = 10,
  /** The playhead to leave a segment or a gap. */
  TD_DEADLINE_SLOT_SEGMENT = 11,
  /** The time to command a stalled engine to play again: `stallKick`. */
  TD_DEADLINE_SLOT_KICK = 12
};

/** What the buffer allows. A set, because playable and play-through can hold at once. */
enum {
  /** Nothing is known yet. */
  TD_SUPPLY_UNKNOWN = 0,
  /** Enough data to play. */
  TD_SUPPLY_PLAYABLE = 1,
  /** Enough data to continue without an expected stall. */
  TD_SUPPLY_PLAY_THROUGH = 2,
  /** Playback ran out of data and waits for more. */
  TD_SUPPLY_STALLED = 4
};

/** Places of the enumerations, for `td_name`. */
enum {
  /** Values of `anchor`. */
  TD_ENUMERATION_ANCHOR = 0,
  /** Values of `answer`. */
  TD_ENUMERATION_ANSWER = 1,
  /** Values of `failureKind`. */
  TD_ENUMERATION_FAILURE_KIND = 2,
  /** Values of `networkPath`. */
  TD_ENUMERATION_NETWORK_PATH = 3,
  /** Values of `oddity`. */
  TD_ENUMERATION_ODDITY = 4,
  /** Values of `phase`. */
  TD_ENUMERATION_PHASE = 5,
  /** Values of `playbackState`. */
  TD_ENUMERATION_PLAYBACK_STATE = 6,
  /** Values of `reason`. */
  TD_ENUMERATION_REASON = 7,
  /** Values of `refusal`. */
  TD_ENUMERATION_REFUSAL = 8,
  /** Values of `remoteControl`. */
  TD_ENUMERATION_REMOTE_CONTROL = 9,
  /** Values of `routeChange`. */
  TD_ENUMERATION_ROUTE_CHANGE = 10,
  /** Values of `scalingMode`. */
  TD_ENUMERATION_SCALING_MODE = 11,
  /** Values of `segmentExit`. */
  TD_ENUMERATION_SEGMENT_EXIT = 12,
  /** Values of `selectionReason`. */
  TD_ENUMERATION_SELECTION_REASON = 13,
  /** Values of `setting`. */
  TD_ENUMERATION_SETTING = 14,
  /** Values of `streamType`. */
  TD_ENUMERATION_STREAM_TYPE = 15,
  /** Values of `trackKind`. */
  TD_ENUMERATION_TRACK_KIND = 16
};

#endif
