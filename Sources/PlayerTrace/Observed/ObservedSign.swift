import PlayerCore

/// An observation that occurs only in logs: what a viewer sees or hears, and what a player requests from a server.
package enum ObservedSign: Hashable, Sendable {
  /// This many frames were dropped since the last such sign.
  case framesDropped(Int64)
  /// The sound broke off, or its timestamps jumped.
  case audioGap
  /// The distance between sound and picture. Either it was measured, or it is a gap that may cause it.
  case drift(TimeSpan, isMeasured: Bool)
  /// The picture has no frames to show, or has frames again.
  case picture(isMissing: Bool)
  /// Data was requested. The name is present if the same was requested shortly before.
  case request(again: TextID)
}

extension ObservedSign {
  static var pictureCode: UInt16 { 120 }
  static var requestCode: UInt16 { 121 }
  static var framesCode: UInt16 { 122 }
  static var audioCode: UInt16 { 123 }
  static var driftCode: UInt16 { 124 }

  #if !hasFeature(Embedded)
  /// The additional lines in a vocabulary of observed runs.
  static var vocabularyLines: [(code: UInt16, line: String)] {
    [
      (pictureCode, "pictureObserved reason:reason isMissing:bool"),
      (requestCode, "requestObserved reason:reason text:text"),
      (framesCode, "droppedFramesObserved reason:reason count:long"),
      (audioCode, "audioGapObserved reason:reason"),
      (driftCode, "driftObserved reason:reason by:span isMeasured:bool"),
    ]
  }

  var message: WireMessage {
    switch self {
    case .framesDropped(let count): Self.message(Self.framesCode, count)
    case .audioGap: Self.message(Self.audioCode)
    case .drift(let span, let isMeasured): Self.message(Self.driftCode, span.wireValue, isMeasured ? 1 : 0)
    case .picture(let isMissing): Self.message(Self.pictureCode, isMissing ? 1 : 0)
    case .request(let again): Self.message(Self.requestCode, again.wireValue)
    }
  }

  private static func message(_ code: UInt16, _ values: Int64...) -> WireMessage {
    var message = WireMessage(code: code)
    message.put(Reason.engine.wireValue)
    for value in values { message.put(value) }
    return message
  }
  #endif

  /// The sign that an output of an observed run represents; `nil` for other outputs. The first field is the reason.
  init?(_ message: WireMessage) {
    switch message.code {
    case Self.framesCode: self = .framesDropped(message[1])
    case Self.audioCode: self = .audioGap
    case Self.driftCode: self = .drift(TimeSpan(microseconds: message[1]), isMeasured: message[2] != 0)
    case Self.pictureCode: self = .picture(isMissing: message[1] != 0)
    case Self.requestCode: self = .request(again: TextID(UInt32(truncatingIfNeeded: message[1])))
    default: return nil
    }
  }
}
