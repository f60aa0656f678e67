// Outputs as messages: one number for each kind and its fields in order. See ``Vocabulary`` for the names.

extension Output {
  /// The number of the kind in the registry: 1 … 127 notifications, 128 … 191 engine commands, 192 completion,
  /// 193 diagnostic.
  public var code: UInt16 {
    switch self {
    case .notification(let notification, _): notification.code
    case .engine(let command, _): command.code
    case .completion: 192
    case .diagnostic: 193
    }
  }

  public var message: Message {
    var message = Message(code: code)
    switch self {
    case .notification(let notification, let reason):
      message.put(reason)
      notification.putFields(into: &message)
    case .engine(let command, let epoch):
      message.put(epoch)
      command.putFields(into: &message)
    case .completion(let completion):
      message.put(completion.request)
      message.put(completion.answer)
      message.put(completion.refusal)
    case .diagnostic(let diagnostic):
      message.put(Int64(diagnostic.inputCode))
      message.put(diagnostic.oddity)
    }
    return message
  }

  /// `nil` when the message is not one of the vocabulary's outputs, or a field is out of its type's range.
  public init?(_ message: Message) {
    var reader = FieldReader(message)
    switch message.code {
    case 1..<128:
      let reason = reader.next(Reason.self)
      guard let notification = Player.Notification(code: message.code, &reader) else { return nil }
      self = .notification(notification, reason)
    case 128..<192:
      let epoch = reader.next(Epoch.self)
      guard let command = EngineCommand(code: message.code, &reader) else { return nil }
      self = .engine(command, epoch)
    case 192:
      self = .completion(Completion(reader.next(), reader.next(), reader.next()))
    case 193:
      guard let inputCode = UInt16(exactly: reader.next(Int64.self)) else { return nil }
      self = .diagnostic(Diagnostic(inputCode: inputCode, oddity: reader.next()))
    default: return nil
    }
    guard reader.isValid, reader.isAtEnd else { return nil }
  }
}

extension Player.Notification {
  /// The number of the kind in the registry (1 … 127).
  var code: UInt16 {
    switch self {
    case .itemChanged: 1
    case .phaseChanged: 2
    case .failed: 3
    case .warned: 4
    case .streamTypeChanged: 5
    case .durationChanged: 6
    case .seekableRangeChanged: 7
    case .tracksChanged: 8
    case .trackSelected: 9
    case .naturalSizeChanged: 10
    case .connected: 11
    case .metadataFound: 12
    case .chapterFound: 13
    case .prepared: 14
    case .intentChanged: 15
    case .interruptionChanged: 16
    case .supplyChanged: 17
    case .stallBegan: 18
    case .stallEnded: 19
    case .seekBegan: 20
    case .seekEnded: 21
    case .playbackStateChanged: 22
    case .positionJumped: 23
    case .rateChanged: 24
    case .effectiveRateChanged: 25
    case .volumeChanged: 26
    case .mutedChanged: 27
    case .loopingChanged: 28
    case .scalingModeChanged: 29
    case .rotationChanged: 30
    case .firstFrame: 31
    case .subtitleChanged: 32
    case .looped: 33
    case .ended: 34
    case .closed: 35
    case .networkChanged: 36
    case .backgroundChanged: 37
    case .externalPlaybackChanged: 38
    case .pictureInPictureChanged: 39
    case .atLiveEdgeChanged: 40
    case .policyPrevented: 41
    case .retryScheduled: 42
    case .segmentStarted: 43
    case .segmentEnded: 44
    case .willSkip: 45
    case .didSkip: 46
    case .tick: 47
    case .boundaryReached: 48
    case .backgroundTimeNeeded: 49
    case .settingChanged: 50
    case .softEndReached: 51
    case .reloading: 52
    case .trackFound: 53
    }
  }

