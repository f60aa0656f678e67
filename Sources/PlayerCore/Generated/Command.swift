// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

/// What an app asks a player to do. Each command gets exactly one ``Completion``.
public enum Command: Hashable, Sendable {
  /// Makes `item` the content. Without `opens` it is only selected, and ``Command/prepare`` or ``Command/play`` opens
  /// it.
  ///
  /// - `item`: What to play.
  /// - `start`: Where to begin.
  /// - `autoplay`: Plays as soon as it is ready; otherwise it is then paused.
  /// - `opens`: Opens it at once.
  /// - `isLocal`: Needs no network, and no permission to use one.
  case load(item: ItemID, start: Position, autoplay: Bool, opens: Bool, isLocal: Bool = false)
  /// Opens the content if it is not open. Done when it is prepared.
  case prepare
  /// Requests playback. Opens the content if it is not open.
  case play
  /// Pauses.
  case pause
  /// Pauses if playing, otherwise plays. ``Setting/togglesByIntent`` defines what counts as playing.
  case toggle
  /// Closes the engine and keeps the content, which can be prepared again.
  case stop
  /// Closes the engine and unloads the content.
  case reset
  /// Opens the content again, from another source when `item` is not none.
  ///
  /// - `item`: The source to use from now on; none for the same one.
  /// - `flush`: Drops the buffer at once; otherwise the old buffer plays until the new source is open.
  /// - `isLocal`: Whether the other source needs no network.
  case reload(item: ItemID, flush: Bool, isLocal: Bool = false)
  /// Seeks. A newer seek supersedes an older one.
  case seek(Position)
  /// Sets the requested rate, which survives pauses, seeks and loads. Refused outside ``Configuration/minimumRate`` …
  /// ``Configuration/maximumRate``.
  case setRate(Rate)
  /// Sets the volumes, in thousandths, 0 … ``Configuration/maximumVolume`` each. If one is out of range, both are
  /// refused.
  case setVolume(left: Int32, right: Int32)
  /// Mutes or unmutes; the volumes stay.
  case setMuted(Bool)
  /// Sets whether media on demand starts over at its end.
  case setLooping(Bool)
  /// Sets how the picture fills its frame.
  case setScalingMode(ScalingMode)
  /// Rotates the picture counter-clockwise by 0, 90, 180 or 270 degrees. Refuses anything else.
  case setRotation(degrees: Int32)
  /// Selects a rendition by its number, ``TrackID/off`` or ``TrackID/automatic``.
  case selectTrack(TrackKind, TrackID)
  /// Sets the language that ``TrackID/automatic`` prefers, in this media and all that follow; none for no preference.
  /// Subtitles are chosen automatically only with a preference.
  case setPreferredLanguage(TrackKind, TextID)
  /// Adds a segment to the staged list, which ``Command/commitSegments`` makes the current one.
  ///
  /// - `isBlocked`: Playback skips it.
  /// - `isHidden`: Not shown to users; treated like any other, except where segments overlap.
  /// - `isDated`: Start and end are dates, in microseconds since 1970.
  /// - `title`: Ignored by the player; recorded so that a trace can name the segment.
  case stageSegment(
    SegmentID, start: MediaTime, end: MediaTime, isBlocked: Bool, isHidden: Bool, isDated: Bool, title: TextID = .none)
  /// Makes the staged segments the current list, even if there are none.
  case commitSegments
  /// Observes every position that is `phase` past a multiple of `interval`, when playback passes it. Refused when
  /// `interval` is less than 10 ms. Observers survive stop, reset and load; using an identifier again replaces its
  /// observer.
  case addPeriodicObserver(ObserverID, interval: TimeSpan, phase: TimeSpan = .zero)
  /// Observes `position`, whenever playback passes it, even while ``Setting/tickGate`` keeps periodic observers silent.
  case addBoundaryObserver(ObserverID, position: MediaTime)
  /// Removes an observer.
  case removeObserver(ObserverID)
  /// Changes one value of the configuration. Refused outside the range of the setting.
  case set(Setting, Int64)
  /// Captures the picture at the current position. Done when the host has it.
  case captureStill
  /// Tries again after a failure.
  case retry
  /// Begins open media again, as an opening does. Ends interruptions where commands do, goes to the position without
  /// showing a seek, and keeps interval notifications silent as after an opening. With the default position, or in
  /// media that cannot seek, the playhead stays where it is.
  ///
  /// - `autoplay`: Plays from there; otherwise it is paused.
  case restart(Position, autoplay: Bool)
}

extension Command {
  /// The numbers that kinds of this family have or may get.
  @inlinable package static var codes: ClosedRange<UInt16> { 1...63 }

