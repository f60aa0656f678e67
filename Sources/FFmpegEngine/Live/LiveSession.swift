#if FFmpeg
import CFFmpeg
import PlayerCore
import PlayerRuntime

extension InputFile {
  /// Finds out which playlist plays, and returns what the container calls the zero of its window; nil when nothing is
  /// live. Segments begin with a key frame of the video, if there is one.
  static func liveOrigin(_ context: UnsafeMutablePointer<AVFormatContext>, _ feed: LiveFeed?) -> Int64? {
    guard let feed else { return nil }
    let lead = [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].lazy.map { av_find_best_stream(context, $0, -1, -1, nil, 0) }
      .first { $0 >= 0 }
    if let lead, let program = av_find_program_from_stream(context, nil, lead) {
      feed.tell(ofVariant: Int(program.pointee.id))
    }
    guard let entry = feed.entry else { return nil }
    let stream = lead.flatMap { context.pointee.streams?[Int($0)]?.pointee }
    let start = stream.flatMap(beginning(of:)) ?? context.pointee.start_time
    return (start == CFF_NO_TIMESTAMP ? 0 : start).saturatingMinus(entry.position)
  }

  /// Reopens a live source at the segment that now holds `position`. Returns whether the source is live.
  func openWindow(at position: Int64) throws(MediaError) -> Bool {
    guard let live else { return false }
    live.enter(at: position)
    let opened = try Self.open(gate, nil, interrupt)
    replaceContext(by: opened)
    guard let entry = live.entry else { throw .failed(.io) }
    // Timestamps are trusted as far as a playlist's durations may be off; after a discontinuity nothing is known.
    let distance = entry.timeline == anchor.timeline ? abs(entry.position - anchor.position) / 2 : 0
    let tolerance = max(Self.leastTolerance, distance)
    let beginning = entry.position.saturatingPlus(origin)
    let stamp = leadingStream.flatMap(stream).flatMap(Self.beginning(of:))
    stamps?.move(stamp, to: beginning, tolerance: tolerance)
    return true
  }

  /// What follows the playlist in parallel with libavformat; nil when nothing is live.
  var liveWatch: LiveWatch? { live.map { LiveWatch(feed: $0, policy: gate.policy, network: gate.network) } }

  /// Where playback begins that goes nowhere: the live edge, or zero.
  var start: Int64 { live == nil ? 0 : anchor.position }
}

extension Reader {
  /// Moves `input` to where `request` asks for, as near as its window allows by now; what was asked for and is gone is
  /// not reported as reached.
  func land(_ request: SeekRequest, in input: InputFile, _ live: LiveFeed) throws(MediaError) -> Landing {
    let target = live.clamped(request.target)
    if !request.isExact {
      var landing = try attempt(target, .before, in: input)
      if let keyFrame = landing.keyFrame, (request.earliest...request.latest).contains(keyFrame) {
        landing.position = keyFrame
        return landing
      }
    }
    return try landExactly(target, in: input, live)
  }

  /// Enters the segment that holds the target and what its sound needs before it, else one of those before.
  func landExactly(_ target: Int64, in input: InputFile, _ live: LiveFeed) throws(MediaError) -> Landing {
    let target = live.clamped(target)
    let needed = target - (selection[.audio] == nil ? 0 : Self.preroll)
    var place = needed
    var tries = 0
    while true {
      var landing = try attempt(place, .before, soundUntil: target, in: input)
      let isThere = landing.keyFrame.map { $0 <= target } ?? false
      let isHeard = landing.sound.map { $0 <= needed } ?? true
      tries += 1
      let entry = live.entry?.position ?? 0
      let isFirst = entry <= live.window?.range?.lowerBound ?? 0
      if isThere && isHeard || isFirst || tries == Self.windowTries {
        landing.position = max(target, landing.keyFrame ?? target)
        return landing
      }
      place = entry - 1
    }
  }

  /// In this many segments before its target a key frame is looked for.
  private static let windowTries = 4

  func reportWindow(at now: Instant) { input?.live?.report(to: report, state, at: now) }
}

extension Presenter {
  /// The window may have slid past the playhead while it rested. What is gone is not played, although some of it may
  /// still be queued: playback continues at the current start of the window.
  func returnToWindow() {
    guard !isSeeking, let start = state.access({ $0.windowStart }), clock.position < start else { return }
    returnsToWindow = true
    interrupt.breakOff()
    state.change { $0.seek = SeekRequest(returningTo: start) }
  }

  /// Whether presenting pauses until the reader has come back to the window. Where it cannot, what is queued
  /// plays out.
  var isReturning: Bool {
    if returnsToWindow, state.access({ $0.failure != nil }) { returnsToWindow = false }
    return returnsToWindow
  }

  /// Whether what comes next lies after media that went away before it was read: the gap is not waited for.
  func isBehindGap(_ plan: Plan) -> Bool {
    guard case .frame(_, let position) = plan, clock.isMoving,
      position > max(presentedUntil, clock.position) + Self.gapLimit
    else { return false }
    return state.access { $0.windowStart != nil }
  }

  func jump(to position: Int64, at now: Instant) {
    clock.move(from: position, at: clock.rate, since: now)
    report(.positionReported(.microseconds(position)), at: now)
  }

  /// A shorter gap in what is broadcast is a pause.
  private static var gapLimit: Int64 { 1_500_000 }
}

/// Follows the playlist of a live source while libavformat does not: it reads none while the queue is full.
///
/// Runs on a thread of its own, with a gate of its own that follows the policy of the session's gate.
struct LiveWatch {
  let feed: LiveFeed
  let policy: ProtocolPolicy
  let network: RequestOptions

  /// Returns when the session is over, or the stream is.
  func run(_ parts: SessionParts) {
    let gate = Gate(policy: policy, network: network, interrupt: parts.interrupt)
    var context = avformat_alloc_context()
    guard let own = context, let address = av_strdup(policy.address) else { return avformat_close_input(&context) }
    // libavformat compares every address with that of the context, which it frees.
    own.pointee.url = address
    gate.guardContext(own)
    av_opt_set(own, "protocol_whitelist", policy.protocols, 0)
    defer { avformat_close_input(&context) }
    while feed.window?.hasEnded == false {
      parts.state.wait(until: feed.due) { $0.isClosed || $0.readsNoMore }
      if parts.interrupt.isForGood || parts.state.access({ $0.isClosed || $0.readsNoMore }) { return }
      if feed.due > MonotonicClock.now { continue }
      let playlist = feed.address.flatMap { gate.playlist(at: $0, own) }
      if let playlist, !playlist.isMaster { feed.take(playlist) } else { feed.miss() }
      feed.report(to: parts.report, parts.state, at: .zero)
    }
  }
}
#endif
