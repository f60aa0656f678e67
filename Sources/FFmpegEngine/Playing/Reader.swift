#if FFmpeg
import PlayerCore
import PlayerRuntime

/// Opens a source, fills the queue and carries out seeks and selections: everything of a session that may have to wait
/// for the source. Knows no clock and no threads; see ``ThreadedSession`` and ``SteppedSession``.
final class Reader {
  private let parts: SessionParts
  var state: Monitor<SessionState> { parts.state }
  var interrupt: Interrupt { parts.interrupt }
  var report: Reporter { parts.report }
  private(set) var input: InputFile?
  /// The streams that are read.
  var selection: [TrackKind: Int32] = [:]
  /// The video stream that shows again when video is switched on again.
  var hiddenVideo: Int32?
  /// The length that the player knows; nil where there is none, or another opening of the source may tell another one.
  private var length: Int64?
  /// Whether another one was read than the source declares.
  private var isCorrected = false
  private var hasReportedEstimate = false
  /// Where the queue began.
  private var queueStart: Int64 = 0

  /// A report of the buffer is worth this much more media.
  private static let reportStep: Int64 = 1_000_000

  init(_ parts: SessionParts) { self.parts = parts }

  /// Opens the source, and reports what it is. Returns whether that went well.
  func open(at now: Instant) -> Bool {
    do throws(MediaError) {
      let input = try InputFile(
        source: parts.source, interrupt: interrupt, loader: parts.loader, network: parts.network,
        isVirtual: report.keepsInstants, threads: parts.threads)
      self.input = input
      var missing: [MediaError] = []
      let decoders = try decoders(of: input, missing: &missing)
      input.select(Array(selection.values))
      announce(input, at: now)
      let begin = input.live == nil ? input.declaredStart : nil
      let landing = try begin.map { start throws(MediaError) in try landExactly(start, in: input) }
      queueStart = landing?.position ?? input.start
      state.change { state in
        for kind in [TrackKind.audio, .video] { state.queue.setPlayed(kind, selection[kind] != nil) }
        for packet in landing?.packets ?? [] {
          if let kind = kind(of: packet.stream) { state.queue.append(packet, kind: kind) }
        }
        state.restarts.append(
          Restart(position: queueStart, isSeek: landing != nil, isBeginning: true, decoders: decoders))
        state.traits = input.traits
        state.traits?.naturalSize = selection[.video].flatMap(input.naturalSize)
      }
      // The window tells a player what it has opened; a player that replaces another listens from "opened" on.
      reportWindow(at: now)
      input.live?.forgetReports()
      report(.opened(input.info.opened(playing: selection.keys)), at: now)
      if input.live == nil, input.info.duration.isKnown { length = input.info.duration.microseconds }
      reportWindow(at: now)
      if input.declaredStart != nil { report(.positionReported(.microseconds(queueStart)), at: now) }
      for error in missing { report.warn(of: error, at: now) }
      reportMissing(of: input, at: now)
      state.change { $0.lastReport = (queueStart, false) }
      report(.buffered(until: .microseconds(queueStart), bytesRead: input.bytesRead, isSaturated: false), at: now)
      return true
    } catch {
      input = nil
      report(error, at: now)
      return false
    }
  }

  /// Does what is asked, or reads one packet.
  func step(at now: Instant) {
    let (seek, selection) = state.access { state in
      state.isMoving = state.hasRequest
      let seek = state.seek.take()
      // A seek comes after the selections that were requested before it.
      return (seek, state.selections.isEmpty ? nil : state.selections.removeFirst())
    }
    if let selection { select(selection, at: now) }
    if let seek { go(seek, at: now) }
    if seek != nil || selection != nil { return state.access { $0.isMoving = false } }
    read(at: now)
  }

  private func read(at now: Instant) {
    guard let input else { return }
    do throws(MediaError) {
      defer {
        reportMissing(of: input, at: now)
        reportWindow(at: now)
      }
      let packet = try input.read()
      adoptStreams(of: input, with: packet, from: queueStart, at: now)
      let tags = input.takeChangedTags()
      let kind = packet.flatMap { self.kind(of: $0.stream) }
      state.change { state in
        if let packet, let kind { state.queue.append(packet, kind: kind) }
        let position = packet?.position ?? state.queue.bufferedUntil ?? queueStart
        state.tags += tags.map { (position, $0.key, $0.value) }
        if packet == nil { state.queue.isAtEnd = true }
        state.progress &+= 1
      }
      reportLength(of: input, at: now)
    } catch .interrupted {
      // Closed, or about to seek.
    } catch {
      fail(error)
    }
  }

  /// Playback continues without what could not be loaded, and that is reported.
  private func reportMissing(of input: InputFile, at now: Instant) {
    for error in input.gate.log.takeMissing() { report.warn(of: error, at: now) }
  }

  /// Positions after a seek may be less exact than they look.
  private func reportEstimate(of input: InputFile, at now: Instant) {
    guard !hasReportedEstimate, input.sound?.hasEstimated == true else { return }
    hasReportedEstimate = true
    let library = report.library
    report(.metadataFound(key: library.text(MetadataKey.position), value: library.text("estimated")), at: now)
  }

