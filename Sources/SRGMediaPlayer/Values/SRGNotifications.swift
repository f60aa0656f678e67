// Names as in the original's Swift interface.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

// Every notification and every key of its user info. The key's documentation notes when it is absent; a value of `nil`
// is never posted. The original's key names hold the same values, as objects: see SRGUserInfoNames.swift.

extension Notification.Name {
  /// The state has changed. Keys: ``SRGUserInfoKey/playbackState``, ``SRGUserInfoKey/previousPlaybackState``,
  /// ``SRGUserInfoKey/selection``, ``SRGUserInfoKey/selectionReason``; for `idle` also the `previous…` keys and the
  /// last time and date.
  public static let SRGMediaPlayerPlaybackStateDidChange = Self("SRGMediaPlayerPlaybackStateDidChangeNotification")
  /// Playback has failed; the state is already `idle`. Keys: ``SRGUserInfoKey/error``; the last time and date when
  /// media was open, as the header of the original documents it, unlike its code (``SRGCompatibility/source``).
  public static let SRGMediaPlayerPlaybackDidFail = Self("SRGMediaPlayerPlaybackDidFailNotification")
  /// A seek begins; the state is already `seeking`. Once for each seek. Keys: ``SRGUserInfoKey/seekTime``,
  /// ``SRGUserInfoKey/seekDate``, the last time and date.
  public static let SRGMediaPlayerSeek = Self("SRGMediaPlayerSeekNotification")
  /// Keys: ``SRGUserInfoKey/track``, ``SRGUserInfoKey/previousTrack``, the last time and date.
  public static let SRGMediaPlayerAudioTrackDidChange = Self("SRGMediaPlayerAudioTrackDidChangeNotification")
  /// Keys as for the audio track.
  public static let SRGMediaPlayerSubtitleTrackDidChange = Self("SRGMediaPlayerSubtitleTrackDidChangeNotification")
  /// A segment is entered; never a blocked one. Keys: ``SRGUserInfoKey/segment``, ``SRGUserInfoKey/selection``,
  /// ``SRGUserInfoKey/selectionReason``, ``SRGUserInfoKey/selected``, ``SRGUserInfoKey/previousSegment``, the last time
  /// and date.
  public static let SRGMediaPlayerSegmentDidStart = Self("SRGMediaPlayerSegmentDidStartNotification")
  /// A segment is left. Keys: ``SRGUserInfoKey/segment``, ``SRGUserInfoKey/selection``,
  /// ``SRGUserInfoKey/selectionReason``, ``SRGUserInfoKey/selected``, ``SRGUserInfoKey/interruption``,
  /// ``SRGUserInfoKey/nextSegment``, the last time and date.
  public static let SRGMediaPlayerSegmentDidEnd = Self("SRGMediaPlayerSegmentDidEndNotification")
  /// A blocked segment will be skipped; the state has not changed yet. Keys: ``SRGUserInfoKey/segment``, the last time
  /// and date: where the skip was decided.
  public static let SRGMediaPlayerWillSkipBlockedSegment = Self("SRGMediaPlayerWillSkipBlockedSegmentNotification")
  /// The skip is over. Keys and values as announced.
  public static let SRGMediaPlayerDidSkipBlockedSegment = Self("SRGMediaPlayerDidSkipBlockedSegmentNotification")
  /// Playback moved to another device or back. No keys.
  public static let SRGMediaPlayerExternalPlaybackStateDidChange = Self(
    "SRGMediaPlayerExternalPlaybackStateDidChangeNotification")
  /// Picture in picture began or ended. No keys.
  public static let SRGMediaPlayerPictureInPictureStateDidChange = Self(
    "SRGMediaPlayerPictureInPictureStateDidChangeNotification")
}

/// A key of a notification's user info, and the type of its value.
///
/// ```swift
/// let state = notification[.playbackState]
/// ```
public struct SRGUserInfoKey<Value>: Hashable, Sendable {
  /// The key in the dictionary, named as in the original.
  public let name: String

  /// The key with this name.
  public init(_ name: String) { self.name = name }
}

extension Notification {
  /// The value of a key; `nil` when the notification does not carry it.
  public subscript<Value>(key: SRGUserInfoKey<Value>) -> Value? {
    (userInfo?[key] ?? userInfo?[key.name]) as? Value
  }
}

extension SRGUserInfoKey where Value == SRGMediaPlayerPlaybackState {
  /// State changes: always.
  public static var playbackState: Self { Self("SRGMediaPlayerPlaybackStateKey") }
  /// State changes: always.
  public static var previousPlaybackState: Self { Self("SRGMediaPlayerPreviousPlaybackStateKey") }
}

