import EngineContract
import PlayerCore
import PlayerRuntime

/// Breaks one rule of the contract, by wrapping an engine that keeps them all.
final class Saboteur: Engine {
  private let engine: any Engine
  private let rule: ContractRule
  /// Reports that are passed on later than the wrapped engine made them.
  private var delayed: [EngineReport] = []
  private var isShutDown = false
  private var epoch = Epoch.none
  /// Whether the newest epoch got commands other than opening.
  private var hasPlayed = false
  private var hasSought = false
  /// Those for which a rendition was selected since the last landing.
  private var selecting: Set<Epoch> = []
  private var wantsPlay = false
  private var isOpen = false
  private var isMoving = false
  /// The count for each epoch since its last seek.
  private var bufferReports: [Epoch: Int] = [:]
  private var bufferedUntil = MediaTime.zero
  private var bytesRead: Int64 = 0

  init(_ engine: any Engine, breaking rule: ContractRule) {
    self.engine = engine
    self.rule = rule
  }

  var identity: String { engine.identity }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {
    if rule != .wakesHost { engine.setWakeHandler(wake) }
  }

  func setClock(_ now: @escaping @Sendable () -> Instant) { engine.setClock(now) }

  func shutDown() {
    isShutDown = true
    engine.shutDown()
  }

