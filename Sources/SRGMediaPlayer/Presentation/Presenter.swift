import Foundation
import PlayerCore
import PlayerRuntime

/// Notifications of the reducer that are not shown yet.
///
/// The reducer has its own order, with all notifications of one step together. The original has another order, and
/// shows some of them later: prepared media is shown as such only after its completion handler was called, and a seek
/// is answered when the state after it is shown.
struct Presenter {
  typealias SeekAnswer = (Completion, ((Bool) -> Void)?)

  /// Notifications of the running step.
  var heard: [PlayerEvent] = []
  /// Seeks that were answered in the running step.
  var answers: [SeekAnswer] = []
  /// Handlers of completed preparations that remain to be called.
  var preparations: [(() -> Void)?] = []
  /// Whether such handlers have made requests, which come before the next state is shown.
  var awaitsRequests = false
  /// Notifications that are shown after these requests.
  var waiting: [PlayerEvent] = []

  /// Segment notifications that wait for a state to be shown.
  var held: [PlayerEvent] = []
  /// Completed seeks, which are answered when the state after them is shown.
  var arrived: [((Bool) -> Void)?] = []
  /// The media as last shown, for the notification of a failure.
  var lastMedia = MediaDescription()
  /// Where the pending seek began: one that fails has not left it.
  var lastSeekStart: TimeInterval?
  /// The blocked segment of the last announced skip.
  var skippedSegment = SegmentID.none
  var stall = StallWatch()
  /// Why the media is stopped: it could not go back to its beginning.
  var rewindFailure: Failure?
}

/// The description of open media.
struct MediaDescription {
  var timeRange: SRGTimeRange?
  var mediaType = SRGMediaPlayerMediaType.unknown
  var streamType = SRGMediaPlayerStreamType.unknown
  var selectedSegment: (any SRGSegment)?
}

/// What an `idle` notification contains about the past (SRG.md#1.6).
@MainActor
struct Departure {
  var time: TimeInterval
  var date: Date?
  var media: MediaDescription
  var url: URL?
  var asset: SRGURLAsset?
  var userInfo: [String: Any]?

  /// The controller as it is before it closes.
  init(of controller: SRGMediaPlayerController, forgettingInputs: Bool) {
    time = controller.currentTime
    date = controller.currentDate
    media = MediaDescription(controller)
    guard forgettingInputs else { return }
    url = controller.contentURL
    asset = controller.urlAsset
    userInfo = controller.userInfo
  }

  /// After a failure at `time`.
  init(time: TimeInterval, date: Date?, media: MediaDescription) {
    self.time = time
    self.date = date
    self.media = media
  }

  func fill(_ userInfo: inout UserInfo) {
    userInfo[.lastPlaybackTime] = time
    userInfo[.lastPlaybackDate] = date
    userInfo[.previousTimeRange] = media.timeRange
    userInfo[.previousMediaType] = media.mediaType
    userInfo[.previousStreamType] = media.streamType
    userInfo[.previousSelectedSegment] = media.selectedSegment
    userInfo[.previousContentURL] = url
    userInfo[.previousURLAsset] = asset
    userInfo[.previousUserInfo] = self.userInfo
  }
}

extension MediaDescription {
  @MainActor
  init(_ controller: SRGMediaPlayerController) {
    timeRange = controller.timeRange
    mediaType = controller.mediaType
    streamType = controller.streamType
    selectedSegment = controller.selectedSegment
  }
}

/// A user info under construction: absent values leave no key. Every value is contained twice: unchanged under its
/// typed key, and as an object under the original's key.
struct UserInfo {
  private(set) var values: [AnyHashable: Any] = [:]

  subscript<Value>(key: SRGUserInfoKey<Value>) -> Value? {
    get { values[key] as? Value }
    set {
      values[key] = newValue
      values[key.name] = newValue.map { ($0 as? any SRGUserInfoObject)?.userInfoObject ?? $0 }
    }
  }
}