  func putFields(into writer: inout some FieldWriter) {
    switch self {
    case .itemChanged(let from, let to):
      writer.put(from)
      writer.put(to)
    case .phaseChanged(let from, let to):
      writer.put(from)
      writer.put(to)
    case .failed(let failure, let position):
      failure.put(into: &writer)
      writer.put(position)
    case .warned(let failure):
      failure.put(into: &writer)
    case .streamTypeChanged(let type):
      writer.put(type)
    case .durationChanged(let duration):
      writer.put(duration)
    case .seekableRangeChanged(let start, let end):
      writer.put(start)
      writer.put(end)
    case .tracksChanged(let audio, let video, let subtitle):
      writer.put(audio)
      writer.put(video)
      writer.put(subtitle)
    case .trackSelected(let kind, let track):
      writer.put(kind)
      writer.put(track)
    case .naturalSizeChanged(let width, let height):
      writer.put(width)
      writer.put(height)
    case .connected(let address, let nameLookup, let connect, let firstData):
      writer.put(address)
      writer.put(nameLookup)
      writer.put(connect)
      writer.put(firstData)
    case .metadataFound(let key, let value):
      writer.put(key)
      writer.put(value)
    case .chapterFound(let chapter, let start, let end, let title):
      writer.put(chapter)
      writer.put(start)
      writer.put(end)
      writer.put(title)
    case .prepared(let duration):
      writer.put(duration)
    case .intentChanged(let playing):
      writer.put(playing)
    case .interruptionChanged(let isInterrupted):
      writer.put(isInterrupted)
    case .supplyChanged(let from, let to):
      writer.put(from)
      writer.put(to)
    case .stallBegan(let count):
      writer.put(count)
    case .stallEnded(let lasted):
      writer.put(lasted)
    case .seekBegan(let serial, let origin, let target):
      writer.put(serial)
      writer.put(origin)
      writer.put(target)
    case .seekEnded(let serial, let position, let isFinished):
      writer.put(serial)
      writer.put(position)
      writer.put(isFinished)
    case .playbackStateChanged(let from, let to):
      writer.put(from)
      writer.put(to)
    case .positionJumped(let from, let to):
      writer.put(from)
      writer.put(to)
    case .rateChanged(let rate):
      writer.put(rate)
    case .effectiveRateChanged(let rate):
      writer.put(rate)
    case .volumeChanged(let left, let right):
      writer.put(left)
      writer.put(right)
    case .mutedChanged(let muted):
      writer.put(muted)
    case .loopingChanged(let looping):
      writer.put(looping)
    case .scalingModeChanged(let mode):
      writer.put(mode)
    case .rotationChanged(let degrees):
      writer.put(degrees)
    case .firstFrame(let kind, let after):
      writer.put(kind)
      writer.put(after)
    case .subtitleChanged(let text):
      writer.put(text)
    case .looped(let count):
      writer.put(count)
    case .ended(let position):
      writer.put(position)
    case .closed(let epoch):
      writer.put(epoch)
    case .networkChanged(let network):
      writer.put(network)
    case .backgroundChanged(let isInBackground):
      writer.put(isInBackground)
    case .externalPlaybackChanged(let active):
      writer.put(active)
    case .pictureInPictureChanged(let active):
      writer.put(active)
    case .atLiveEdgeChanged(let atEdge):
      writer.put(atEdge)
    case .policyPrevented(let network):
      writer.put(network)
    case .retryScheduled(let attempt, let limit, let after):
      writer.put(attempt)
      writer.put(limit)
      writer.put(after)
    case .segmentStarted(let segment, let isSelected, let selection, let previous, let lastPosition):
      writer.put(segment)
      writer.put(isSelected)
      writer.put(selection)
      writer.put(previous)
      writer.put(lastPosition)
    case .segmentEnded(let segment, let wasSelected, let selection, let exit, let next, let lastPosition):
      writer.put(segment)
      writer.put(wasSelected)
      writer.put(selection)
      writer.put(exit)
      writer.put(next)
      writer.put(lastPosition)
    case .willSkip(let segment, let lastPosition):
      writer.put(segment)
      writer.put(lastPosition)
    case .didSkip(let segment, let lastPosition, let isFinished):
      writer.put(segment)
      writer.put(lastPosition)
      writer.put(isFinished)
    case .tick(let observer, let position):
      writer.put(observer)
      writer.put(position)
    case .boundaryReached(let observer, let position):
      writer.put(observer)
      writer.put(position)
    case .backgroundTimeNeeded(let span):
      writer.put(span)
    case .settingChanged(let setting, let value):
      writer.put(setting)
      writer.put(value)
    case .softEndReached(let position):
      writer.put(position)
    case .trackFound(let kind, let track, let language, let title, let isDefault, let isForced):
      writer.put(kind)
      writer.put(track)
      writer.put(language)
      writer.put(title)
      writer.put(isDefault)
      writer.put(isForced)
    case .reloading(let attempt):
      writer.put(attempt)
    }
  }

