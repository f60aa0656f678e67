#if FFmpeg
import PlayerCore
import PlayerRuntime

extension Reader {
  /// Chooses the streams that play without a selection, and makes their decoders. Where there is no decoder for one
  /// kind, the other plays alone, and `missing` names what was left out.
  func decoders(of input: InputFile, missing: inout [MediaError]) throws(MediaError) -> Decoders {
    var decoders: Decoders = []
    var reason: MediaError?
    for kind in [TrackKind.video, .audio] {
      guard let stream = input.bestStream(kind, beside: selection[.video] ?? -1) else { continue }
      do throws(MediaError) {
        decoders.append((kind, try input.decoder(stream: stream, kind: kind)))
        selection[kind] = stream
      } catch {
        reason = reason ?? error
        missing.append(error.naming(input.codec(stream: stream)))
      }
    }
    guard decoders.isEmpty else { return decoders }
    throw reason ?? nothingToPlay(in: input)
  }

  /// Streams are declared, and none of them can be played: because nobody knows the codec, or because nothing of it came.
  private func nothingToPlay(in input: InputFile) -> MediaError {
    guard let unknown = input.info.streams.first(where: { $0.kind != .subtitle && $0.codec == "none" }) else {
      return .failed(.invalidData)
    }
    return .decoder(unknown.kind, code: 0).naming(input.codec(stream: unknown.index))
  }

  /// Reports everything that is known before the source counts as open.
  func announce(_ input: InputFile, at now: Instant) {
    let library = report.library
    if let timings = input.gate.log.timings {
      report(
        .connected(
          address: library.text(timings.address), nameLookup: timings.nameLookup, connect: timings.connect,
          firstData: timings.firstData), at: now)
    }
    for stream in input.info.streams { report(track: stream, at: now) }
    for kind in [TrackKind.audio, .video] {
      if let stream = selection[kind] { report(.trackSelected(kind, TrackID(stream)), at: now) }
    }
    for (index, chapter) in input.info.chapters.enumerated() {
      report(
        .chapterFound(
          SegmentID(UInt32(index + 1)), start: chapter.start, end: chapter.end, title: library.text(chapter.title)),
        at: now)
    }
    report(
      .metadataFound(key: library.text(MetadataKey.container), value: library.text(input.info.container)), at: now)
    let orientation = selection[.video].map(input.orientation) ?? .upright
    for (key, value) in orientation.metadata + input.info.metadata {
      report(.metadataFound(key: library.text(key), value: library.text(value)), at: now)
    }
    if let size = selection[.video].flatMap(input.naturalSize) {
      report(.naturalSizeChanged(width: size.width, height: size.height), at: now)
    }
  }

  /// Has streams heard and seen that have begun later than the media, if nothing of their kind plays.
  func adoptStreams(of input: InputFile, with packet: Packet?, from start: Int64, at now: Instant) {
    let position = packet?.position ?? start
    for stream in input.lateStreams {
      report(track: stream, at: now)
      guard stream.kind != .subtitle, selection[stream.kind] == nil,
        let decoder = try? input.decoder(stream: stream.index, kind: stream.kind)
      else { continue }
      selection[stream.kind] = stream.index
      input.select(Array(selection.values))
      state.change { state in
        state.queue.setPlayed(stream.kind, true)
        state.restarts.append(Restart(position: position, isSeek: false, decoders: [(stream.kind, decoder)]))
      }
      report(.trackSelected(stream.kind, TrackID(stream.index)), at: now)
    }
    input.lateStreams.removeAll()
  }

  private func report(track stream: MediaInfo.Stream, at now: Instant) {
    let library = report.library
    report(
      .trackFound(
        stream.kind, TrackID(stream.index), language: library.text(stream.language),
        title: library.text(stream.title), isDefault: stream.isDefault, isForced: stream.isForced), at: now)
  }

  /// How long a server may take to deliver another stream: what was there before plays on meanwhile.
  private static let selectionPatience = TimeSpan.seconds(5)

  /// Plays another stream of a kind, or none. What cannot be selected changes nothing.
  func select(_ request: SelectRequest, at now: Instant) {
    guard let input else { return }
    let (before, opening) = (selection, input.opening)
    let chosen = stream(for: request, of: input)
    do throws(MediaError) {
      if !input.isVirtual { interrupt.limit(to: Self.selectionPatience) }
      defer { interrupt.limit(to: nil) }
      try change(request.kind, to: chosen, in: input, from: request.position)
      if request.isAnnounced { report(.trackSelected(request.kind, chosen.map { TrackID($0) } ?? .off), at: now) }
    } catch {
      // What has no decoder has moved nothing.
      let wasMoved = selection != before
      selection = before
      input.select(Array(selection.values))
      if wasMoved { goBack(to: request.position, in: input, since: opening, after: error) }
      report.warn(of: error, at: now)
    }
  }

  private func stream(for request: SelectRequest, of input: InputFile) -> Int32? {
    switch request.track {
    case .off:
      guard !request.isAnnounced else { return nil }
      hiddenVideo = selection[request.kind]
      // Without sound the pictures move the playhead.
      return selection[.audio] == nil ? hiddenVideo : nil
    case .automatic:
      if !request.isAnnounced { return hiddenVideo ?? selection[request.kind] }
      return request.kind == .subtitle ? nil : input.bestStream(request.kind, beside: selection[.video] ?? -1)
    default: return request.track.rawValue
    }
  }

  private func change(
    _ kind: TrackKind, to stream: Int32?, in input: InputFile, from position: Int64
  ) throws(MediaError) {
    if stream == selection[kind] { return }
    let opening = input.opening
    var decoder: (any StreamDecoder)?
    if let stream {
      guard input.info.streams.contains(where: { $0.index == stream && $0.kind == kind }) else {
        throw .failed(.notFound)
      }
      decoder = try input.decoder(stream: stream, kind: kind)
    }
    selection[kind] = stream
    input.select(Array(selection.values))
    // The queue lacks the stream: it is fetched again where possible.
    var landing: Landing?
    do throws(MediaError) {
      if stream != nil, input.info.isSeekable {
        landing = try landWithCues(at: position, in: input) { () throws(MediaError) in
          try landExactly(position, in: input)
        }
      }
    } catch .interrupted where !interrupt.isForGood {
      // A seek follows and fetches anyway.
    }
    state.change { $0.queue.setPlayed(kind, kind != .subtitle && stream != nil) }
    if let landing {
      let isFresh = opening == input.opening
      restart(landing, decoders: isFresh ? [(kind, decoder)] : try freshDecoders(of: input))
    } else {
      state.change { state in
        state.queue.removeAll(kind)
        state.restarts.append(Restart(position: position, isSeek: false, decoders: [(kind, decoder)]))
      }
    }
  }

  /// Decoders for all that plays, after the source was reopened.
  func freshDecoders(of input: InputFile) throws(MediaError) -> Decoders {
    var decoders: Decoders = []
    for kind in TrackKind.allCases {
      guard let stream = selection[kind] else { continue }
      decoders.append((kind, try input.decoder(stream: stream, kind: kind)))
    }
    return decoders
  }
}

extension MediaInfo {
  /// The same in the core's words, when streams of these kinds play: what has no decoder is as good as not there.
  func opened(playing kinds: some Collection<TrackKind>) -> OpenedMedia {
    OpenedMedia(
      duration: duration, isDurationEstimated: isDurationEstimated, isSeekable: isSeekable,
      hasAudio: kinds.contains(.audio), hasVideo: kinds.contains(.video))
  }
}
#endif
