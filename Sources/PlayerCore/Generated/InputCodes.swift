// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Vocabulary {
  /// The number of each kind of input, by its name.
  public enum InputCode {
    /// `deadline`: The instant that ``Player/nextDeadline`` named has come.
    @inlinable public static var deadline: UInt16 { 0 }
    /// `load`: Makes `item` the content. Without `opens` it is only selected, and ``Command/prepare`` or
    /// ``Command/play`` opens it.
    @inlinable public static var load: UInt16 { 1 }
    /// `prepare`: Opens the content if it is not open. Done when it is prepared.
    @inlinable public static var prepare: UInt16 { 2 }
    /// `play`: Requests playback. Opens the content if it is not open.
    @inlinable public static var play: UInt16 { 3 }
    /// `pause`: Pauses.
    @inlinable public static var pause: UInt16 { 4 }
    /// `toggle`: Pauses if playing, otherwise plays. ``Setting/togglesByIntent`` defines what counts as playing.
    @inlinable public static var toggle: UInt16 { 5 }
    /// `stop`: Closes the engine and keeps the content, which can be prepared again.
    @inlinable public static var stop: UInt16 { 6 }
    /// `reset`: Closes the engine and unloads the content.
    @inlinable public static var reset: UInt16 { 7 }
    /// `reload`: Opens the content again, from another source when `item` is not none.
    @inlinable public static var reload: UInt16 { 8 }
    /// `seek`: Seeks. A newer seek supersedes an older one.
    @inlinable public static var seek: UInt16 { 9 }
    /// `setRate`: Sets the requested rate, which survives pauses, seeks and loads. Refused outside
    /// ``Configuration/minimumRate`` … ``Configuration/maximumRate``.
    @inlinable public static var setRate: UInt16 { 10 }
    /// `setVolume`: Sets the volumes, in thousandths, 0 … ``Configuration/maximumVolume`` each. If one is out of range,
    /// both are refused.
    @inlinable public static var setVolume: UInt16 { 11 }
    /// `setMuted`: Mutes or unmutes; the volumes stay.
    @inlinable public static var setMuted: UInt16 { 12 }
    /// `setLooping`: Sets whether media on demand starts over at its end.
    @inlinable public static var setLooping: UInt16 { 13 }
    /// `setScalingMode`: Sets how the picture fills its frame.
    @inlinable public static var setScalingMode: UInt16 { 14 }
    /// `setRotation`: Rotates the picture counter-clockwise by 0, 90, 180 or 270 degrees. Refuses anything else.
    @inlinable public static var setRotation: UInt16 { 15 }
    /// `selectTrack`: Selects a rendition by its number, ``TrackID/off`` or ``TrackID/automatic``.
    @inlinable public static var selectTrack: UInt16 { 16 }
    /// `setPreferredLanguage`: Sets the language that ``TrackID/automatic`` prefers, in this media and all that follow;
    /// none for no preference. Subtitles are chosen automatically only with a preference.
    @inlinable public static var setPreferredLanguage: UInt16 { 17 }
    /// `stageSegment`: Adds a segment to the staged list, which ``Command/commitSegments`` makes the current one.
    @inlinable public static var stageSegment: UInt16 { 18 }
    /// `commitSegments`: Makes the staged segments the current list, even if there are none.
    @inlinable public static var commitSegments: UInt16 { 19 }
    /// `addPeriodicObserver`: Observes every position that is `phase` past a multiple of `interval`, when playback
    /// passes it. Refused when `interval` is less than 10 ms. Observers survive stop, reset and load; using an
    /// identifier again replaces its observer.
    @inlinable public static var addPeriodicObserver: UInt16 { 20 }
    /// `addBoundaryObserver`: Observes `position`, whenever playback passes it, even while ``Setting/tickGate`` keeps
    /// periodic observers silent.
    @inlinable public static var addBoundaryObserver: UInt16 { 21 }
    /// `removeObserver`: Removes an observer.
    @inlinable public static var removeObserver: UInt16 { 22 }
    /// `set`: Changes one value of the configuration. Refused outside the range of the setting.
    @inlinable public static var set: UInt16 { 23 }
    /// `captureStill`: Captures the picture at the current position. Done when the host has it.
    @inlinable public static var captureStill: UInt16 { 24 }
    /// `retry`: Tries again after a failure.
    @inlinable public static var retry: UInt16 { 25 }
    /// `restart`: Begins open media again, as an opening does. Ends interruptions where commands do, goes to the
    /// position without showing a seek, and keeps interval notifications silent as after an opening. With the default
    /// position, or in media that cannot seek, the playhead stays where it is.
    @inlinable public static var restart: UInt16 { 26 }
    /// `networkChanged`: The machine's connection changed, or was lost.
    @inlinable public static var networkChanged: UInt16 { 64 }
    /// `interruptionBegan`: A call or an alarm interrupts playback.
    @inlinable public static var interruptionBegan: UInt16 { 65 }
    /// `interruptionEnded`: The interruption is over.
    @inlinable public static var interruptionEnded: UInt16 { 66 }
    /// `routeChanged`: The audio route changed.
    @inlinable public static var routeChanged: UInt16 { 67 }
    /// `remoteControl`: A button was pressed.
    @inlinable public static var remoteControl: UInt16 { 68 }
    /// `enteredBackground`: The app is no longer visible.
    @inlinable public static var enteredBackground: UInt16 { 69 }
    /// `enteredForeground`: The app is visible again.
    @inlinable public static var enteredForeground: UInt16 { 70 }
    /// `externalPlaybackChanged`: The picture moved to another screen, or back.
    @inlinable public static var externalPlaybackChanged: UInt16 { 71 }
    /// `pictureInPictureChanged`: Picture in picture began or ended.
    @inlinable public static var pictureInPictureChanged: UInt16 { 72 }
    /// `wallClock`: The current date, in microseconds since 1970. The player reads no clock.
    @inlinable public static var wallClock: UInt16 { 73 }
    /// `connected`: The connection is established. Times count from the open command; ``TimeSpan/never`` for an unknown
    /// one.
    @inlinable public static var connected: UInt16 { 128 }
    /// `opened`: The source is open, the playhead is at its beginning or at the live edge, and nothing moves.
    @inlinable public static var opened: UInt16 { 129 }
    /// `trackFound`: The media has this rendition.
    @inlinable public static var trackFound: UInt16 { 130 }
    /// `chapterFound`: The media has this chapter.
    @inlinable public static var chapterFound: UInt16 { 131 }
    /// `metadataFound`: The media has this metadata.
    @inlinable public static var metadataFound: UInt16 { 132 }
    /// `durationChanged`: The duration became known, or changed.
    @inlinable public static var durationChanged: UInt16 { 133 }
    /// `seekableRangeChanged`: The media is seekable between these positions.
    @inlinable public static var seekableRangeChanged: UInt16 { 134 }
    /// `dateReference`: A position of the media and its date.
    @inlinable public static var dateReference: UInt16 { 135 }
    /// `naturalSizeChanged`: The size of the picture in pixels.
    @inlinable public static var naturalSizeChanged: UInt16 { 136 }
    /// `buffered`: Data is buffered up to a position.
    @inlinable public static var buffered: UInt16 { 137 }
    /// `supplyChanged`: The load state, from an engine that judges its buffer itself.
    @inlinable public static var supplyChanged: UInt16 { 138 }
    /// `starved`: The engine ran out of data and stopped. Only ``EngineCommand/play(rate:)`` starts it again.
    @inlinable public static var starved: UInt16 { 139 }
    /// `playbackStarted`: The playhead moves.
    @inlinable public static var playbackStarted: UInt16 { 140 }
    /// `playbackStopped`: The playhead stopped, as commanded or by itself.
    @inlinable public static var playbackStopped: UInt16 { 141 }
    /// `positionReported`: The true position, as the answer to ``EngineCommand/reportPosition`` or as a correction of
    /// the clock.
    @inlinable public static var positionReported: UInt16 { 142 }
    /// `seekCompleted`: The engine landed at `position` and stopped there.
    @inlinable public static var seekCompleted: UInt16 { 143 }
    /// `firstFrame`: The first audio or video frame of this opening was presented.
    @inlinable public static var firstFrame: UInt16 { 144 }
    /// `ended`: Everything was presented, and the engine stopped at `position`.
    @inlinable public static var ended: UInt16 { 145 }
    /// `failed`: The engine cannot continue.
    @inlinable public static var failed: UInt16 { 146 }
    /// `warned`: A problem that does not stop playback.
    @inlinable public static var warned: UInt16 { 147 }
    /// `trackSelected`: The engine plays this rendition now.
    @inlinable public static var trackSelected: UInt16 { 148 }
    /// `subtitleShown`: A subtitle is shown; ``Identifier/none`` when it disappears.
    @inlinable public static var subtitleShown: UInt16 { 149 }
    /// `stillCaptured`: The still picture was taken.
    @inlinable public static var stillCaptured: UInt16 { 150 }
    /// `closed`: Everything of this epoch is released.
    @inlinable public static var closed: UInt16 { 151 }
  }
}
