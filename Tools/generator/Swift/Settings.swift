extension Specification {
  /// Defaults, units and ranges.
  var settingSpecificationsFile: GeneratedFile {
    .swift("SettingSpecifications") { text in
      text.block("extension Setting") { text in
        text.comment("How many settings there are.")
        text.line("public static var count: Int { \(settings.count) }")
        text.line()
        text.comment("Default, unit and range.")
        text.block("public var specification: Specification") { text in
          text.choice("self") { text in
            for setting in settings { text.line("case .\(setting.name): \(setting.swiftSpecification)") }
          }
        }
        text.line()
        text.comment("The names and numbers of its values, where these are the cases of an enumeration; else none.")
        text.block("public var choices: [Vocabulary.Case]") { text in
          text.choice("self") { text in
            for setting in settings {
              if let choice = setting.choice { text.line("case .\(setting.name): \(choice.swift).cases") }
            }
            text.line("default: []")
          }
        }
      }
    }
  }

  /// One typed property for each setting.
  var configurationFile: GeneratedFile {
    .swift("ConfigurationProperties") { text in
      text.block("extension Configuration") { text in
        for setting in settings {
          let (type, access) = setting.swift
          text.comment(setting.documentation)
          text.block("@inlinable public var \(setting.name): \(type)") { text in
            text.line("get { self[\(access).\(setting.name)] }")
            text.line("set { self[\(access).\(setting.name)] = newValue }")
          }
        }
      }
    }
  }

  var presetsFile: GeneratedFile {
    .swift("Presets") { text in
      text.block("extension Configuration") { text in
        for preset in presets where preset.name != "defaults" {
          text.preset(preset)
          text.line()
        }
      }
      text.line()
      text.block("extension Configuration.Preset") { text in
        text.comment("A new configuration with these values.")
        text.block("public var configuration: Configuration") { text in
          text.choice("self") { text in
            for preset in presets {
              text.line("case .\(preset.name): \(preset.name == "defaults" ? "Configuration()" : ".\(preset.name)")")
            }
          }
        }
      }
    }
  }

  /// Properties of kinds of failures.
  var failuresFile: GeneratedFile {
    .swift("Failures") { text in
      text.failureKinds(failures)
      text.line()
      text.block("extension Failure.Kind") { text in
        text.comment(
          "Whether a returning network can heal it; ``Setting/resumesOnReconnect`` retries such failures.")
        text.block("public var isConnectivity: Bool") { text in
          text.choice("self") { text in
            let healed = failures.filter(\.isConnectivity).map { ".\($0.name)" }.joined(separator: ", ")
            text.line("case \(healed): true")
            text.line("default: false")
          }
        }
      }
    }
  }
}

extension SwiftText {
  /// A set with one bit for each kind of failure.
  fileprivate mutating func failureKinds(_ failures: [FailureKind]) {
    comment("A set of kinds of failures, one bit for each number of ``Failure/Kind``.")
    block("public struct FailureKinds: OptionSet, Hashable, Sendable") { text in
      text.comment("One bit for each kind.")
      text.line("public var rawValue: Int64")
      text.comment("The kinds whose bits are set.")
      text.line("@inlinable public init(rawValue: Int64) { self.rawValue = rawValue }")
      text.line()
      text.comment("Every kind, those of later versions included.")
      text.line("public static var all: Self { Self(rawValue: -1) }")
      text.comment("Those that a returning network can heal.")
      let healed = failures.filter(\.isConnectivity).map { ".\($0.name)" }.joined(separator: ", ")
      text.block("public static var connectivity: Self") { $0.line("[\(healed)]") }
      for failure in failures where failure.name != "none" {
        text.comment(failure.text)
        text.line("public static var \(failure.name): Self { Self(rawValue: 1 << \(failure.number)) }")
      }
    }
  }

  fileprivate mutating func preset(_ preset: Preset) {
    comment(preset.text)
    block("public static var \(preset.name): Self") { text in
      text.line("var configuration = \(preset.base ?? "Configuration()")")
      for value in preset.values {
        if let reason = value.reason { text.comment(reason, mark: "//") }
        text.line("configuration.\(value.setting.name) = \(value.setting.literal(value.value, value.word))")
      }
      text.line("return configuration")
    }
  }
}
