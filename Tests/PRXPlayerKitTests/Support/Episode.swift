import Foundation
import PlayerCore

@testable import PRXPlayerKit

/// An item of an app: an episode that keeps its position.
@MainActor
final class Episode: PRXPlayerItem {
  let name: String
  var playerAsset: PRXAsset
  var playerTime: MediaTime? = .zero
  var mediaItemProperties: [String: any Sendable] = [:]
  /// Set when the episode has changed since its last comparison: it is then unequal to itself, as the README wants.
  var differsFromItself = false

  init(_ name: String, at address: String? = nil) {
    self.name = name
    playerAsset =
      URL(string: address ?? "http://radio.example/\(name).mp3").map { PRXAsset(url: $0) } ?? PRXAsset(source: name)
  }

  /// One of the project's sample media.
  init(sample name: String) {
    self.name = name
    playerAsset = Self.asset(sample: name)
  }

  static func asset(sample name: String) -> PRXAsset {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return PRXAsset(url: folder.appendingPathComponent("Traces/media/" + name))
  }

  func isEqual(toPlayerItem item: (any PRXPlayerItem)?) -> Bool { item === self && !differsFromItself }
}

/// An item that implements no optional requirement.
@MainActor
final class Stream: PRXPlayerItem {
  let playerAsset: PRXAsset

  init(_ asset: PRXAsset) { playerAsset = asset }

  func isEqual(toPlayerItem item: (any PRXPlayerItem)?) -> Bool { item === self }
}

extension PRXPlayerItem {
  var label: String { (self as? Episode)?.name ?? "stream" }
}
