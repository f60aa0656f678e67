import PlayerCore
import PlayerTrace

/// What follows from the observations of another player: media, the user's steps, and what goes wrong when.
struct ObservedSession {
  /// More than a person does in a session, with room for a long log.
  static let stepLimit = 20_000
  /// A wait of this length has no end: the player's own limits are shorter.
  private static let hung = TimeSpan.seconds(10)
  /// What the media costs where the log does not tell: so little that the network is no reason to wait.
  private static let standardBits: Int64 = 1_000_000
  private static let standardNetwork: Int64 = 50_000_000

  private(set) var scenario = Scenario("")
  private var outcome = ObservedOutcome()
  private var now = Instant.zero

  /// Something that has begun and should come to an end: where its step stands, and since when it lasts.
  private struct Pending {
    var place: Int
    var since: Instant
    /// When its step is done.
    var trigger: ScenarioTrigger
  }

  private var items = 0
  private var opening: Pending?
  private var seek: Pending?
  private var isPrepared = false
  private var hasPlayed = false
  private var hasEverPlayed = false
  private var wantsPlay = false
  private var stalledSince: Instant?
  private var longestStall = TimeSpan.zero
  /// Nothing arrives.
  private var isOut = false
  private var pausedAt: Instant?
  /// When playback has ended the last time, and how often until then.
  private var end: (at: Instant, count: Int64)?
  private var missingAtEnd = TimeSpan.zero
  private var jumpedTo = MediaTime.unknown
  private var furthest = MediaTime.zero
  private var bandwidths: [Int64] = []

  mutating func define(_ item: ItemID, _ source: String) {
    let place = Int(item.rawValue)
    guard place > 0, place <= 1_000 else { return }
    while scenario.sources.count < place { scenario.sources.append("") }
    scenario.sources[place - 1] = source
  }

  // MARK: Observations

  mutating func take(_ step: ObservedStep) {
    now = max(now, step.instant)
    for output in step.outputs {
      if case .notification(let notification, _) = output { take(notification) }
    }
    if let bits = step.bandwidth, bits > 0, bandwidths.count < 10_000 { bandwidths.append(bits) }
  }

  private mutating func take(_ notification: Player.Notification) {
    switch notification {
    case .itemChanged: open()
    case .intentChanged(let playing):
      wantsPlay = playing
      pausedAt = playing ? nil : now
      command(playing ? .play : .pause)
    case .phaseChanged(_, .prepared): prepare()
    case .playbackStateChanged(_, .playing):
      (hasPlayed, hasEverPlayed) = (true, true)
      endOutage()
    case .seekBegan(_, _, let target): beginSeek(target)
    case .seekEnded(let serial, let position, let isFinished):
      if !serial.isNone { endSeek(position, isFinished) }
    case .positionJumped(let from, let to): jump(from, to)
    case .rateChanged(let rate): if rate.thousandths > 0 { command(.setRate(rate)) }
    case .mutedChanged(let isMuted): command(.setMuted(isMuted))
    case .interruptionChanged(let isInterrupted):
      add(.environment(isInterrupted ? .interruptionBegan(stopsEngine: true) : .interruptionEnded(mayResume: true)))
    case .stallBegan: stall()
    case .stallEnded: endStall()
    case .warned(let failure): if failure.kind != .unknown { add(.fault(.warns(Failure(failure.kind)))) }
    case .failed(let failure, _): fail(failure.kind)
    case .ended(let position): end(position)
    case .durationChanged(let duration): change { if duration.isKnown, duration > .zero { $0.duration = duration } }
    case .streamTypeChanged(let type):
      guard type == .live || type == .dvr else { return }
      change {
        let tracks = $0.tracks
        $0 = .live(window: .seconds(600), bitsPerSecond: 128_000)
        $0.tracks = tracks
      }
    case .naturalSizeChanged(let width, let height):
      addVideo()
      change { if width > 0, height > 0 { ($0.naturalWidth, $0.naturalHeight) = (width, height) } }
    case .trackSelected(.video, _), .firstFrame(.video, _): addVideo()
    case .tick(_, let position): furthest = max(furthest, position.isKnown ? position : .zero)
    case .closed: command(.stop)
    default: break
    }
  }

