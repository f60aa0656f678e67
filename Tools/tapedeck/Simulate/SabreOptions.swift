import ArgumentParser
import PlayerCore
import PlayerSimulation

/// The options of `tapedeck simulate --sabre-compat`.
struct SabreOptions: ParsableArguments {
  @Flag(name: .customLong("sabre-compat"), help: "Play sessions as SABRE does.")
  var isWanted = false

  @Flag(help: "Play the session with the reducer over the simulated engine, and count its stalls.")
  var player = false

  @Option(help: ArgumentHelp("The media.", valueName: "file"), completion: .file())
  var media: String?

  @Option(
    parsing: .upToNextOption, help: ArgumentHelp("The networks; may be given more than once.", valueName: "file"),
    completion: .file())
  var network: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The quality of all segments, from 0; may be given more than once.", valueName: "number"))
  var quality: [Int] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Capacity of the buffer (default: 25 s).", valueName: "time"),
    transform: { try SabreOptions.time($0) })
  var cap: TimeSpan = SabreSession.standardCap

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start this far into the network's file.", valueName: "time"),
    transform: { try SabreOptions.time($0) })
  var offset: TimeSpan = .zero

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Multiply the network's rates by this.", valueName: "factor"),
    transform: { try SabreOptions.factor($0) })
  var scale: ScaleFactor = ScaleFactor(thousandths: 1_000)

  /// A factor in thousandths.
  struct ScaleFactor: Hashable, Sendable, CustomStringConvertible {
    var thousandths: Int64
    var description: String { ThousandthsText.text(thousandths) }
  }

  func check() throws {
    if media == nil { throw ValidationError("Give --media FILE, with the sizes of the segments.") }
    if network.isEmpty { throw ValidationError("Give --network FILE, once or more.") }
    if quality.isEmpty { throw ValidationError("Give --quality NUMBER, once or more; 0 is the lowest.") }
  }

  /// The given options among these.
  var given: [String] {
    [
      media == nil ? nil : "--media", network.isEmpty ? nil : "--network", quality.isEmpty ? nil : "--quality",
      cap == SabreSession.standardCap ? nil : "--cap", offset == .zero ? nil : "--offset",
      scale.thousandths == 1_000 ? nil : "--scale", player ? "--player" : nil,
    ].compactMap { $0 }
  }

  private static func time(_ text: String) throws -> TimeSpan {
    guard let span = TimeText.span(text) else { throw ArgumentProblem("expected \(TimeText.expectation)") }
    return span
  }

  private static func factor(_ text: String) throws -> ScaleFactor {
    guard let thousandths = ThousandthsText.parse(text), thousandths > 0 else {
      throw ArgumentProblem("expected a factor of at least 0.001, such as 0.5 or 2")
    }
    return ScaleFactor(thousandths: thousandths)
  }
}