  /// The number of the kind in the registry.
  var code: UInt16 {
    switch self {
    case .load: 1
    case .prepare: 2
    case .play: 3
    case .pause: 4
    case .toggle: 5
    case .stop: 6
    case .reset: 7
    case .reload: 8
    case .seek: 9
    case .setRate: 10
    case .setVolume: 11
    case .setMuted: 12
    case .setLooping: 13
    case .setScalingMode: 14
    case .setRotation: 15
    case .selectTrack: 16
    case .setPreferredLanguage: 17
    case .stageSegment: 18
    case .commitSegments: 19
    case .addPeriodicObserver: 20
    case .addBoundaryObserver: 21
    case .removeObserver: 22
    case .set: 23
    case .captureStill: 24
    case .retry: 25
    case .restart: 26
    }
  }

  func putFields(into writer: inout some FieldWriter) {
    switch self {
    case .load(let item, let start, let autoplay, let opens, let isLocal):
      writer.put(item)
      start.put(into: &writer)
      writer.put(autoplay)
      writer.put(opens)
      writer.put(isLocal)
    case .prepare: break
    case .play: break
    case .pause: break
    case .toggle: break
    case .stop: break
    case .reset: break
    case .reload(let item, let flush, let isLocal):
      writer.put(item)
      writer.put(flush)
      writer.put(isLocal)
    case .seek(let position):
      position.put(into: &writer)
    case .setRate(let rate):
      writer.put(rate)
    case .setVolume(let left, let right):
      writer.put(left)
      writer.put(right)
    case .setMuted(let muted):
      writer.put(muted)
    case .setLooping(let looping):
      writer.put(looping)
    case .setScalingMode(let mode):
      writer.put(mode)
    case .setRotation(let degrees):
      writer.put(degrees)
    case .selectTrack(let kind, let track):
      writer.put(kind)
      writer.put(track)
    case .setPreferredLanguage(let kind, let language):
      writer.put(kind)
      writer.put(language)
    case .stageSegment(let segment, let start, let end, let isBlocked, let isHidden, let isDated, let title):
      writer.put(segment)
      writer.put(start)
      writer.put(end)
      writer.put(isBlocked)
      writer.put(isHidden)
      writer.put(isDated)
      writer.put(title)
    case .commitSegments: break
    case .addPeriodicObserver(let observer, let interval, let phase):
      writer.put(observer)
      writer.put(interval)
      writer.put(phase)
    case .addBoundaryObserver(let observer, let position):
      writer.put(observer)
      writer.put(position)
    case .removeObserver(let observer):
      writer.put(observer)
    case .set(let setting, let value):
      writer.put(setting)
      writer.put(value)
    case .captureStill: break
    case .retry: break
    case .restart(let position, let autoplay):
      position.put(into: &writer)
      writer.put(autoplay)
    }
  }

  init?(code: UInt16, _ reader: inout some FieldSource) {
    switch code {
    case 1:
      self = .load(
        item: reader.next(), start: Position(&reader), autoplay: reader.next(), opens: reader.next(),
        isLocal: reader.next())
    case 2: self = .prepare
    case 3: self = .play
    case 4: self = .pause
    case 5: self = .toggle
    case 6: self = .stop
    case 7: self = .reset
    case 8: self = .reload(item: reader.next(), flush: reader.next(), isLocal: reader.next())
    case 9: self = .seek(Position(&reader))
    case 10: self = .setRate(reader.next())
    case 11: self = .setVolume(left: reader.next(), right: reader.next())
    case 12: self = .setMuted(reader.next())
    case 13: self = .setLooping(reader.next())
    case 14: self = .setScalingMode(reader.next())
    case 15: self = .setRotation(degrees: reader.next())
    case 16: self = .selectTrack(reader.next(), reader.next())
    case 17: self = .setPreferredLanguage(reader.next(), reader.next())
    case 18:
      self = .stageSegment(
        reader.next(), start: reader.next(), end: reader.next(), isBlocked: reader.next(), isHidden: reader.next(),
        isDated: reader.next(), title: reader.next())
    case 19: self = .commitSegments
    case 20: self = .addPeriodicObserver(reader.next(), interval: reader.next(), phase: reader.next())
    case 21: self = .addBoundaryObserver(reader.next(), position: reader.next())
    case 22: self = .removeObserver(reader.next())
    case 23: self = .set(reader.next(), reader.next())
    case 24: self = .captureStill
    case 25: self = .retry
    case 26: self = .restart(Position(&reader), autoplay: reader.next())
    default: return nil
    }
  }
}