  private mutating func add(_ action: ScenarioAction) {
    scenario.steps.append(ScenarioStep(trigger, action))
  }

  /// What follows an end at once belongs to it: the simulated end comes a moment earlier or later.
  private var trigger: ScenarioTrigger {
    guard let end, now - end.at <= Self.hung else { return .at(now - .zero) }
    return .on(ObservedOutcome.end, occurrence: end.count, after: now - end.at, follows: false)
  }

  private mutating func command(_ command: Command) { add(.command(command, nil)) }

  private mutating func change(_ change: (inout SimulatedMedia) -> Void) {
    guard scenario.media.indices.contains(items - 1) else { return }
    change(&scenario.media[items - 1])
  }

  private mutating func addVideo() {
    change {
      guard !$0.has(.video) else { return }
      $0.tracks.append(.init(.video, bitsPerSecond: Self.standardBits, isDefault: true))
      ($0.naturalWidth, $0.naturalHeight) = (1_280, 720)
    }
  }

  // MARK: Opening

  private mutating func open() {
    closeOpening()
    // Beyond this limit, further items are not told apart.
    guard items < 1_000 else { return }
    items += 1
    scenario.media.append(SimulatedMedia(duration: .unknown))
    (isPrepared, hasPlayed, seek, stalledSince) = (false, false, nil, nil)
    opening = Pending(place: scenario.steps.count, since: now, trigger: trigger)
    if items == 1 {
      command(.prepare)
    } else {
      let item = ItemID(UInt32(items))
      command(.load(item: item, start: .standard, autoplay: wantsPlay, opens: true))
    }
  }

  private mutating func prepare() {
    guard let begun = opening, !isPrepared else { return }
    isPrepared = true
    let latency = now - begun.since
    if items == 1 { scenario.timing.openLatency = min(max(.milliseconds(1), latency), .seconds(10)) }
  }

  /// The item is left, or the log is over: one that never played hangs.
  private mutating func closeOpening() {
    guard let begun = opening else { return }
    opening = nil
    guard !hasPlayed, wantsPlay, now - begun.since >= Self.hung else { return }
    let fault: EngineFault = isPrepared ? .startHangs(count: 1) : .openHangs(count: 1)
    insert(fault, before: begun)
    if !hasEverPlayed { outcome.neverPlays = true }
  }

  private mutating func insert(_ fault: EngineFault, before begun: Pending) {
    scenario.steps.insert(ScenarioStep(begun.trigger, .fault(fault)), at: begun.place)
  }

  // MARK: Seeks and stalls

  private mutating func beginSeek(_ target: MediaTime) {
    // The player's own jump is not a step of the user.
    defer { jumpedTo = .unknown }
    if jumpedTo.isKnown, target.isKnown, (target - jumpedTo).microseconds.magnitude < 500_000 { return }
    seek = Pending(place: scenario.steps.count, since: now, trigger: trigger)
    if target.isKnown { furthest = max(furthest, target) }
    command(.seek(.at(target.isKnown ? max(.zero, target) : .zero)))
    isTargetKnown = target.isKnown
  }

  private var isTargetKnown = false

  private mutating func endSeek(_ position: MediaTime, _ isFinished: Bool) {
    guard let begun = seek else { return }
    seek = nil
    guard isFinished else { return hang(begun) }
    if !isTargetKnown, position.isKnown {
      scenario.steps[begun.place].action = .command(.seek(.at(max(.zero, position))), nil)
    }
    // The first seek that lands sets the latency.
    if now - begun.since <= Self.hung, scenario.timing.seekLatency == EngineTiming().seekLatency {
      scenario.timing.seekLatency = max(.milliseconds(1), now - begun.since)
    }
  }

  private mutating func hang(_ begun: Pending) {
    guard now - begun.since >= Self.hung else { return }
    insert(.seekHangs(count: 1), before: begun)
  }

  private mutating func jump(_ from: MediaTime, _ to: MediaTime) {
    guard from.isKnown, to.isKnown, (to - from).microseconds.magnitude >= 1_000_000 else { return }
    jumpedTo = to
    add(.fault(.slips(by: to - from)))
  }

