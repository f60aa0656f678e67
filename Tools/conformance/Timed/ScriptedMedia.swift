import PlayerCore
import PlayerRuntime
import ScriptedEngine

/// The engine that timed cases drive: it opens, buffers and fails when the script says so, and moves the playhead by
/// itself in between.
final class ScriptedMedia: Engine {
  let identity = "scripted"
  /// Sees every command, before it is carried out.
  var onCommand: (EngineCommand, Epoch, Instant) -> Void = { _, _, _ in }
  /// Whether seeks land at once; else the script says when.
  var landsAtOnce = true
  /// Whether media is loaded to its end as soon as it is open, and wherever a seek lands; else the script says when.
  var buffersAtOnce = false
  /// What the buffer allows as soon as a seek has landed; nil: the script says so.
  var supplyAtLandings: BufferState?
  /// Whether what plays continues while other media opens as a standby.
  var keepsPlaying = false
  /// Whether closes are confirmed at once; else the script says when.
  var closesAtOnce = true

  private var playback = ScriptedPlayback()
  /// What plays.
  private(set) var epoch = Epoch.none
  /// Everything that was opened, in order; the last one is what reports of opening speak of.
  private var openings: [(item: ItemID, epoch: Epoch)] = []
  private var pendingSeek: EngineCommand?
  private var unconfirmedCloses: [Epoch] = []

  init() {
    playback.openLatency = nil
    playback.closeLatency = nil
    playback.fillsBuffer = false
    playback.liveBufferEnd = .seconds(3_600)
    playback.answersSelections = true
  }

  // MARK: The script

  func position(at now: Instant) -> MediaTime { playback.position(epoch, at: now) }

  /// Reports something now. What belongs to an opening speaks of the last one, or of the last one of `item`.
  func report(_ event: EngineEvent, at now: Instant, of item: ItemID? = nil) {
    var epoch = epoch
    switch event {
    case .opened, .failed: epoch = openings.last?.epoch ?? epoch
    case .connected, .metadataFound, .naturalSizeChanged:
      epoch = openings.last { item == nil || $0.item == item }?.epoch ?? .none
    default: break
    }
    switch event {
    case .starved, .ended, .supplyChanged(.stalled), .failed: playback.rest(at: now, epoch)
    default: break
    }
    playback.report(event, epoch, at: now)
    if case .opened = event, buffersAtOnce { reportBuffer(at: now) }
  }

  /// Everything is loaded.
  func reportBuffer(at now: Instant) { playback.reportFullBuffer(openings.last?.epoch ?? epoch, at: now) }

  /// The pending seek comes down.
  func land(at now: Instant) {
    guard let seek = pendingSeek.take() else { return }
    playback.fillsBuffer = buffersAtOnce
    playback.perform(seek, epoch, at: now)
    if let supplyAtLandings { report(.supplyChanged(supplyAtLandings), at: now) }
  }

  /// Everything that was told to close is closed.
  func confirmCloses(at now: Instant) {
    for epoch in unconfirmedCloses { playback.report(.closed, epoch, at: now) }
    unconfirmedCloses = []
  }

  /// The playhead stands, and no observer is told.
  func rest(at now: Instant) { playback.rest(at: now, epoch) }

  // MARK: Engine

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    onCommand(command, epoch, now)
    switch command {
    case .open(let item, let keepsBuffer):
      openings.append((item, epoch))
      playback.fillsBuffer = false
      playback.perform(command, epoch, at: now)
      if !keepsBuffer || !keepsPlaying { begin(epoch, at: now) }
    case .close:
      unconfirmedCloses.append(epoch)
      playback.perform(command, epoch, at: now)
      if closesAtOnce { confirmCloses(at: now) }
      if epoch == self.epoch, let next = openings.last?.epoch, next != epoch { begin(next, at: now) }
    case .seek:
      playback.rest(at: now, self.epoch)
      pendingSeek = command
      if landsAtOnce { land(at: now) }
    default: playback.perform(command, self.epoch, at: now)
    }
  }

  /// This opening is the one that plays from now on.
  private func begin(_ epoch: Epoch, at now: Instant) {
    playback.rest(at: now, self.epoch)
    self.epoch = epoch
    pendingSeek = nil
  }

  var nextEvent: Instant { playback.nextEvent }
  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    playback.takeEvents(upTo: now, into: &events)
  }
  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
  func shutDown() {}
}