extension SRGUserInfoKey where Value == Bool {
  /// State changes, segment start and end: always. Whether it comes from selecting a segment.
  public static var selection: Self { Self("SRGMediaPlayerSelectionKey") }
  /// Segment start and end: always. Whether the segment was selected.
  public static var selected: Self { Self("SRGMediaPlayerSelectedKey") }
  /// Segment end: always. Whether the segment was left before its end: by a seek, a selection, a stop or a failure.
  public static var interruption: Self { Self("SRGMediaPlayerInterruptionKey") }
}

extension SRGUserInfoKey where Value == SRGMediaPlayerSelectionReason {
  /// State changes, segment start and end: absent unless ``SRGUserInfoKey/selection`` is true.
  public static var selectionReason: Self { Self("SRGMediaPlayerSelectionReasonKey") }
}

extension SRGUserInfoKey where Value == any SRGSegment {
  /// Segment start and end, will skip and did skip: always.
  public static var segment: Self { Self("SRGMediaPlayerSegmentKey") }
  /// Segment start: absent when no unblocked segment was played directly before.
  public static var previousSegment: Self { Self("SRGMediaPlayerPreviousSegmentKey") }
  /// Segment end: absent when no unblocked segment follows directly.
  public static var nextSegment: Self { Self("SRGMediaPlayerNextSegmentKey") }
  /// State change to idle: absent unless the current segment had been selected.
  public static var previousSelectedSegment: Self { Self("SRGMediaPlayerPreviousSelectedSegmentKey") }
}

extension SRGUserInfoKey where Value == TimeInterval {
  /// Seek: always. Its target, as far as the stream allows.
  public static var seekTime: Self { Self("SRGMediaPlayerSeekTimeKey") }
  /// Segment start and end, will skip, did skip, seek, tracks: always, the position before the event. State changes:
  /// absent unless the new state is idle and media was open.
  public static var lastPlaybackTime: Self { Self("SRGMediaPlayerLastPlaybackTimeKey") }
}

extension SRGUserInfoKey where Value == Date {
  /// Seek: absent for streams without dates.
  public static var seekDate: Self { Self("SRGMediaPlayerSeekDateKey") }
  /// As ``SRGUserInfoKey/lastPlaybackTime``, and absent for streams without dates.
  public static var lastPlaybackDate: Self { Self("SRGMediaPlayerLastPlaybackDateKey") }
}

extension SRGUserInfoKey where Value == URL {
  /// State change to idle: absent unless the content is unloaded (a reset, another load).
  public static var previousContentURL: Self { Self("SRGMediaPlayerPreviousContentURLKey") }
}

extension SRGUserInfoKey where Value == SRGURLAsset {
  /// State change to idle: absent unless the content is unloaded and was given as an asset.
  public static var previousURLAsset: Self { Self("SRGMediaPlayerPreviousURLAssetKey") }
}

extension SRGUserInfoKey where Value == [String: Any] {
  /// State change to idle: absent unless the content is unloaded and had user info.
  public static var previousUserInfo: Self { Self("SRGMediaPlayerPreviousUserInfoKey") }
}

extension SRGUserInfoKey where Value == SRGTimeRange {
  /// State change to idle: absent unless media was open.
  public static var previousTimeRange: Self { Self("SRGMediaPlayerPreviousTimeRangeKey") }
}

extension SRGUserInfoKey where Value == SRGMediaPlayerMediaType {
  /// State change to idle: absent unless media was open.
  public static var previousMediaType: Self { Self("SRGMediaPlayerPreviousMediaTypeKey") }
}

extension SRGUserInfoKey where Value == SRGMediaPlayerStreamType {
  /// State change to idle: absent unless media was open.
  public static var previousStreamType: Self { Self("SRGMediaPlayerPreviousStreamTypeKey") }
}

extension SRGUserInfoKey where Value == SRGMediaPlayerError {
  /// Failure: always.
  public static var error: Self { Self("SRGMediaPlayerErrorKey") }
}

extension SRGUserInfoKey where Value == SRGMediaTrack {
  /// Track changes: absent when none plays now.
  public static var track: Self { Self("SRGMediaPlayerTrackKey") }
  /// Track changes: absent when none played before.
  public static var previousTrack: Self { Self("SRGMediaPlayerPreviousTrackKey") }
}

/// A key of the user info of media: how many seconds a stream without its own dates lags behind the clock, a
/// `TimeInterval`. Negative values and NaN are ignored.
public let SRGMediaPlayerUserInfoStreamOffsetKey = "SRGMediaPlayerUserInfoStreamOffsetKey"
