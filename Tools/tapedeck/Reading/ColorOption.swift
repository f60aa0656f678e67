import ArgumentParser
import Foundation

/// Whether output is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  /// On a terminal, unless NO_COLOR or TERM=dumb disables it.
  case auto
  case always, never

  /// Standard output, as the user wants it.
  var screen: Screen {
    var screen = Screen.standardOutput
    switch self {
    case .auto: break
    case .always: screen.hasColor = true
    case .never: screen.hasColor = false
    }
    return screen
  }
}
