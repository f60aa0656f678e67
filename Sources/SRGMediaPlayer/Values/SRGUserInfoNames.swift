// Names as the original has them in Swift.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

// The keys of user infos as apps of the original read them. The values are objects: numbers for states, types, reasons,
// flags and times (in seconds), `NSError` for errors.
//
//     let state = notification.userInfo?[SRGMediaPlayerPlaybackStateKey] as? NSNumber
//
// SRGUserInfoKey has the same keys with the types of their values, and says when each is absent.

public let SRGMediaPlayerPlaybackStateKey = SRGUserInfoKey.playbackState.name
public let SRGMediaPlayerPreviousPlaybackStateKey = SRGUserInfoKey.previousPlaybackState.name
public let SRGMediaPlayerPreviousContentURLKey = SRGUserInfoKey.previousContentURL.name
public let SRGMediaPlayerPreviousURLAssetKey = SRGUserInfoKey.previousURLAsset.name
public let SRGMediaPlayerPreviousTimeRangeKey = SRGUserInfoKey.previousTimeRange.name
public let SRGMediaPlayerPreviousMediaTypeKey = SRGUserInfoKey.previousMediaType.name
public let SRGMediaPlayerPreviousStreamTypeKey = SRGUserInfoKey.previousStreamType.name
public let SRGMediaPlayerPreviousUserInfoKey = SRGUserInfoKey.previousUserInfo.name
public let SRGMediaPlayerPreviousSelectedSegmentKey = SRGUserInfoKey.previousSelectedSegment.name
public let SRGMediaPlayerErrorKey = SRGUserInfoKey.error.name
public let SRGMediaPlayerSeekTimeKey = SRGUserInfoKey.seekTime.name
public let SRGMediaPlayerSeekDateKey = SRGUserInfoKey.seekDate.name
public let SRGMediaPlayerSegmentKey = SRGUserInfoKey.segment.name
public let SRGMediaPlayerSelectedKey = SRGUserInfoKey.selected.name
public let SRGMediaPlayerPreviousSegmentKey = SRGUserInfoKey.previousSegment.name
public let SRGMediaPlayerNextSegmentKey = SRGUserInfoKey.nextSegment.name
public let SRGMediaPlayerInterruptionKey = SRGUserInfoKey.interruption.name
public let SRGMediaPlayerSelectionKey = SRGUserInfoKey.selection.name
public let SRGMediaPlayerSelectionReasonKey = SRGUserInfoKey.selectionReason.name
public let SRGMediaPlayerTrackKey = SRGUserInfoKey.track.name
public let SRGMediaPlayerPreviousTrackKey = SRGUserInfoKey.previousTrack.name
public let SRGMediaPlayerLastPlaybackTimeKey = SRGUserInfoKey.lastPlaybackTime.name
public let SRGMediaPlayerLastPlaybackDateKey = SRGUserInfoKey.lastPlaybackDate.name

/// A value that a user info holds as another object under the key of the original.
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
extension SRGLetterboxError: SRGUserInfoObject {
  var userInfoObject: Any { self as NSError }
}