  init?(code: UInt16, _ reader: inout FieldReader) {
    switch code {
    case 1: self = .itemChanged(from: reader.next(), to: reader.next())
    case 2: self = .phaseChanged(from: reader.next(), to: reader.next())
    case 3: self = .failed(Failure(&reader), position: reader.next())
    case 4: self = .warned(Failure(&reader))
    case 5: self = .streamTypeChanged(reader.next())
    case 6: self = .durationChanged(reader.next())
    case 7: self = .seekableRangeChanged(start: reader.next(), end: reader.next())
    case 8: self = .tracksChanged(audio: reader.next(), video: reader.next(), subtitle: reader.next())
    case 9: self = .trackSelected(reader.next(), reader.next())
    case 10: self = .naturalSizeChanged(width: reader.next(), height: reader.next())
    case 11:
      self = .connected(
        address: reader.next(), nameLookup: reader.next(), connect: reader.next(), firstData: reader.next())
    case 12: self = .metadataFound(key: reader.next(), value: reader.next())
    case 13: self = .chapterFound(reader.next(), start: reader.next(), end: reader.next(), title: reader.next())
    case 14: self = .prepared(duration: reader.next())
    case 15: self = .intentChanged(playing: reader.next())
    case 16: self = .interruptionChanged(isInterrupted: reader.next())
    case 17: self = .supplyChanged(from: reader.next(), to: reader.next())
    case 18: self = .stallBegan(count: reader.next())
    case 19: self = .stallEnded(lasted: reader.next())
    case 20: self = .seekBegan(reader.next(), origin: reader.next(), target: reader.next())
    case 21: self = .seekEnded(reader.next(), position: reader.next(), isFinished: reader.next())
    case 22: self = .playbackStateChanged(from: reader.next(), to: reader.next())
    case 23: self = .positionJumped(from: reader.next(), to: reader.next())
    case 24: self = .rateChanged(reader.next())
    case 25: self = .effectiveRateChanged(reader.next())
    case 26: self = .volumeChanged(left: reader.next(), right: reader.next())
    case 27: self = .mutedChanged(reader.next())
    case 28: self = .loopingChanged(reader.next())
    case 29: self = .scalingModeChanged(reader.next())
    case 30: self = .rotationChanged(degrees: reader.next())
    case 31: self = .firstFrame(reader.next(), after: reader.next())
    case 32: self = .subtitleChanged(reader.next())
    case 33: self = .looped(count: reader.next())
    case 34: self = .ended(position: reader.next())
    case 35: self = .closed(reader.next())
    case 36: self = .networkChanged(reader.next())
    case 37: self = .backgroundChanged(isInBackground: reader.next())
    case 38: self = .externalPlaybackChanged(reader.next())
    case 39: self = .pictureInPictureChanged(reader.next())
    case 40: self = .atLiveEdgeChanged(reader.next())
    case 41: self = .policyPrevented(reader.next())
    case 42: self = .retryScheduled(attempt: reader.next(), limit: reader.next(), after: reader.next())
    case 43:
      self = .segmentStarted(
        reader.next(), isSelected: reader.next(), selection: reader.next(), previous: reader.next(),
        lastPosition: reader.next())
    case 44:
      self = .segmentEnded(
        reader.next(), wasSelected: reader.next(), selection: reader.next(), exit: reader.next(), next: reader.next(),
        lastPosition: reader.next())
    case 45: self = .willSkip(reader.next(), lastPosition: reader.next())
    case 46: self = .didSkip(reader.next(), lastPosition: reader.next(), isFinished: reader.next())
    case 47: self = .tick(reader.next(), position: reader.next())
    case 48: self = .boundaryReached(reader.next(), position: reader.next())
    case 49: self = .backgroundTimeNeeded(reader.next())
    case 50: self = .settingChanged(reader.next(), value: reader.next())
    case 51: self = .softEndReached(position: reader.next())
    case 52: self = .reloading(attempt: reader.next())
    case 53:
      self = .trackFound(
        reader.next(), reader.next(), language: reader.next(), title: reader.next(), isDefault: reader.next(),
        isForced: reader.next())
    default: return nil
    }
  }
}

extension EngineCommand {
  /// The number of the kind in the registry (128 … 191).
  var code: UInt16 {
    switch self {
    case .open: 128
    case .close: 129
    case .play: 130
    case .pause: 131
    case .seek: 132
    case .setVolume: 133
    case .selectTrack: 134
    case .setPresentation: 135
    case .setVideoEnabled: 136
    case .captureStill: 137
    case .reportPosition: 138
    case .catchUp: 139
    }
  }

  func putFields(into writer: inout some FieldWriter) {
    switch self {
    case .open(let item, let keepsBuffer):
      writer.put(item)
      writer.put(keepsBuffer)
    case .close: break
    case .play(let rate):
      writer.put(rate)
    case .pause: break
    case .seek(let serial, let target, let toleranceBefore, let toleranceAfter):
      writer.put(serial)
      writer.put(target)
      writer.put(toleranceBefore)
      writer.put(toleranceAfter)
    case .setVolume(let left, let right, let isMuted):
      writer.put(left)
      writer.put(right)
      writer.put(isMuted)
    case .selectTrack(let kind, let track):
      writer.put(kind)
      writer.put(track)
    case .setPresentation(let scaling, let rotation):
      writer.put(scaling)
      writer.put(rotation)
    case .setVideoEnabled(let enabled):
      writer.put(enabled)
    case .captureStill(let serial):
      writer.put(serial)
    case .reportPosition: break
    case .catchUp(let position):
      writer.put(position)
    }
  }

  init?(code: UInt16, _ reader: inout FieldReader) {
    switch code {
    case 128: self = .open(item: reader.next(), keepsBuffer: reader.next())
    case 129: self = .close
    case 130: self = .play(rate: reader.next())
    case 131: self = .pause
    case 132:
      self = .seek(
        reader.next(), target: reader.next(), toleranceBefore: reader.next(), toleranceAfter: reader.next())
    case 133: self = .setVolume(left: reader.next(), right: reader.next(), isMuted: reader.next())
    case 134: self = .selectTrack(reader.next(), reader.next())
    case 135: self = .setPresentation(reader.next(), rotation: reader.next())
    case 136: self = .setVideoEnabled(reader.next())
    case 137: self = .captureStill(reader.next())
    case 138: self = .reportPosition
    case 139: self = .catchUp(reader.next())
    default: return nil
    }
  }
}