  var nextEvent: Instant {
    if isShutDown { return .never }
    if rule == .nextEventComes, isOpen { return .zero }
    return min(engine.nextEvent, delayed.first?.instant ?? .never)
  }

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    switch command {
    case .open(_, let keepsBuffer): begin(epoch, keepsBuffer: keepsBuffer, at: now)
    case .play:
      (hasPlayed, wantsPlay) = (true, true)
      if rule == .playAnswered { return }
    case .pause: wantsPlay = false
    case .seek: (hasSought, wantsPlay) = (true, false)
    case .selectTrack: selecting.insert(epoch)
    default: break
    }
    engine.perform(command, epoch: epoch, at: now)
  }

  private func begin(_ epoch: Epoch, keepsBuffer: Bool, at now: Instant) {
    if rule == .openBeside, keepsBuffer {
      let event = EngineEvent.buffered(until: bufferedUntil + .seconds(100), bytesRead: bytesRead, isSaturated: true)
      delayed.append(EngineReport(event, epoch: self.epoch, at: now))
    }
    self.epoch = epoch
    (hasPlayed, hasSought, wantsPlay, isOpen, isMoving) = (false, false, false, false, false)
  }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    if isShutDown {
      if rule == .shutDownIsSilent { events.append(EngineReport(.positionReported(.zero), epoch: epoch, at: now)) }
      return
    }
    var reports: [EngineReport] = []
    engine.takeEvents(upTo: now, into: &reports)
    events += delayed.filter { $0.instant ?? now <= now }
    delayed.removeAll { $0.instant ?? now <= now }
    for report in reports {
      count(report)
      if report.epoch == epoch { follow(report.event) }
      events += spoilt(report).filter { report in
        let isDue = report.instant ?? now <= now || rule == .reportsInOrder
        if !isDue { delayed.append(report) }
        return isDue
      }
    }
  }

  private func count(_ report: EngineReport) {
    switch report.event {
    case .buffered: bufferReports[report.epoch, default: 0] += 1
    case .seekCompleted:
      bufferReports[report.epoch] = 0
      selecting.remove(report.epoch)
    default: break
    }
  }

  private func follow(_ event: EngineEvent) {
    switch event {
    case .opened: isOpen = true
    case .buffered(let until, let bytes, _): (bufferedUntil, bytesRead) = (until, bytes)
    case .playbackStarted: isMoving = true
    case .playbackStopped, .starved, .ended: isMoving = false
    case .seekCompleted: isMoving = false
    case .closed: isOpen = false
    default: break
    }
  }

  // MARK: The rules

  /// What is reported instead of `report`.
  private func spoilt(_ report: EngineReport) -> [EngineReport] {
    func with(_ event: EngineEvent, after span: TimeSpan = .zero) -> EngineReport {
      EngineReport(event, epoch: report.epoch, at: report.instant.map { $0 + span })
    }
    func before(_ events: EngineEvent...) -> [EngineReport] { [report] + events.map { with($0) } }
    switch (rule, report.event) {
    case (.openAnswered, let event): return event == .closed ? [report] : []
    case (.openedOnce, .opened): return [report, report]
    case (.openDescribesFirst, .opened):
      return before(.trackFound(.audio, TrackID(9), language: .none, title: .none, isDefault: false))
    case (.openReportsBuffer, .buffered): return hasSought ? [report] : []
    case (.openAtBeginning, .positionReported):
      return hasPlayed || hasSought || report.epoch != epoch ? [report] : [with(.positionReported(.seconds(5)))]
    case (.openRests, .opened): return before(.playbackStarted(position: .zero, rate: .normal))
    case (.closeInTime, .closed): return [with(.closed, after: .milliseconds(200))]
    case (.closedIsLast, .closed): return before(.positionReported(.zero))
    case (.playRate, .playbackStarted(let position, _)):
      return [with(.playbackStarted(position: position, rate: .thousandths(1_700)))]
    case (.playContinues, .playbackStarted(let position, let rate)):
      return [with(.playbackStarted(position: position + .seconds(2), rate: rate))]
    case (.positionTrue, .positionReported(let position)):
      return [with(.positionReported(isMoving ? position + .seconds(3) : position))]
    case (.pauseAnswered, .playbackStopped): return []
    case (.pauseRests, .playbackStopped(let position)):
      return wantsPlay ? [report] : before(.playbackStarted(position: position, rate: .normal))
    case (.seekAnswered, .seekCompleted): return []
    case (.seekAnswersNewest, .seekCompleted): return [report, report]
    case (.seekLands, .seekCompleted(let serial, let position, true)):
      return [with(.seekCompleted(serial, position: position + .seconds(-5), isFinished: true))]
    case (.seekStays, .seekCompleted(let serial, let position, false)):
      return [with(.seekCompleted(serial, position: position + .seconds(5), isFinished: false))]
    case (.seekReportsBuffer, .buffered): return hasSought ? [] : [report]
    case (.seekRests, .seekCompleted(_, let position, _)):
      return wantsPlay ? [report] : before(.playbackStarted(position: position, rate: .normal))
    case (.positionAnswered, .positionReported): return []
    case (.stillAnswered, .stillCaptured): return []
    case (.trackAnswered, .trackSelected): return isOpen ? [] : [report]
    case (.trackReportsBuffer, .buffered): return selecting.contains(report.epoch) ? [] : [report]
    case (.bufferNews, .buffered): return [report, report]
    case (.bufferCovers, .buffered): return bufferReports[report.epoch, default: 0] > 1 ? [] : [report]
    case (.bytesGrow, .buffered(let until, let bytes, let isSaturated)):
      return [with(.buffered(until: until, bytesRead: -bytes, isSaturated: isSaturated))]
    case (.firstFrameOnce, .firstFrame): return [report, report]
    case (.starvedIsDry, .playbackStarted(let position, _)):
      return bufferedUntil > position + .seconds(2) ? before(.starved(position: position)) : [report]
    case (.starvedRests, .starved(let position)):
      return wantsPlay ? before(.playbackStarted(position: position, rate: .normal)) : [report]
    case (.stoppedRests, .playbackStarted(let position, let rate)):
      return before(.playbackStopped(position: position), .playbackStarted(position: position, rate: rate))
    case (.endedAtEnd, .playbackStarted(let position, _)): return before(.ended(position: position))
    case (.endedRests, .ended(let position)): return before(.playbackStarted(position: position, rate: .normal))
    case (.failedHasCause, .failed): return [with(.failed(Failure(.none)))]
    case (.failedIsFinal, .failed): return before(.warned(Failure(.io)))
    case (.epochKnown, .opened):
      return [report, EngineReport(.positionReported(.zero), epoch: Epoch(999), at: report.instant)]
    case (.reportsInOrder, .buffered): return [with(report.event, after: .seconds(3_600))]
    default: return [report]
    }
  }
}
