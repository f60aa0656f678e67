import PlayerCore

/// Plays the media: carries out commands, reports what happened, and decides nothing: no retry, no skip, no autoplay,
/// no timeout.
///
/// A host calls everything on one executor, one call at a time. An engine may work on its own threads; their reports
/// wait until the host calls ``takeEvents(upTo:into:)``.
///
/// **Two clocks, one contract.** A real-time engine reports what has happened and calls its wake handler when there is
/// something to report; its ``nextEvent`` is `.never`. A virtual-time engine works inside the calls; its ``nextEvent``
/// is when the next thing will happen, and the host jumps there.
///
/// **What the commands mean**
///
/// | command | the engine … | and reports |
/// |---|---|---|
/// | `open` | opens the source of the item and rests at its beginning, or at the live edge | `connected` if there is a server, then tracks, chapters, metadata, natural size, `opened`, `buffered` |
/// | `open` with `keepsBuffer` | the same as a standby opening: the epoch before plays out what it holds and reads no more | the same |
/// | `close` | releases the epoch at once, whatever it is doing; within 100 ms | `closed` |
/// | `play` | moves the playhead at the rate; while it moves: changes the rate | `playbackStarted`, once the first frame is due |
/// | `pause` | stops the playhead | `playbackStopped` |
/// | `seek` | drops its buffer, goes to the target, **and rests there** until the next `play` | `seekCompleted`, then `buffered` |
/// | `reportPosition` | | `positionReported` |
/// | `captureStill` | hands the picture to the host | `stillCaptured` |
/// | `setVolume`, `selectTrack`, `setPresentation`, `setVideoEnabled`, `catchUp` | does so | `trackSelected` for a rendition, then `buffered` |
///
/// Without a command it reports `buffered` whenever the end of the buffer has moved by a second or more, became
/// saturated or began to fill again; `firstFrame` once for each kind and epoch; `starved` when it runs out of data,
/// **and rests**; `ended` when everything was presented, and rests; `naturalSizeChanged`, `durationChanged`,
/// `seekableRangeChanged`, `dateReference`, `subtitleShown` as they happen; `failed` when it cannot continue, after
/// which only `close` follows. An engine at rest moves again only after `play`.
///
/// **The rules** that follow from this, each with the name under which EngineContract checks it. Every command is
/// answered unless the epoch is closed or fails first. `play`, `pause` and the newest `seek` are answered in the order
/// in which they take effect: a `play` that a `pause` or a `seek` overtakes is answered before that, or never; a `play`
/// after it only once that one was answered. A command for an epoch that is not open does nothing.
///
/// | rule | |
/// |---|---|
/// | `open-answered` | `open` is answered by `opened` or `failed` |
/// | `opened-once` | `opened` is reported once for each epoch, and before it nothing is buffered, shown, moved or ended |
/// | `open-describes-first` | `connected` comes before everything else of its epoch; tracks and chapters before `opened`; the range of media that can be sought and has no duration before `buffered` |
/// | `open-reports-buffer` | `opened` is followed by `buffered`, or by `supplyChanged` of an engine that judges its buffer itself |
/// | `open-at-beginning` | media with a duration opens at position zero, or where it wants to begin itself, which `positionReported` says |
/// | `open-rests` | after `opened` the playhead rests until `play` |
/// | `open-beside` | an epoch with a standby opening (`keepsBuffer`) reads no more |
/// | `close-in-time` | `close` is answered by `closed` within 100 ms, whatever the epoch is doing |
/// | `closed-is-last` | `closed` answers a `close`, and is the last report of its epoch |
/// | `play-answered` | `play` is answered by `playbackStarted`; at rest also by `starved` or `ended`, where there is nothing to play |
/// | `play-rate` | `playbackStarted` has the requested rate |
/// | `play-continues` | playback starts where the playhead rests |
/// | `position-true` | the position of a moving playhead follows from the last report, the rate and the time since |
/// | `pause-answered` | `pause` is answered by `playbackStopped`, also at rest |
/// | `pause-rests` | after the answer to `pause` the playhead rests until `play` |
/// | `seek-answered` | the newest `seek` is answered by `seekCompleted` with its serial |
/// | `seek-answers-newest` | a seek is answered once at most, and not after a newer one was answered |
/// | `seek-lands` | in seekable media a seek lands, within its tolerances |
/// | `seek-stays` | after a seek that is given up the playhead rests where it was |
/// | `seek-reports-buffer` | `seekCompleted`, also of a seek that was given up, is followed by `buffered`, from where the playhead is |
/// | `seek-rests` | after `seekCompleted` the playhead rests until `play` |
/// | `position-answered` | `reportPosition` is answered by `positionReported` |
/// | `still-answered` | `captureStill` is answered by `stillCaptured` with its serial, once |
/// | `track-answered` | `selectTrack` is answered by `trackSelected` with the rendition, or by `warned` |
/// | `track-reports-buffer` | `trackSelected` with another rendition is followed by `buffered`, from where the playhead is |
/// | `buffer-news` | `buffered` is reported again when its end has moved by a second, or `isSaturated` has changed |
/// | `buffer-covers` | what plays was reported as buffered: the playhead is at most a second past it |
/// | `bytes-grow` | `bytesRead` counts from the open on and never falls |
/// | `first-frame-once` | `firstFrame` is reported once for each kind and epoch |
/// | `starved-is-dry` | `starved` is reported when playback has come to the end of what is buffered, and only then |
/// | `starved-rests` | after `starved` the playhead rests until `play` |
/// | `stopped-rests` | after an unrequested `playbackStopped` the playhead rests until `play` |
/// | `ended-at-end` | `ended` is reported at the end of the media |
/// | `ended-rests` | after `ended` the playhead rests until `play` |
/// | `failed-has-cause` | `failed` has a kind; what does not exist fails, and what can be played does not |
/// | `failed-is-final` | after `failed` only `closed` follows |
/// | `epoch-known` | every report belongs to an epoch that was opened |
/// | `reports-in-order` | reports come in the order in which things happened, and none before it happened |
/// | `next-event-comes` | at `nextEvent` something is reported, or `nextEvent` moves later; before it nothing is reported unasked |
/// | `wakes-host` | an engine that names no `nextEvent` calls its wake handler when it has something to report |
/// | `shut-down-is-silent` | after `shutDown` nothing is reported |
public protocol Engine: AnyObject {
  /// Name and version, for the header of a trace.
  var identity: String { get }

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant)

  /// When the next report is due by itself; `.never` when nothing is, or when the wake handler will be called.
  var nextEvent: Instant { get }

  /// Appends every report that is due at or before `now`, in the order in which things happened.
  func takeEvents(upTo now: Instant, into events: inout [EngineReport])

  /// `wake` may be called on any thread, whenever there is something to take.
  func setWakeHandler(_ wake: @escaping @Sendable () -> Void)

  /// Called by a host on the machine's clock, before the first command. `now` may be called on any thread and returns what
  /// that clock reads: an engine on its own threads sets ``EngineReport/instant`` by it, so that a report does not count
  /// only when a host that was held up takes it. By default it is ignored.
  func setClock(_ now: @escaping @Sendable () -> Instant)

  /// Releases everything. Nothing is reported afterwards.
  func shutDown()
}

