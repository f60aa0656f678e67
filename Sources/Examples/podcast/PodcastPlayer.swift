import Foundation
import PlayerCore
import PlayerRuntime

/// Where the listener was in each episode. An app keeps this in its database.
protocol Bookshelf: AnyObject {
  var places: [String: MediaTime] { get set }
}

/// The player of a podcast app: adverts are skipped, and each episode continues where it was left.
@MainActor
final class PodcastPlayer {
  /// What the app shows.
  struct Display: Hashable {
    var state = PlaybackState.idle
    var chapter = ""
    var problem: String?
  }

  private(set) var display = Display()
  /// The chapters played, in order, for the page "recently played".
  private(set) var heard: [String] = []

  private let host: MainPlayer
  private let shelf: any Bookshelf
  private var episode: String?
  private var chapters: [SegmentID: String] = [:]
  private var observation: PlayerObservation?
  /// Saves the place every ten seconds of the episode, so that a crash costs at most ten seconds.
  private static let bookmark = ObserverID(1)

  init(_ host: MainPlayer, _ shelf: any Bookshelf) {
    (self.host, self.shelf) = (host, shelf)
    host.send(.addPeriodicObserver(Self.bookmark, interval: .seconds(10), phase: .zero))
    observation = host.observe { [weak self] in self?.take($0.notification) }
  }

  /// Plays an episode with its chapters, from where the listener was.
  func play(_ file: String, chapters list: SegmentList) throws {
    var list = list
    list.block([try SkipRule("advert")])
    episode = nil
    chapters = [:]
    for staged in list.staged(startingAt: SegmentID(1)) { chapters[staged.id] = staged.segment.title }
    for command in list.commands(startingAt: SegmentID(1), titles: host.library.text) { host.send(command) }
    let place = shelf.places[file] ?? .zero
    let item = host.library.item(for: file)
    host.send(.load(item: item, start: .at(place), autoplay: true, opens: true, isLocal: true))
    episode = file
  }

  func pause() { host.send(.pause) }
  func resume() { host.send(.play) }
  func skipBack() { host.send(.seek(.at(host.position + .seconds(-15)))) }

  private func take(_ notification: Player.Notification) {
    switch notification {
    case .playbackStateChanged(_, let state):
      display.state = state
      if state == .paused { remember() }
    case .segmentStarted(let id, _, _, _, _):
      display.chapter = chapters[id] ?? ""
      heard.append(display.chapter)
    case .tick(Self.bookmark, _): remember()
    // After its end, the next playback of an episode starts from the beginning.
    case .ended: if let episode { shelf.places[episode] = nil }
    // The player retries after a warning; only a failure concerns the listener.
    case .failed(let failure, _): display.problem = "\(failure.kind): \(host.library.text(of: failure.text))"
    default: break
    }
  }

  private func remember() {
    if let episode, host.player.phase == .prepared { shelf.places[episode] = host.position }
  }
}
