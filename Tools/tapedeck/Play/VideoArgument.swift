import ArgumentParser
import Foundation

/// Where pictures are shown, as given by `--video`.
enum VideoArgument: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// In the cells of the terminal.
  case cells
  case window
  case none

  /// The default: in cells if the terminal is local, has colours, and shows nothing else. A remote terminal would be
  /// busy with pictures only.
  static func standard(_ environment: [String: String], hasWindow: Bool, controls: ControlsArgument) -> VideoArgument {
    let isFar = !(environment["SSH_CONNECTION"] ?? "").isEmpty
    return hasWindow || isFar || controls != .plain ? .none : .cells
  }
}