  private mutating func stall() {
    stalledSince = now
    // A pause and resume during a stall belong to the same outage.
    guard !isOut else { return }
    isOut = true
    outcome.stall()
    add(.fault(.outage))
    add(.fault(.losesBuffer))
  }

  private mutating func endStall() {
    guard let since = stalledSince else { return }
    stalledSince = nil
    longestStall = max(longestStall, now - since)
    // A pause during the stall does not bring the data.
    if pausedAt != now { endOutage() }
  }

  private mutating func endOutage() {
    guard isOut else { return }
    isOut = false
    add(.fault(.outageEnds))
  }

  // MARK: Failures and the end

  private mutating func fail(_ kind: Failure.Kind) {
    outcome.fail(kind)
    let failure = Failure(kind)
    if let begun = opening, !isPrepared {
      opening = nil
      insert(.openFails(failure, after: now - begun.since, count: 1), before: begun)
    } else {
      opening = nil
      add(.fault(.fails(failure)))
    }
  }

  private mutating func end(_ position: MediaTime) {
    guard items > 0, opening != nil || hasPlayed else { return }
    // A media element reports a pause just before the end; nobody has paused.
    if let pausedAt, now - pausedAt <= .milliseconds(500), scenario.steps.last?.action == .command(.pause, nil) {
      scenario.steps.removeLast()
    }
    // It had its data.
    endOutage()
    outcome.end()
    end = (now, (end?.count ?? 0) + 1)
    guard position.isKnown, position > .zero else { return }
    let duration = scenario.media[items - 1].duration
    guard duration.isKnown else { return change { if $0.window == .zero { $0.duration = position } } }
    guard (duration - position).microseconds > 1_000_000, let begun = opening else { return }
    // Our player would fail there without this tolerance.
    missingAtEnd = max(missingAtEnd, duration - position)
    insert(.endsEarly(at: position), before: begun)
    opening = nil
  }

  mutating func finish() {
    if let begun = seek { hang(begun) }
    closeOpening()
    for place in scenario.media.indices where !scenario.media[place].duration.isKnown {
      // Live streams have a window; for others, the log does not contain the duration.
      guard scenario.media[place].window == .zero else { continue }
      scenario.media[place].duration = furthest + (now - .zero) + .seconds(60)
    }
    if scenario.sources.count > scenario.media.count { scenario.sources.removeLast(scenario.sources.count - items) }
    // The network is the median of the measured bandwidths.
    let middle = bandwidths.sorted().dropFirst(bandwidths.count / 2).first
    let network = middle.map { min(max($0, 100_000), 1_000_000_000) } ?? Self.standardNetwork
    scenario.network = .constant(bitsPerSecond: network)
    let most = max(32_000, network / 3)
    for place in scenario.media.indices {
      for track in scenario.media[place].tracks.indices {
        let bits = scenario.media[place].tracks[track].bitsPerSecond
        scenario.media[place].tracks[track].bitsPerSecond = min(bits, most)
      }
    }
    // The observed player gave up when it reported its failure.
    scenario.settings = [Scenario.SettingValue(.retryLimit, 0)]
    if let since = stalledSince { longestStall = max(longestStall, now - since) }
    // The observed player tolerated its longest stall and its early end.
    if longestStall > .seconds(20) {
      scenario.settings.append(.init(.readTimeout, (longestStall + .seconds(10)).microseconds))
    }
    if missingAtEnd > .zero {
      scenario.settings.append(.init(.earlyEndTolerance, (missingAtEnd + .seconds(10)).microseconds))
    }
    // A simulated run takes slightly longer where it waits for data.
    let end = now - .zero + .seconds(30)
    scenario.end = end
    scenario.expectations = outcome.expectations(until: now - .zero)
  }

  /// Why there is nothing to simulate; `nil` when there is.
  var refusal: String? {
    if items == 0 { return "the log tells of no media that was opened" }
    if now == .zero { return "the log has no times, so that nothing can happen at its time" }
    if !scenario.steps.contains(where: { $0.action == .command(.play, nil) }) {
      return "the log does not tell that playback was wanted"
    }
    return nil
  }
}
