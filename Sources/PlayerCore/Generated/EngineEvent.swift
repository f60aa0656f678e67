// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

/// What an engine reports. Reports of an epoch that is closed are dropped with a diagnostic.
public enum EngineEvent: Hashable, Sendable {
  /// The connection is established. Times count from the open command; ``TimeSpan/never`` for an unknown one.
  ///
  /// - `address`: The address of the server.
  case connected(address: TextID, nameLookup: TimeSpan, connect: TimeSpan, firstData: TimeSpan)
  /// The source is open, the playhead is at its beginning or at the live edge, and nothing moves.
  case opened(OpenedMedia)
  /// The media has this rendition.
  ///
  /// - `isDefault`: The media marks it as default.
  /// - `isForced`: Contains only text that must always be shown, such as signs; a preference never selects it.
  case trackFound(TrackKind, TrackID, language: TextID, title: TextID, isDefault: Bool, isForced: Bool = false)
  /// The media has this chapter.
  case chapterFound(SegmentID, start: MediaTime, end: MediaTime, title: TextID)
  /// The media has this metadata.
  case metadataFound(key: TextID, value: TextID)
  /// The duration became known, or changed.
  case durationChanged(MediaTime)
  /// The media is seekable between these positions.
  case seekableRangeChanged(start: MediaTime, end: MediaTime)
  /// A position of the media and its date.
  ///
  /// - `date`: Microseconds since 1970.
  case dateReference(position: MediaTime, date: Int64)
  /// The size of the picture in pixels.
  case naturalSizeChanged(width: Int32, height: Int32)
  /// Data is buffered up to a position.
  ///
  /// - `bytesRead`: Bytes read since the opening.
  /// - `isSaturated`: No more will come without playing, because of the end of the media or the engine's own limit.
  case buffered(until: MediaTime, bytesRead: Int64, isSaturated: Bool)
  /// The load state, from an engine that judges its buffer itself.
  case supplyChanged(BufferState)
  /// The engine ran out of data and stopped. Only ``EngineCommand/play(rate:)`` starts it again.
  case starved(position: MediaTime)
  /// The playhead moves.
  case playbackStarted(position: MediaTime, rate: Rate)
  /// The playhead stopped, as commanded or by itself.
  case playbackStopped(position: MediaTime)
  /// The true position, as the answer to ``EngineCommand/reportPosition`` or as a correction of the clock.
  case positionReported(MediaTime)
  /// The engine landed at `position` and stopped there.
  ///
  /// - `isFinished`: False when the engine gave up.
  case seekCompleted(SeekSerial, position: MediaTime, isFinished: Bool)
  /// The first audio or video frame of this opening was presented.
  case firstFrame(TrackKind, position: MediaTime)
  /// Everything was presented, and the engine stopped at `position`.
  case ended(position: MediaTime)
  /// The engine cannot continue.
  case failed(Failure)
  /// A problem that does not stop playback.
  case warned(Failure)
  /// The engine plays this rendition now.
  case trackSelected(TrackKind, TrackID)
  /// A subtitle is shown; ``Identifier/none`` when it disappears.
  case subtitleShown(TextID)
  /// The still picture was taken.
  ///
  /// - `isCaptured`: False when there is no picture.
  case stillCaptured(StillSerial, isCaptured: Bool)
  /// Everything of this epoch is released.
  case closed
}

extension EngineEvent {
  /// The numbers that kinds of this family have or may get.
  @inlinable package static var codes: ClosedRange<UInt16> { 128...255 }

  /// The number of the kind in the registry.
  var code: UInt16 {
    switch self {
    case .connected: 128
    case .opened: 129
    case .trackFound: 130
    case .chapterFound: 131
    case .metadataFound: 132
    case .durationChanged: 133
    case .seekableRangeChanged: 134
    case .dateReference: 135
    case .naturalSizeChanged: 136
    case .buffered: 137
    case .supplyChanged: 138
    case .starved: 139
    case .playbackStarted: 140
    case .playbackStopped: 141
    case .positionReported: 142
    case .seekCompleted: 143
    case .firstFrame: 144
    case .ended: 145
    case .failed: 146
    case .warned: 147
    case .trackSelected: 148
    case .subtitleShown: 149
    case .stillCaptured: 150
    case .closed: 151
    }
  }