  /// A length that is too short is no bound. The end is exact where stamps gave another length, or an estimate did, or where
  /// a playlist rounds the durations of its segments.
  private func reportLength(of input: InputFile, at now: Instant) {
    let (found, isAtEnd) = state.access { ($0.queue.bufferedUntil, $0.queue.isAtEnd) }
    guard let until = found else { return }
    let isExact = isAtEnd && (isCorrected || input.hasJoints || input.info.isDurationEstimated)
    let isNews =
      isExact
      ? until != length
      : length.map { length in
        until > length + Self.lengthTolerance
          || isAtEnd && until < length - Self.lengthTolerance && input.hasReadPlaylist
      } ?? false
    guard isNews else { return }
    self.length = until
    isCorrected = true
    report(.durationChanged(.microseconds(until)), at: now)
  }

  /// Durations in playlists and containers are off by less. In microseconds.
  private static let lengthTolerance: Int64 = 1_000_000

  func kind(of stream: Int32) -> TrackKind? { selection.first { $0.value == stream }?.key }

  private func go(_ request: SeekRequest, at now: Instant) {
    guard let input, input.info.isSeekable else { return giveUp(request, at: now) }
    let opening = input.opening
    do throws(MediaError) {
      let landing = try landWithCues(at: request.target, in: input) { () throws(MediaError) in
        try land(request, in: input)
      }
      reportWindow(at: now)
      let decoders = opening == input.opening ? [] : try freshDecoders(of: input)
      if !request.isReturn { reportEstimate(of: input, at: now) }
      restart(landing, decoders: decoders, answering: request, at: now)
    } catch .interrupted {
      // A newer seek or the close follows; or reading has stopped, and nothing follows.
      if state.access({ $0.readsNoMore && $0.seek == nil }), !request.isReturn, claimsAnswer(request) {
        giveUp(request, at: now)
      }
    } catch  where request.isReturn {
      fail(error)
    } catch {
      if claimsAnswer(request) {
        goBack(to: request.origin, in: input, since: opening, after: error)
        giveUp(request, at: now)
      } else {
        restart(Landing(position: request.target), answering: request, at: now)
        fail(error)
      }
    }
  }

  private func fail(_ error: MediaError) {
    state.change { state in
      state.failure = error
      state.progress &+= 1
    }
  }

  /// After the demuxer has failed to move: what was queued is there, but what would follow it is unknown. Where the demuxer
  /// cannot go back either, what is queued plays out, and then playback fails for the reason of the failure.
  func goBack(to origin: Int64, in input: InputFile, since opening: Int, after error: MediaError) {
    if !input.isVirtual { interrupt.limit(to: Self.patience) }
    defer { interrupt.limit(to: nil) }
    do throws(MediaError) {
      let landing = try landExactly(origin, in: input)
      restart(landing, decoders: opening == input.opening ? [] : try freshDecoders(of: input))
    } catch .interrupted {
      // A newer seek or the close follows.
    } catch _ {
      fail(error)
    }
  }

  /// How long a server may take until a seek is answered without it: the host has its own limit for data that does not come.
  static let patience = TimeSpan.seconds(2)

  /// Whether the host does not know yet how `request` ends. Then nobody else tells it from here on.
  private func claimsAnswer(_ request: SeekRequest) -> Bool {
    state.access { state in
      if state.seek != nil { return true }
      defer { state.isAnswered = true }
      return !state.isAnswered
    }
  }

  private func giveUp(_ request: SeekRequest, at now: Instant) {
    let wake = state.change { state in
      state.progress &+= 1
      state.lastReport = nil
      state.isAnswered = false
      return answer(request, at: request.origin, isFinished: false, &state, now)
    }
    wake?()
  }

  /// Answers a seek in the same moment in which the presenter is notified of it, so that reports from before the seek
  /// come before its answer and later ones after it. A newer seek takes its place.
  private func answer(
    _ request: SeekRequest, at position: Int64, isFinished: Bool, _ state: inout SessionState, _ now: Instant
  ) -> (@Sendable () -> Void)? {
    if request.isReturn || state.seek != nil { return nil }
    state.awaited = nil
    if state.isAnswered { return nil }
    return report.append(
      .seekCompleted(request.serial, position: .microseconds(position), isFinished: isFinished), at: now)
  }

  /// Empties the queue and continues from `landing`, with other decoders if there are any; that answers `request`.
  func restart(
    _ landing: Landing, decoders: Decoders = [],
    answering request: SeekRequest? = nil, at now: Instant = .zero
  ) {
    let wake = state.change { state in
      let wasAnswered = request?.isReturn == false && state.isAnswered
      let position = wasAnswered ? max(landing.position, request?.target ?? 0) : landing.position
      queueStart = position
      state.lastReport = nil
      state.queue.removeAll()
      state.tags.removeAll()
      for packet in landing.packets {
        if let kind = kind(of: packet.stream) { state.queue.append(packet, kind: kind) }
      }
      state.queue.isAtEnd = landing.isAtEnd
      state.failure = nil
      state.restarts.append(Restart(position: position, isSeek: true, decoders: decoders))
      return request.flatMap { answer($0, at: position, isFinished: true, &state, now) }
    }
    wake?()
  }

  /// Reports how far the buffer reaches, when that is news.
  func reportBuffer(at now: Instant) {
    guard let input else { return }
    let bytesRead = input.bytesRead
    let news = state.access { state -> (until: Int64, isSaturated: Bool)? in
      state.bytesRead = bytesRead
      let now = (until: max(state.queue.bufferedUntil ?? queueStart, queueStart), isSaturated: state.isSaturated)
      if let last = state.lastReport, last.isSaturated == now.isSaturated, abs(now.until - last.until) < Self.reportStep
      {
        return nil
      }
      state.lastReport = now
      return now
    }
    guard let news else { return }
    report(.buffered(until: .microseconds(news.until), bytesRead: bytesRead, isSaturated: news.isSaturated), at: now)
  }
}
#endif