extension Engine {
  /// For engines that know the instants of their reports without it, or not at all.
  public func setClock(_ now: @escaping @Sendable () -> Instant) {}
}

/// One report of an engine.
public struct EngineReport: Hashable, Sendable {
  /// What happened.
  public var event: EngineEvent
  /// The opening that it belongs to.
  public var epoch: Epoch
  /// When it happened, on the host's clock; `nil` when the engine does not know: then it is the time at which the host
  /// takes the report. An instant before the player's clock counts as that clock, one after the host's clock as now.
  public var instant: Instant?

  /// A report; without `instant`, it counts as happening when the host takes it.
  public init(_ event: EngineEvent, epoch: Epoch, at instant: Instant? = nil) {
    self.event = event
    self.epoch = epoch
    self.instant = instant
  }
}

/// Keys of metadata that engines report in addition to the metadata of the media.
public enum MetadataKey {
  /// The container format, by the name of its demuxer: reported before all metadata of the media.
  public static let container = "container"
  /// By how much the pictures are stored turned, in degrees counter-clockwise: they are shown upright. Not reported for
  /// 0.
  public static let rotation = "rotation"
  /// "yes" if pictures are stored with left and right exchanged, before rotation.
  public static let mirrored = "mirrored"
  /// "estimated" once a seek has landed at a place whose position the source does not give exactly: that position and
  /// those after it are estimates. Reported with the first such seek.
  public static let position = "position"
}