  func putFields(into writer: inout some FieldWriter) {
    switch self {
    case .connected(let address, let nameLookup, let connect, let firstData):
      writer.put(address)
      writer.put(nameLookup)
      writer.put(connect)
      writer.put(firstData)
    case .opened(let media):
      media.put(into: &writer)
    case .trackFound(let kind, let track, let language, let title, let isDefault, let isForced):
      writer.put(kind)
      writer.put(track)
      writer.put(language)
      writer.put(title)
      writer.put(isDefault)
      writer.put(isForced)
    case .chapterFound(let chapter, let start, let end, let title):
      writer.put(chapter)
      writer.put(start)
      writer.put(end)
      writer.put(title)
    case .metadataFound(let key, let value):
      writer.put(key)
      writer.put(value)
    case .durationChanged(let duration):
      writer.put(duration)
    case .seekableRangeChanged(let start, let end):
      writer.put(start)
      writer.put(end)
    case .dateReference(let position, let date):
      writer.put(position)
      writer.put(date)
    case .naturalSizeChanged(let width, let height):
      writer.put(width)
      writer.put(height)
    case .buffered(let until, let bytesRead, let isSaturated):
      writer.put(until)
      writer.put(bytesRead)
      writer.put(isSaturated)
    case .supplyChanged(let supply):
      writer.put(supply)
    case .starved(let position):
      writer.put(position)
    case .playbackStarted(let position, let rate):
      writer.put(position)
      writer.put(rate)
    case .playbackStopped(let position):
      writer.put(position)
    case .positionReported(let position):
      writer.put(position)
    case .seekCompleted(let serial, let position, let isFinished):
      writer.put(serial)
      writer.put(position)
      writer.put(isFinished)
    case .firstFrame(let kind, let position):
      writer.put(kind)
      writer.put(position)
    case .ended(let position):
      writer.put(position)
    case .failed(let failure):
      failure.put(into: &writer)
    case .warned(let failure):
      failure.put(into: &writer)
    case .trackSelected(let kind, let track):
      writer.put(kind)
      writer.put(track)
    case .subtitleShown(let text):
      writer.put(text)
    case .stillCaptured(let serial, let isCaptured):
      writer.put(serial)
      writer.put(isCaptured)
    case .closed: break
    }
  }

  init?(code: UInt16, _ reader: inout some FieldSource) {
    switch code {
    case 128:
      self = .connected(
        address: reader.next(), nameLookup: reader.next(), connect: reader.next(), firstData: reader.next())
    case 129: self = .opened(OpenedMedia(&reader))
    case 130:
      self = .trackFound(
        reader.next(), reader.next(), language: reader.next(), title: reader.next(), isDefault: reader.next(),
        isForced: reader.next())
    case 131: self = .chapterFound(reader.next(), start: reader.next(), end: reader.next(), title: reader.next())
    case 132: self = .metadataFound(key: reader.next(), value: reader.next())
    case 133: self = .durationChanged(reader.next())
    case 134: self = .seekableRangeChanged(start: reader.next(), end: reader.next())
    case 135: self = .dateReference(position: reader.next(), date: reader.next())
    case 136: self = .naturalSizeChanged(width: reader.next(), height: reader.next())
    case 137: self = .buffered(until: reader.next(), bytesRead: reader.next(), isSaturated: reader.next())
    case 138: self = .supplyChanged(reader.next())
    case 139: self = .starved(position: reader.next())
    case 140: self = .playbackStarted(position: reader.next(), rate: reader.next())
    case 141: self = .playbackStopped(position: reader.next())
    case 142: self = .positionReported(reader.next())
    case 143: self = .seekCompleted(reader.next(), position: reader.next(), isFinished: reader.next())
    case 144: self = .firstFrame(reader.next(), position: reader.next())
    case 145: self = .ended(position: reader.next())
    case 146: self = .failed(Failure(&reader))
    case 147: self = .warned(Failure(&reader))
    case 148: self = .trackSelected(reader.next(), reader.next())
    case 149: self = .subtitleShown(reader.next())
    case 150: self = .stillCaptured(reader.next(), isCaptured: reader.next())
    case 151: self = .closed
    default: return nil
    }
  }
}
