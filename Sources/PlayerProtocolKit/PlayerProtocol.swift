import Foundation

/// A player as apps of the SDK know it: one current video, a state with a buffering flag, and observers.
@MainActor
public protocol PlayerProtocol: AnyObject {
  var state: PlayerState { get }
  var video: Video? { get }
  /// In seconds; during a seek, its target.
  var position: TimeInterval { get }
  /// In seconds; 0 while it is unknown and for live streams.
  var duration: TimeInterval { get }
  /// In seconds; media is loaded up to here.
  var bufferedPosition: TimeInterval { get }
  var muted: Bool { get set }
  var aspectMode: AspectMode { get set }
  /// Whether the video starts over at its end.
  var loop: Bool { get set }

  /// Replaces the video and begins to load it at once; with `play` it starts as soon as it can. nil is ``reset()``.
  func set(video: Video?, play: Bool)
  func play()
  func pause()
  /// Pauses what plays, plays what is paused.
  func toggle()
  /// Pauses and goes back to the beginning; the video stays.
  func stop()
  /// Stops, and forgets the video.
  func reset()
  /// Goes to a position in seconds; outside the video it goes to the nearest one inside.
  func seek(to position: TimeInterval)

  /// Adds an observer at the end; it is held weakly. The same object is added once.
  func addObserver(_ observer: any PlayerObserver)
  func removeObserver(_ observer: any PlayerObserver)
}
