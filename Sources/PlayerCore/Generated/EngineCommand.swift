// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

/// What a player requests from its engine. An engine carries out commands and decides nothing.
public enum EngineCommand: Hashable, Sendable {
  /// Opens the source of `item` and stops at its beginning.
  ///
  /// - `keepsBuffer`: The previous opening continues to play its buffer, and stops reading.
  case open(item: ItemID, keepsBuffer: Bool)
  /// Releases everything of this epoch; confirmed by ``EngineEvent/closed``.
  case close
  /// Moves the playhead at `rate`; confirmed by ``EngineEvent/playbackStarted(position:rate:)``.
  case play(rate: Rate)
  /// Stops the playhead; confirmed by ``EngineEvent/playbackStopped(position:)``.
  case pause
  /// Goes to `target`, within the tolerances, and stops there; answered by
  /// ``EngineEvent/seekCompleted(_:position:isFinished:)``. A newer seek replaces an older one.
  case seek(SeekSerial, target: MediaTime, toleranceBefore: TimeSpan, toleranceAfter: TimeSpan)
  /// Sets the volumes, in thousandths.
  case setVolume(left: Int32, right: Int32, isMuted: Bool)
  /// Plays this rendition.
  case selectTrack(TrackKind, TrackID)
  /// Sets how the picture is shown.
  ///
  /// - `rotation`: Degrees counter-clockwise; 0, 90, 180 or 270.
  case setPresentation(ScalingMode, rotation: Int32)
  /// Switches the picture on or off.
  case setVideoEnabled(Bool)
  /// Takes a still picture; answered by ``EngineEvent/stillCaptured(_:isCaptured:)``.
  case captureStill(StillSerial)
  /// Asks for a ``EngineEvent/positionReported(_:)``.
  case reportPosition
  /// Drops media before `position`, to get closer to the live edge.
  case catchUp(MediaTime)
}

extension EngineCommand {
  /// The numbers that kinds of this family have or may get.
  @inlinable package static var codes: ClosedRange<UInt16> { 128...191 }

  /// The number of the kind in the registry.
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

  init?(code: UInt16, _ reader: inout some FieldSource) {
    switch code {
    case 128: self = .open(item: reader.next(), keepsBuffer: reader.next())
    case 129: self = .close
    case 130: self = .play(rate: reader.next())
    case 131: self = .pause
    case 132:
      self = .seek(reader.next(), target: reader.next(), toleranceBefore: reader.next(), toleranceAfter: reader.next())
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
