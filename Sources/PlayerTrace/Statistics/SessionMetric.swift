/// A metric of a session: its key in JSON and CSV, its unit, and what it is. ``SessionMetric/all`` is the list from
/// which the command, its tables and the page <doc:Metrics> are made.
public struct SessionMetric: Sendable {
  /// What the integer of a metric counts.
  public enum Unit: UInt8, Equatable, Sendable {
    /// Microseconds.
    case microseconds
    /// A number of things.
    case count
    /// Millionths, rounded to the nearest.
    case ratio
    /// 0 or 1.
    case flag
    /// Bytes.
    case bytes
    /// Kilobits in a second.
    case kilobits
    /// Thousandths of a point of 100.
    case score
    /// The number of a kind of failure; a word in text.
    case failure
  }

  /// The key; a ratio ends with its denominator.
  public let key: StaticString
  /// What its integer counts.
  public let unit: Unit
  /// One sentence.
  public let meaning: StaticString
  /// The direction in which a viewer is worse off; `nil` where there is none.
  public let worse: Direction?

  /// A direction in which a value can change.
  public enum Direction: Equatable, Sendable {
    /// A larger value.
    case more
    /// A smaller value.
    case less
  }

  init(_ key: StaticString, _ unit: Unit, worse: Direction? = nil, _ meaning: StaticString) {
    (self.key, self.unit, self.worse, self.meaning) = (key, unit, worse, meaning)
  }
}

extension SessionMetric {
  /// Every metric, in the order of ``SessionMeter/values(isOver:)``.
  public static var all: [SessionMetric] {
    [
      .init("session_us", .microseconds, "From the first step to the last; the sum of the times of all classes."),
      .init(
        "startup_us", .microseconds, worse: .more, "The first start: from the request to play until the playhead moves."
      ),
      .init(
        "startup_valid", .flag,
        "Whether nothing else delayed it: no seek, stop, failure, retry or interruption."),
      .init(
        "open_to_prepared_us", .microseconds, worse: .more, "From the first open command until the player was prepared."
      ),
      .init(
        "play_to_first_frame_us", .microseconds, worse: .more,
        "From the beginning of the first start until the first frame, of either kind."),
      .init("start_count", .count, "Starts that began, those that were given up included."),
      .init("preload_us", .microseconds, "Opening while playback was not requested."),
      .init(
        "exit_before_start", .flag, worse: .more,
        "Whether a finished session ended before the playhead moved, after 1 s of starting or more, without failure."
      ),
      .init("startup_failure", .flag, worse: .more, "Whether playback failed before the playhead had moved."),
      .init("play_us", .microseconds, "Playing, in wall-clock time."),
      .init("media_us", .microseconds, "Media that was played: the time played, times the rate."),
      .init("watch_us", .microseconds, "Starting, playing, rebuffering and seeking."),
      .init("rebuffer_count", .count, worse: .more, "Waits for data in the middle of playback."),
      .init("rebuffer_us", .microseconds, worse: .more, "The time in them, while playback was requested."),
      .init("rebuffer_max_us", .microseconds, worse: .more, "The longest of them."),
      .init("rebuffer_ratio_watch", .ratio, worse: .more, "rebuffer_us / watch_us."),
      .init("rebuffer_ratio_play", .ratio, worse: .more, "rebuffer_us / play_us."),
      .init("rebuffer_ratio_media", .ratio, worse: .more, "rebuffer_us / the length of the media."),
      .init("rebuffer_per_hour_play", .ratio, worse: .more, "rebuffer_count / the hours of play_us."),
      .init("pause_rebuffer_count", .count, "Pauses during a rebuffering."),
      .init(
        "connection_rebuffer_us", .microseconds, worse: .more,
        "Rebuffering that no seek caused: all of rebuffer_us, since waiting after a seek is seeking."),
      .init(
        "mean_time_between_rebuffers_us", .microseconds, worse: .less,
        "play_us / rebuffer_count; not measured without one."),
      .init("seek_count", .count, "Requested seeks; skips do not count."),
      .init("seek_superseded", .count, "Seeks that a newer one superseded."),
      .init("seek_us", .microseconds, worse: .more, "Seeking and skipping."),
      .init(
        "seek_latency_p50_us", .microseconds, worse: .more, "The median wait for seeks; a burst of seeks counts once."),
      .init("seek_latency_p95_us", .microseconds, worse: .more, "The wait for seeks that 95 % do not exceed."),
      .init(
        "seek_land_us", .microseconds, worse: .more, "The part of all waits for seeks until the engine landed."),
      .init("seek_resume_us", .microseconds, worse: .more, "The part from there until the playhead moved or rested."),
      .init("wait_ratio_watch", .ratio, worse: .more, "(starting + seeking + rebuffering) / watch_us."),
      .init(
        "resume_us", .microseconds, worse: .more,
        "Shown as paused although playback was requested: the engine had not confirmed it."),
      .init("skip_count", .count, "Skips of blocked segments that were carried out."),
      .init("skipped_us", .microseconds, "Media that was skipped."),
      .init("skip_latency_us", .microseconds, worse: .more, "The time that all skips took, until they had landed."),
      .init(
        "heard_blocked_us", .microseconds, worse: .more,
        "Time that blocked media played after its skip was due, or because it could not be skipped. Should be 0."),
      .init("retry_count", .count, worse: .more, "Retries after failures."),
      .init("reload_count", .count, worse: .more, "Reloads by policy."),
      .init("retry_us", .microseconds, worse: .more, "Delays before retries."),
      .init("retry_success", .count, "Retries after which the playhead moved."),
      .init("failure_count", .count, worse: .more, "Failures that ended playback."),
      .init("failure", .failure, "The kind of the last of them."),
      .init("failure_after_us", .microseconds, "From the first step until the first of them."),
      .init("warnings", .count, worse: .more, "Failures that did not end playback."),
      .init(
        "live_latency_mean_us", .microseconds, worse: .more,
        "How far a live stream played behind real time: the mean over steps."),
      .init("live_latency_p95_us", .microseconds, worse: .more, "The value that 95 % of these do not exceed."),
      .init(
        "at_edge_ratio_live_play", .ratio, worse: .less, "Time at the live edge / the time that live streams played."),
      .init("catch_up_count", .count, "Jumps towards the live edge."),
      .init(
        "buffer_p5_us", .microseconds, worse: .less,
        "The buffer ahead of the playhead before each report of more: 5 % are not higher."),
      .init("buffer_min_us", .microseconds, worse: .less, "The lowest of these."),
      .init("bytes", .bytes, "Bytes that the engine read."),
      .init(
        "throughput_kbps", .kilobits, worse: .less,
        "Bytes / time, from each open command until the buffer was full once."),
      .init("rate_mean_play", .ratio, "media_us / play_us."),
      .init("completion_ratio_duration", .ratio, "The farthest position that was played / the duration."),
      .init("interrupted_us", .microseconds, "Held by a call, an alarm or the background."),
      .init("blocked_us", .microseconds, "Held by the network policy."),
      .init(
        "mux_startup_score", .score, worse: .less, "Mux's startup score: 100 · 8 / (8 + the seconds of startup_us)."),
      .init(
        "mux_smoothness_score", .score, worse: .less,
        "Mux's smoothness score: the mean of 100 / √(1 + (n/2)²) and 100 · e^(−10 · r), n rebuffer_count, r their ratio."
      ),
      .init("dropped_frames", .count, worse: .more, "Not measured: traces do not contain it."),
      .init("quality_switches", .count, "Not measured: traces do not contain it."),
    ]
  }
}
