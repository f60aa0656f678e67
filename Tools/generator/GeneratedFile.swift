/// A file that the generator writes.
struct GeneratedFile {
  /// Contains only generated files.
  static let swiftFolder = "Sources/PlayerCore/Generated"

  /// Relative to the root of the package.
  var path: String
  var text: String

  /// A Swift file of the reducer, with a line that names its origin.
  static func swift(_ name: String, _ body: (inout SwiftText) -> Void) -> Self {
    var text = SwiftText()
    text.line("// Generated from \(Specification.path) by Tools/generate. Change that file, not this one.")
    text.line()
    body(&text)
    return Self(path: "\(swiftFolder)/\(name).swift", text: text.text)
  }
}
