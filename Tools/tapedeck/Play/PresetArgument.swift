import ArgumentParser
import PlayerCore

/// A configuration by its name, as `--preset` takes it: `prx-source`, and `plain` for the defaults.
struct PresetArgument: CaseIterable, ExpressibleByArgument, Sendable {
  static let plain = PresetArgument(preset: .defaults)
  static let allCases = Configuration.Preset.allCases.map { PresetArgument(preset: $0) }
  static var allValueStrings: [String] { allCases.map(\.name) }

  private let preset: Configuration.Preset

  private init(preset: Configuration.Preset) { self.preset = preset }

  init?(argument: String) {
    guard let known = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = known
  }

  var configuration: Configuration { preset.configuration }
  var defaultValueDescription: String { name }

  private var name: String {
    guard preset != .defaults else { return "plain" }
    return preset.wireName.description.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}
