// Names as in the original's Swift interface.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

// The user info keys as apps of the original read them. The values are objects: numbers for states, types, reasons,
// flags and times (in seconds), `NSError` for errors.
//
//     let state = notification.userInfo?[SRGMediaPlayerPlaybackStateKey] as? NSNumber
//
// SRGUserInfoKey has the same keys with the types of their values, and documents when each is absent.

/// Key of the playback state after a change.
public let SRGMediaPlayerPlaybackStateKey = SRGUserInfoKey.playbackState.name
/// Key of the playback state before a change.
public let SRGMediaPlayerPreviousPlaybackStateKey = SRGUserInfoKey.previousPlaybackState.name
/// Key of the address of the previous media.
public let SRGMediaPlayerPreviousContentURLKey = SRGUserInfoKey.previousContentURL.name
/// Key of the asset of the previous media.
public let SRGMediaPlayerPreviousURLAssetKey = SRGUserInfoKey.previousURLAsset.name
/// Key of the time range of the previous media.
public let SRGMediaPlayerPreviousTimeRangeKey = SRGUserInfoKey.previousTimeRange.name
/// Key of the media type of the previous media.
public let SRGMediaPlayerPreviousMediaTypeKey = SRGUserInfoKey.previousMediaType.name
/// Key of the stream type of the previous media.
public let SRGMediaPlayerPreviousStreamTypeKey = SRGUserInfoKey.previousStreamType.name
/// Key of the user info of the previous media.
public let SRGMediaPlayerPreviousUserInfoKey = SRGUserInfoKey.previousUserInfo.name
/// Key of the segment that was selected before.
public let SRGMediaPlayerPreviousSelectedSegmentKey = SRGUserInfoKey.previousSelectedSegment.name
/// Key of the `NSError` of a failure.
public let SRGMediaPlayerErrorKey = SRGUserInfoKey.error.name
/// Key of the target of a seek, in seconds.
public let SRGMediaPlayerSeekTimeKey = SRGUserInfoKey.seekTime.name
/// Key of the date of the target of a seek.
public let SRGMediaPlayerSeekDateKey = SRGUserInfoKey.seekDate.name
/// Key of the segment that began or ended.
public let SRGMediaPlayerSegmentKey = SRGUserInfoKey.segment.name
/// Key of whether the app selected the segment.
public let SRGMediaPlayerSelectedKey = SRGUserInfoKey.selected.name
/// Key of the segment that was left for this one.
public let SRGMediaPlayerPreviousSegmentKey = SRGUserInfoKey.previousSegment.name
/// Key of the segment that follows.
public let SRGMediaPlayerNextSegmentKey = SRGUserInfoKey.nextSegment.name
/// Key of whether the segment was left before its end.
public let SRGMediaPlayerInterruptionKey = SRGUserInfoKey.interruption.name
/// Key of whether a selection caused it.
public let SRGMediaPlayerSelectionKey = SRGUserInfoKey.selection.name
/// Key of why the segment was selected.
public let SRGMediaPlayerSelectionReasonKey = SRGUserInfoKey.selectionReason.name
/// Key of the track after a change.
public let SRGMediaPlayerTrackKey = SRGUserInfoKey.track.name
/// Key of the track before a change.
public let SRGMediaPlayerPreviousTrackKey = SRGUserInfoKey.previousTrack.name
/// Key of the position that was left, in seconds.
public let SRGMediaPlayerLastPlaybackTimeKey = SRGUserInfoKey.lastPlaybackTime.name
/// Key of the date of the position that was left.
public let SRGMediaPlayerLastPlaybackDateKey = SRGUserInfoKey.lastPlaybackDate.name

/// A value that a user info also contains as another object under the original's key.
protocol SRGUserInfoObject {
  var userInfoObject: Any { get }
}

extension SRGUserInfoObject where Self: RawRepresentable, RawValue == Int {
  var userInfoObject: Any { NSNumber(value: rawValue) }
}

extension SRGMediaPlayerPlaybackState: SRGUserInfoObject {}
extension SRGMediaPlayerMediaType: SRGUserInfoObject {}
extension SRGMediaPlayerStreamType: SRGUserInfoObject {}
extension SRGMediaPlayerSelectionReason: SRGUserInfoObject {}
extension Bool: SRGUserInfoObject {
  var userInfoObject: Any { NSNumber(value: self) }
}
extension TimeInterval: SRGUserInfoObject {
  var userInfoObject: Any { NSNumber(value: self) }
}
extension SRGMediaPlayerError: SRGUserInfoObject {
  var userInfoObject: Any { self as NSError }
}
