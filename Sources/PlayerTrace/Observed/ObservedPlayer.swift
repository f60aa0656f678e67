import PlayerCore
import PlayerText

/// The state of another player, as far as its notifications reveal it: a state of our player that contains the
/// observations and makes no decisions.
///
/// So pictures and reports need no separate code for runs that were only observed.
package struct ObservedPlayer {
  private var values: [Int64]
  /// The player as last observed.
  package private(set) var player: Player
  /// Whether the position of the current item was ever reported. Without a report, a live stream may be anywhere.
  private(set) var isPositionReported = false
  private var state = PlaybackState.idle
  private var rate = Rate.normal

  /// Before the first observation.
  package init() {
    player = Player()
    values = player.stateValues
  }

  /// Takes a step of an observed run.
  package mutating func take(_ step: ObservedStep) {
    begin(step.instant)
    for output in step.outputs {
      guard case .notification(let notification, _) = output else { continue }
      take(notification)
    }
    if let until = step.buffered { set("buffering.until", until.wireValue) }
    finish()
  }

  private mutating func begin(_ instant: Instant) {
    let now = max(instant, player.clock)
    // The playhead has moved up to here.
    let position = player.position(at: now)
    set("clock", now.microseconds)
    moveTo(position, now.microseconds)
  }

  private mutating func moveTo(_ position: MediaTime, _ now: Int64? = nil) {
    guard position.isKnown else { return }
    set("transport.anchor", position.wireValue)
    set("transport.anchoredAt", now ?? value("clock"))
  }

  /// The playhead is reported to be here.
  private mutating func land(_ position: MediaTime) {
    moveTo(position)
    if position.isKnown { isPositionReported = true }
  }

  private mutating func take(_ notification: Player.Notification) {
    switch notification {
    case .itemChanged(_, let item):
      set("content.item", item.wireValue)
      moveTo(.zero)
      isPositionReported = false
      set("timeline.duration", MediaTime.unknown.wireValue)
      set("buffering.until", MediaTime.unknown.wireValue)
    case .phaseChanged(_, let phase):
      set("loading.phase", phase.wireValue)
      if phase != .failed { set("loading.failure.kind", 0) }
    case .failed(let failure, _):
      set("loading.failure.kind", failure.kind.wireValue)
      set("loading.failure.text", failure.text.wireValue)
      set("loading.failure.detail", Int64(failure.detail))
    case .streamTypeChanged(let type): set("timeline.streamType", type.wireValue)
    case .durationChanged(let duration): set("timeline.duration", duration.wireValue)
    case .seekableRangeChanged(let start, let end):
      set("timeline.rangeStart", start.wireValue)
      set("timeline.rangeEnd", end.wireValue)
    case .trackSelected(let kind, let track): set(track: track, kind)
    case .naturalSizeChanged(let width, let height):
      set("presentation.naturalWidth", Int64(width))
      set("presentation.naturalHeight", Int64(height))
    case .intentChanged(let playing): set("transport.wantsPlay", playing ? 1 : 0)
    case .interruptionChanged(let isInterrupted):
      set("interruption.isPending", isInterrupted ? 1 : 0)
      set("interruption.holds", isInterrupted ? 1 : 0)
    case .supplyChanged(_, let supply): set("buffering.supply", supply.wireValue)
    case .stallBegan(let count): set("statistics.stallCount", Int64(count))
    case .stallEnded(let lasted):
      let (sum, overflow) = value("statistics.stallTime").addingReportingOverflow(lasted.microseconds)
      set("statistics.stallTime", overflow ? .max : max(0, sum))
    case .seekBegan(let serial, let origin, let target):
      set("seeking.serial", serial.wireValue)
      set("seeking.origin", origin.wireValue)
      set("seeking.target", target.wireValue)
    case .seekEnded(_, let position, _): land(position)
    case .playbackStateChanged(_, let state): self.state = state
    case .positionJumped(_, let position): land(position)
    case .rateChanged(let rate):
      self.rate = rate
      set("transport.rate", Int64(rate.thousandths))
    case .mutedChanged(let isMuted): set("presentation.isMuted", isMuted ? 1 : 0)
    case .firstFrame(let kind, let after):
      set(kind == .video ? "tracks.hasShownVideo" : "tracks.hasShownAudio", 1)
      if value("statistics.startupTime") == .max { set("statistics.startupTime", max(0, after.microseconds)) }
    case .ended(let position): moveTo(position)
    case .networkChanged(let network): set("surroundings.network", network.wireValue)
    case .backgroundChanged(let isInBackground): set("surroundings.isInBackground", isInBackground ? 1 : 0)
    case .tick(_, let position): land(position)
    default: break
    }
  }

  private mutating func set(track: TrackID, _ kind: TrackKind) {
    switch kind {
    case .audio: set("tracks.selected.audio", track.wireValue)
    case .video: set("tracks.selected.video", track.wireValue)
    case .subtitle: set("tracks.selected.subtitle", track.wireValue)
    }
  }

  /// Makes the player show the observed state.
  private mutating func finish() {
    let isPrepared = value("loading.phase") == Phase.prepared.wireValue
    let isSeeking = isPrepared && state == .seeking && value("seeking.target") != MediaTime.unknown.wireValue
    set("seeking.isActive", isSeeking ? 1 : 0)
    set("seeking.isVisible", isSeeking ? 1 : 0)
    set("transport.drive", isPrepared && state == .playing ? 2 : 0)
    set("transport.movingRate", Int64(rate.thousandths))
    // The numbers of `transport.waiting`: none, start, seek, stall.
    let waiting: Int64 =
      switch state {
      case .preparing: 1
      case .seeking: 2
      case .stalled: 3
      case .idle, .playing, .paused, .ended: 0
      }
    set("transport.waiting", isPrepared ? waiting : 0)
    var invalid: Int?
    let made = Player.with(stateValues: values, invalid: &invalid)
    // A combination that the state cannot represent leaves the previous state unchanged.
    if invalid == nil {
      player = made
    } else {
      let now = value("clock")
      values = player.stateValues
      set("clock", now)
      player = Player.with(stateValues: values, invalid: &invalid)
    }
  }

  private func place(_ name: StaticString) -> Int? {
    TraceVocabulary.current.statePlaces[ByteRange(name.description)]
  }

  private func value(_ name: StaticString) -> Int64 { place(name).map { values[$0] } ?? 0 }

  private mutating func set(_ name: StaticString, _ value: Int64) {
    if let place = place(name) { values[place] = value }
  }
}
