import ArgumentParser
import Foundation

/// Where pictures are shown, as `--video` takes it.
enum VideoArgument: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// In the cells of the terminal.
  case cells
  case window
  case none

  /// Without the option: in cells where the terminal is near, has colours, and shows nothing else. A terminal at the other
  /// end of a network would be busy with nothing but pictures.
  static func standard(_ environment: [String: String], hasWindow: Bool, controls: ControlsArgument) -> VideoArgument {
    let isFar = !(environment["SSH_CONNECTION"] ?? "").isEmpty
    return hasWindow || isFar || controls != .plain ? .none : .cells
  }
}
