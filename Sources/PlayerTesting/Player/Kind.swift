// Numbers of kinds of inputs, as the registry has them (`Vocabulary.input`).
enum Kind {
  static let deadline: UInt16 = 0
  static let load: UInt16 = 1
  static let prepare: UInt16 = 2
  static let play: UInt16 = 3
  static let pause: UInt16 = 4
  static let toggle: UInt16 = 5
  static let stop: UInt16 = 6
  static let reset: UInt16 = 7
  static let reload: UInt16 = 8
  static let seek: UInt16 = 9
  static let setRate: UInt16 = 10
  static let setVolume: UInt16 = 11
  static let setMuted: UInt16 = 12
  static let setLooping: UInt16 = 13
  static let setScalingMode: UInt16 = 14
  static let setRotation: UInt16 = 15
  static let selectTrack: UInt16 = 16
  static let setPreferredLanguage: UInt16 = 17
  static let stageSegment: UInt16 = 18
  static let commitSegments: UInt16 = 19
  static let set: UInt16 = 23
  static let retry: UInt16 = 25
  static let restart: UInt16 = 26
  static let environment: UInt16 = 64
  static let networkChanged: UInt16 = 64
  static let interruptionBegan: UInt16 = 65
  static let interruptionEnded: UInt16 = 66
  static let routeChanged: UInt16 = 67
  static let remoteControl: UInt16 = 68
  static let enteredBackground: UInt16 = 69
  static let enteredForeground: UInt16 = 70
  static let externalPlaybackChanged: UInt16 = 71
  static let pictureInPictureChanged: UInt16 = 72
  static let engine: UInt16 = 128
  static let connected: UInt16 = 128
  static let opened: UInt16 = 129
  static let trackFound: UInt16 = 130
  static let chapterFound: UInt16 = 131
  static let metadataFound: UInt16 = 132
  static let seekableRangeChanged: UInt16 = 134
  static let buffered: UInt16 = 137
  static let supplyChanged: UInt16 = 138
  static let playbackStopped: UInt16 = 141
  static let positionReported: UInt16 = 142
  static let starved: UInt16 = 139
  static let playbackStarted: UInt16 = 140
  static let seekCompleted: UInt16 = 143
  static let ended: UInt16 = 145
  static let failed: UInt16 = 146
  static let warned: UInt16 = 147
  static let closed: UInt16 = 151

  /// What an engine tells for the host's sake.
  @inline(__always)
  static func isMessage(_ code: UInt16) -> Bool {
    code == connected || code >= trackFound && code <= metadataFound || code == warned
  }
}
