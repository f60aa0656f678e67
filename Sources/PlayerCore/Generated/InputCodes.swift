// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Vocabulary {
  /// The number of each kind of input, by its name.
  public enum InputCode {
    @inlinable public static var deadline: UInt16 { 0 }
    @inlinable public static var load: UInt16 { 1 }
    @inlinable public static var prepare: UInt16 { 2 }
    @inlinable public static var play: UInt16 { 3 }
    @inlinable public static var pause: UInt16 { 4 }
    @inlinable public static var toggle: UInt16 { 5 }
    @inlinable public static var stop: UInt16 { 6 }
    @inlinable public static var reset: UInt16 { 7 }
    @inlinable public static var reload: UInt16 { 8 }
    @inlinable public static var seek: UInt16 { 9 }
    @inlinable public static var setRate: UInt16 { 10 }
    @inlinable public static var setVolume: UInt16 { 11 }
    @inlinable public static var setMuted: UInt16 { 12 }
    @inlinable public static var setLooping: UInt16 { 13 }
    @inlinable public static var setScalingMode: UInt16 { 14 }
    @inlinable public static var setRotation: UInt16 { 15 }
    @inlinable public static var selectTrack: UInt16 { 16 }
    @inlinable public static var setPreferredLanguage: UInt16 { 17 }
    @inlinable public static var stageSegment: UInt16 { 18 }
    @inlinable public static var commitSegments: UInt16 { 19 }
    @inlinable public static var addPeriodicObserver: UInt16 { 20 }
    @inlinable public static var addBoundaryObserver: UInt16 { 21 }
    @inlinable public static var removeObserver: UInt16 { 22 }
    @inlinable public static var set: UInt16 { 23 }
    @inlinable public static var captureStill: UInt16 { 24 }
    @inlinable public static var retry: UInt16 { 25 }
    @inlinable public static var restart: UInt16 { 26 }
    @inlinable public static var networkChanged: UInt16 { 64 }
    @inlinable public static var interruptionBegan: UInt16 { 65 }
    @inlinable public static var interruptionEnded: UInt16 { 66 }
    @inlinable public static var routeChanged: UInt16 { 67 }
    @inlinable public static var remoteControl: UInt16 { 68 }
    @inlinable public static var enteredBackground: UInt16 { 69 }
    @inlinable public static var enteredForeground: UInt16 { 70 }
    @inlinable public static var externalPlaybackChanged: UInt16 { 71 }
    @inlinable public static var pictureInPictureChanged: UInt16 { 72 }
    @inlinable public static var wallClock: UInt16 { 73 }
    @inlinable public static var connected: UInt16 { 128 }
    @inlinable public static var opened: UInt16 { 129 }
    @inlinable public static var trackFound: UInt16 { 130 }
    @inlinable public static var chapterFound: UInt16 { 131 }
    @inlinable public static var metadataFound: UInt16 { 132 }
    @inlinable public static var durationChanged: UInt16 { 133 }
    @inlinable public static var seekableRangeChanged: UInt16 { 134 }
    @inlinable public static var dateReference: UInt16 { 135 }
    @inlinable public static var naturalSizeChanged: UInt16 { 136 }
    @inlinable public static var buffered: UInt16 { 137 }
    @inlinable public static var supplyChanged: UInt16 { 138 }
    @inlinable public static var starved: UInt16 { 139 }
    @inlinable public static var playbackStarted: UInt16 { 140 }
    @inlinable public static var playbackStopped: UInt16 { 141 }
    @inlinable public static var positionReported: UInt16 { 142 }
    @inlinable public static var seekCompleted: UInt16 { 143 }
    @inlinable public static var firstFrame: UInt16 { 144 }
    @inlinable public static var ended: UInt16 { 145 }
    @inlinable public static var failed: UInt16 { 146 }
    @inlinable public static var warned: UInt16 { 147 }
    @inlinable public static var trackSelected: UInt16 { 148 }
    @inlinable public static var subtitleShown: UInt16 { 149 }
    @inlinable public static var stillCaptured: UInt16 { 150 }
    @inlinable public static var closed: UInt16 { 151 }
  }
}
