// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Player {
  /// What a player reports to its observers, with the ``Reason`` of the change.
  public enum Notification: Hashable, Sendable {
    /// The content is another item.
    case itemChanged(from: ItemID, to: ItemID)
    /// The content entered another ``Phase``.
    case phaseChanged(from: Phase, to: Phase)
    /// Playback failed at `position`, and will not be retried.
    case failed(Failure, position: MediaTime)
    /// A problem that does not end playback, such as a failure that will be retried.
    case warned(Failure)
    /// The media is on demand, live or live with a window.
    case streamTypeChanged(StreamType)
    /// The duration became known, or changed; unknown for a live stream and without media.
    case durationChanged(MediaTime)
    /// The range of seekable positions.
    case seekableRangeChanged(start: MediaTime, end: MediaTime)
    /// How many renditions of each kind the media has.
    case tracksChanged(audio: Int32, video: Int32, subtitle: Int32)
    /// Another rendition is played.
    case trackSelected(TrackKind, TrackID)
    /// The size of the picture in pixels; 0 × 0 without a picture.
    case naturalSizeChanged(width: Int32, height: Int32)
    /// The connection of this opening is established. Times count from the open command; ``TimeSpan/never`` for one
    /// that is not known.
    ///
    /// - `address`: The address of the server.
    case connected(address: TextID, nameLookup: TimeSpan, connect: TimeSpan, firstData: TimeSpan)
    /// The media has this metadata.
    case metadataFound(key: TextID, value: TextID)
    /// The media has this chapter.
    case chapterFound(SegmentID, start: MediaTime, end: MediaTime, title: TextID)
    /// The media is ready to play. Sent once for each opening.
    case prepared(duration: MediaTime)
    /// Playback or a pause was requested.
    case intentChanged(playing: Bool)
    /// An interruption began or ended.
    case interruptionChanged(isInterrupted: Bool)
    /// The load state of the buffer changed.
    case supplyChanged(from: BufferState, to: BufferState)
    /// Playback ran out of data.
    ///
    /// - `count`: Stalls since the last load, this one included.
    case stallBegan(count: Int32)
    /// The stall is over. Playback continues, unless something else ended the stall, such as a seek or a stop.
    case stallEnded(lasted: TimeSpan)
    /// A seek began.
    ///
    /// - `origin`: The position when the first of a series of seeks was requested.
    /// - `target`: The resolved target position.
    case seekBegan(SeekSerial, origin: MediaTime, target: MediaTime)
    /// The seek is over, and `position` is where the playhead is now.
    ///
    /// - `isFinished`: False when it was superseded or cancelled, or when the engine gave up.
    case seekEnded(SeekSerial, position: MediaTime, isFinished: Bool)
    /// The player shows another ``PlaybackState``.
    case playbackStateChanged(from: PlaybackState, to: PlaybackState)
    /// The playhead moved without a seek, for example because of a correction by the engine.
    case positionJumped(from: MediaTime, to: MediaTime)
    /// The requested rate changed.
    case rateChanged(Rate)
    /// The rate at which the playhead moves changed; zero while it is stopped.
    case effectiveRateChanged(Rate)
    /// The volumes changed, in thousandths.
    case volumeChanged(left: Int32, right: Int32)
    /// The sound was muted or unmuted.
    case mutedChanged(Bool)
    /// Looping was switched on or off.
    case loopingChanged(Bool)
    /// The picture fills its frame in another way.
    case scalingModeChanged(ScalingMode)
    /// The rotation of the picture changed, counter-clockwise.
    case rotationChanged(degrees: Int32)
    /// The first frame of this opening was presented.
    ///
    /// - `after`: Time since the open command.
    case firstFrame(TrackKind, after: TimeSpan)
    /// Another subtitle is shown, or none.
    case subtitleChanged(TextID)
    /// The media started over by itself.
    ///
    /// - `count`: Loops since the last load, this one included.
    case looped(count: Int32)
    /// Playback reached the end of the media.
    case ended(position: MediaTime)
    /// The engine released everything of this epoch, or did not confirm it in time.
    case closed(Epoch)
    /// The machine's connection changed, or was lost.
    case networkChanged(NetworkPath)
    /// The app went to the background or came back.
    case backgroundChanged(isInBackground: Bool)
    /// The picture moved to another screen, or back.
    case externalPlaybackChanged(Bool)
    /// Picture in picture began or ended.
    case pictureInPictureChanged(Bool)
    /// The playhead of a live stream reached the live edge or fell behind it.
    case atLiveEdgeChanged(Bool)
    /// The network policy does not allow the load. Sent once for each attempt.
    case policyPrevented(NetworkPath)
    /// The failure that was just reported as a warning will be retried.
    ///
    /// - `attempt`: The number of this retry, from 1 on.
    /// - `limit`: How many retries are allowed.
    /// - `after`: The delay.
    case retryScheduled(attempt: Int32, limit: Int32, after: TimeSpan)
    /// Playback is now in this segment.
    ///
    /// - `isSelected`: A start or a seek selected it.
    /// - `previous`: The segment before; none when there was none.
    /// - `lastPosition`: The last position outside.
    case segmentStarted(
      SegmentID, isSelected: Bool, selection: SelectionReason, previous: SegmentID, lastPosition: MediaTime)
    /// Playback left this segment.
    ///
    /// - `wasSelected`: A start or a seek had selected it.
    /// - `selection`: How the next segment was selected if the exit is `selection`; otherwise none.
    /// - `next`: The segment that follows; none when there is none.
    /// - `lastPosition`: The last position inside.
    case segmentEnded(
      SegmentID, wasSelected: Bool, selection: SelectionReason, exit: SegmentExit, next: SegmentID,
      lastPosition: MediaTime)
    /// Playback reached this blocked segment and will skip it.
    ///
    /// - `lastPosition`: The last position before.
    case willSkip(SegmentID, lastPosition: MediaTime)
    /// The skip of this blocked segment is over.
    ///
    /// - `lastPosition`: The last position before the skip.
    /// - `isFinished`: False when the skip did not land after what is blocked.
    case didSkip(SegmentID, lastPosition: MediaTime, isFinished: Bool)
    /// Playback passed a position that a periodic observer observes.
    case tick(ObserverID, position: MediaTime)
    /// Playback passed the position of a boundary observer.
    case boundaryReached(ObserverID, position: MediaTime)
    /// The player requests time from the host to work in the background.
    case backgroundTimeNeeded(TimeSpan)
    /// A setting has another value.
    case settingChanged(Setting, value: Int64)
    /// Playback passed the soft end, whose position ``Setting/softEndFraction`` defines.
    case softEndReached(position: MediaTime)
    /// The content is opened again by policy, which the reason names.
    ///
    /// - `attempt`: Reloads since the content last played, this one included.
    case reloading(attempt: Int32)
    /// The opening media has this rendition, by the number that ``Command/selectTrack(_:_:)`` takes.
    ///
    /// - `isDefault`: The media marks it as default.
    /// - `isForced`: Contains only text that must always be shown, such as signs; a preference never selects it.
    case trackFound(TrackKind, TrackID, language: TextID, title: TextID, isDefault: Bool, isForced: Bool = false)
    /// This blocked segment is presented, because it cannot be skipped; an app may mute or hide it. None when that is
    /// over.
    ///
    /// - `isSeekable`: False where the source cannot seek; else its skips are used up, or nothing after it can be
    ///   reached.
    case blockedPlaying(SegmentID, isSeekable: Bool)
  }
}

extension Player.Notification {
  /// The numbers that kinds of this family have or may get.
  @inlinable package static var codes: ClosedRange<UInt16> { 1...127 }

  /// The number of the kind in the registry.
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
    case .blockedPlaying: 54
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
    case .reloading(let attempt):
      writer.put(attempt)
    case .trackFound(let kind, let track, let language, let title, let isDefault, let isForced):
      writer.put(kind)
      writer.put(track)
      writer.put(language)
      writer.put(title)
      writer.put(isDefault)
      writer.put(isForced)
    case .blockedPlaying(let segment, let isSeekable):
      writer.put(segment)
      writer.put(isSeekable)
    }
  }

  init?(code: UInt16, _ reader: inout some FieldSource) {
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
    case 54: self = .blockedPlaying(reader.next(), isSeekable: reader.next())
    default: return nil
    }
  }
}
