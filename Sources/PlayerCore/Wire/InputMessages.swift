// Inputs as messages: one number for each kind and its fields in order. See ``Vocabulary`` for the names.

extension Input {
  /// The number of the kind in the registry: 0 deadline, 1 … 63 commands, 64 … 127 environment, 128 … engine.
  public var code: UInt16 {
    switch self {
    case .deadline: 0
    case .command(let command, _): command.code
    case .engine(let event, _): event.code
    case .environment(let event): event.code
    }
  }

  public var message: Message {
    var message = Message(code: code)
    switch self {
    case .deadline: break
    case .command(let command, let request):
      message.put(request)
      command.putFields(into: &message)
    case .engine(let event, let epoch):
      message.put(epoch)
      event.putFields(into: &message)
    case .environment(let event): event.putFields(into: &message)
    }
    return message
  }

  /// `nil` when the message is not one of the vocabulary's inputs, or a field is out of its type's range.
  public init?(_ message: Message) {
    var reader = FieldReader(message)
    switch message.code {
    case 0: self = .deadline
    case 1..<64:
      let request = reader.next(RequestID.self)
      guard let command = Command(code: message.code, &reader) else { return nil }
      self = .command(command, request)
    case 64..<128:
      guard let event = EnvironmentEvent(code: message.code, &reader) else { return nil }
      self = .environment(event)
    default:
      let epoch = reader.next(Epoch.self)
      guard let event = EngineEvent(code: message.code, &reader) else { return nil }
      self = .engine(event, epoch)
    }
    guard reader.isValid, reader.isAtEnd else { return nil }
  }
}

extension Command {
  /// The number of the kind in the registry (1 … 63).
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
    case .seek(let to):
      to.put(into: &writer)
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
    case .restart(let at, let autoplay):
      at.put(into: &writer)
      writer.put(autoplay)
    }
  }

  init?(code: UInt16, _ reader: inout FieldReader) {
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

extension EnvironmentEvent {
  /// The number of the kind in the registry (64 … 127).
  var code: UInt16 {
    switch self {
    case .networkChanged: 64
    case .interruptionBegan: 65
    case .interruptionEnded: 66
    case .routeChanged: 67
    case .remoteControl: 68
    case .enteredBackground: 69
    case .enteredForeground: 70
    case .externalPlaybackChanged: 71
    case .pictureInPictureChanged: 72
    case .wallClock: 73
    }
  }

  func putFields(into writer: inout some FieldWriter) {
    switch self {
    case .networkChanged(let network):
      writer.put(network)
    case .interruptionBegan(let stopsEngine):
      writer.put(stopsEngine)
    case .interruptionEnded(let mayResume):
      writer.put(mayResume)
    case .routeChanged(let change):
      writer.put(change)
    case .remoteControl(let button):
      writer.put(button)
    case .enteredBackground(let audioContinues):
      writer.put(audioContinues)
    case .enteredForeground: break
    case .externalPlaybackChanged(let active):
      writer.put(active)
    case .pictureInPictureChanged(let active):
      writer.put(active)
    case .wallClock(let date):
      writer.put(date)
    }
  }

  init?(code: UInt16, _ reader: inout FieldReader) {
    switch code {
    case 64: self = .networkChanged(reader.next())
    case 65: self = .interruptionBegan(stopsEngine: reader.next())
    case 66: self = .interruptionEnded(mayResume: reader.next())
    case 67: self = .routeChanged(reader.next())
    case 68: self = .remoteControl(reader.next())
    case 69: self = .enteredBackground(audioContinues: reader.next())
    case 70: self = .enteredForeground
    case 71: self = .externalPlaybackChanged(reader.next())
    case 72: self = .pictureInPictureChanged(reader.next())
    case 73: self = .wallClock(reader.next())
    default: return nil
    }
  }
}

extension EngineEvent {
  /// The number of the kind in the registry (128 …).
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

  init?(code: UInt16, _ reader: inout FieldReader) {
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

extension Position {
  func put(into writer: inout some FieldWriter) {
    writer.put(anchor)
    writer.put(offset)
    writer.put(toleranceBefore)
    writer.put(toleranceAfter)
    writer.put(segment)
  }

  init(_ reader: inout FieldReader) {
    anchor = reader.next()
    offset = reader.next()
    toleranceBefore = reader.next()
    toleranceAfter = reader.next()
    segment = reader.next()
  }
}

extension Failure {
  func put(into writer: inout some FieldWriter) {
    writer.put(kind)
    writer.put(detail)
    writer.put(text)
  }

  init(_ reader: inout FieldReader) {
    kind = reader.next()
    detail = reader.next()
    text = reader.next()
  }
}

extension OpenedMedia {
  func put(into writer: inout some FieldWriter) {
    writer.put(duration)
    writer.put(isDurationEstimated)
    writer.put(isSeekable)
    writer.put(hasAudio)
    writer.put(hasVideo)
    writer.put(supply)
  }

  init(_ reader: inout FieldReader) {
    duration = reader.next()
    isDurationEstimated = reader.next()
    isSeekable = reader.next()
    hasAudio = reader.next()
    hasVideo = reader.next()
    supply = reader.next()
  }
}
