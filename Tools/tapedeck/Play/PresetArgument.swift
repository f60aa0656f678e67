import PlayerCore
import PlayerSimulation

/// A configuration by its name, as given by `--preset`: `srg`, `prxSource`. The names are those of the vocabulary.
struct PresetArgument: Equatable, CustomStringConvertible, Sendable {
  static let defaults = PresetArgument(preset: .defaults)
  static var names: [String] { Configuration.Preset.allCases.map(\.wireName.description) }

  private let preset: Configuration.Preset

  private init(preset: Configuration.Preset) { self.preset = preset }

  /// Throws with the nearest names when there is no such preset.
  init(_ name: String) throws {
    guard let preset = Configuration.Preset.allCases.first(where: { $0.wireName.description == name }) else {
      let nearest = Nearest.words(to: name, among: Self.names).joined(separator: ", ")
      throw ArgumentProblem("there is no preset '\(name)'; did you mean \(nearest)? 'tapedeck presets' lists them all")
    }
    self.preset = preset
  }

  var configuration: Configuration { preset.configuration }
  var description: String { preset.wireName.description }
}
