import Foundation
import PlayerCore
import Testing

@testable import KSYMediaPlayer

@Suite("Constants of the manual (KSYManual.md#6.9, KSYManual.md#6.10)")
struct ConstantTests {
  @Test("Every number is the original's")
  func numbers() {
    #expect(MPMoviePlaybackState.allCases.map(\.rawValue) == Array(0...5))
    #expect(MPMoviePlaybackState.interrupted.rawValue == 3 && MPMoviePlaybackState.seekingBackward.rawValue == 5)
    #expect(MPMovieLoadState.unknown.rawValue == 0)
    #expect([MPMovieLoadState.playable, .playthroughOK, .stalled].map(\.rawValue) == [1, 2, 4])
    #expect(MPMovieScalingMode.allCases == [.none, .aspectFit, .aspectFill, .fill])
    #expect(MPMovieFinishReason.allCases == [.playbackEnded, .playbackError, .userExited])
    #expect(
      KSYMPErrorCode.allCases.map(\.rawValue) == [
        0, 1, -1004, -10001, -10002, -10003, -10004, -10005, -10006, -10007, -10008, -10009, -10010, -10011, -10012,
        -10013,
      ])
  }

  @Test("Every failure has its code (KSY.md#2, Contradictions.md#X-25)")
  func codes() {
    let expected: [(Failure.Kind, Int)] = [
      (.unknown, 1), (.io, -1004), (.protocolUnsupported, -10001), (.nameResolution, -10002), (.socket, -10003),
      (.connect, -10004), (.httpBadRequest, -10005), (.httpUnauthorized, -10006), (.httpForbidden, -10007),
      (.httpNotFound, -10008), (.httpClientError, -10009), (.httpServerError, -10010), (.invalidData, -10011),
      (.videoCodecUnsupported, -10012), (.audioCodecUnsupported, -10013), (.openTimeout, -10004),
      (.readTimeout, -1004), (.httpTooManyRequests, -10009), (.certificateUntrusted, -10004), (.keyMissing, -10007),
      (.rangeRequired, -1004), (.formatUnsupported, -10011), (.imageUnsupported, -10011), (.tooManyRedirects, 1),
      (.tooLarge, 1),
    ]
    for (kind, code) in expected { #expect(KSYMPErrorCode(kind).rawValue == code, "\(kind)") }
    for kind in Failure.Kind.allCases { #expect((KSYMPErrorCode(kind) == .ok) == (kind == .none), "\(kind)") }
  }

  @Test("Notifications are posted under their original names")
  func names() {
    #expect(
      [
        Notification.Name.MPMediaPlaybackIsPreparedToPlayDidChange, .MPMoviePlayerPlaybackStateDidChange,
        .MPMoviePlayerPlaybackDidFinish, .MPMoviePlayerLoadStateDidChange, .MPMovieNaturalSizeAvailable,
        .MPMoviePlayerFirstVideoFrameRendered, .MPMoviePlayerFirstAudioFrameRendered,
      ].map(\.rawValue) == [
        "MPMediaPlaybackIsPreparedToPlayDidChangeNotification", "MPMoviePlayerPlaybackStateDidChangeNotification",
        "MPMoviePlayerPlaybackDidFinishNotification", "MPMoviePlayerLoadStateDidChangeNotification",
        "MPMovieNaturalSizeAvailableNotification", "MPMoviePlayerFirstVideoFrameRenderedNotification",
        "MPMoviePlayerFirstAudioFrameRenderedNotification",
      ])
    #expect(MPMoviePlayerPlaybackDidFinishReasonUserInfoKey == "MPMoviePlayerPlaybackDidFinishReasonUserInfoKey")
    #expect(MPMoviePlayerPlaybackDidFinishErrorUserInfoKey == "error")
  }
}
