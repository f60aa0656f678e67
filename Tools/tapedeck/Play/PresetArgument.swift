import ArgumentParser
import PlayerCore

/// A configuration by its name, as `--preset` takes it.
enum PresetArgument: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// The defaults of every setting: nothing is retried, nothing is reloaded.
  case plain
  case standard
  case prx
  case prxSource = "prx-source"
  case prx1
  case ksy
  case srg
  case srgSource = "srg-source"
  case letterbox
  case playerProtocol = "player-protocol"

  var configuration: Configuration {
    switch self {
    case .plain: Configuration()
    case .standard: .standard
    case .prx: .prx
    case .prxSource: .prxSource
    case .prx1: .prx1
    case .ksy: .ksy
    case .srg: .srg
    case .srgSource: .srgSource
    case .letterbox: .letterbox
    case .playerProtocol: .playerProtocol
    }
  }
}
