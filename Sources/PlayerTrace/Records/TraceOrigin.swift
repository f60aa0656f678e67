import PlayerCore
import PlayerText

/// The origin of a trace whose vocabulary differs from this build's.
public struct TraceOrigin: Hashable, Sendable {
  /// A setting that this build does not have, or that has no such value here.
  public struct ForeignSetting: Hashable, Sendable {
    /// The name of the setting in its vocabulary.
    public var name: String
    /// Its value there.
    public var value: Int64
  }

  /// The vocabulary of the trace.
  public let vocabulary: TraceVocabulary
  /// The values of the settings of ``vocabulary``, in its order.
  var settings: [Int64]
  /// Settings that are not at their default, and that this build does not know.
  public private(set) var foreignSettings: [ForeignSetting] = []

  /// Stores the settings that this build knows in `configuration`.
  init(_ vocabulary: TraceVocabulary, settings: [Int64], into configuration: inout Configuration) {
    self.vocabulary = vocabulary
    self.settings = settings
    configuration = Configuration()
    for (field, value) in zip(vocabulary.settings, settings) {
      if let setting = Setting.named(field.name), setting.type == field.type {
        configuration[setting] = value
        if configuration[setting] == value { continue }
        configuration[setting] = setting.specification.standard
      }
      if value != field.standard { foreignSettings.append(ForeignSetting(name: field.name, value: value)) }
    }
  }
}

extension Setting {
  /// The setting with this name.
  static func named(_ name: String) -> Setting? {
    TraceVocabulary.current.settingPlaces[ByteRange(name)].flatMap {
      Setting(rawValue: TraceVocabulary.current.settings[$0].number)
    }
  }
}

extension TraceHeader {
  /// The vocabulary in which the records are written.
  var words: TraceVocabulary { origin?.vocabulary ?? .current }

  /// The values of all settings, in the order of the vocabulary.
  var settingValues: [Int64] { origin?.settings ?? Setting.allCases.map { configuration[$0] } }

  /// The same, as if this build had recorded it.
  public var upgraded: TraceHeader {
    var header = TraceHeader(
      configuration: configuration, engine: engine, tool: tool, note: note, recordedAt: recordedAt)
    header.isExcerpt = isExcerpt
    return header
  }
}
