import ArgumentParser
import Foundation
import PlayerCore

/// Where decoded media goes.
enum OutputArgument: Hashable, Sendable {
  case null
  /// The machine's loudspeakers.
  case sound
  /// Pictures in a window, and sound where there is a device.
  case window
  case wav(String)
  /// Raw samples to standard output.
  case pcm
  /// Pictures are fitted into the frame, if there is one.
  case y4m(String, frame: PixelSize? = nil)

  static let expectation = "sound, window, null, wav:FILE, pcm:-, y4m:FILE or y4m:FILE@WIDTHxHEIGHT"

  init(_ text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let file = parts.count == 2 ? String(parts[1]) : ""
    switch (parts.first, file.isEmpty) {
    case ("null", true) where parts.count == 1: self = .null
    case ("sound", true) where parts.count == 1: self = .sound
    case ("window", true) where parts.count == 1: self = .window
    case ("wav", false): self = .wav(file)
    case ("pcm", _) where file == "-": self = .pcm
    case ("y4m", false): self = Self.video(file)
    default: throw ArgumentProblem("expected \(Self.expectation)")
    }
  }

  /// `FILE@640x360`: a suffix that is not a size belongs to the name.
  private static func video(_ text: String) -> Self {
    guard let at = text.lastIndex(of: "@"), at > text.startIndex else { return .y4m(text) }
    let sides = text[text.index(after: at)...].split(separator: "x", omittingEmptySubsequences: false)
      .map { Int32($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], 1...16_384 ~= width, 1...16_384 ~= height
    else { return .y4m(text) }
    return .y4m(String(text[..<at]), frame: PixelSize(width: width, height: height))
  }

  /// The file to write; nil if there is none.
  var path: String? {
    switch self {
    case .null, .sound, .window, .pcm: nil
    case .wav(let path), .y4m(let path, _): path
    }
  }
}

/// All the outputs of a run.
struct OutputArguments: Hashable, Sendable {
  private let given: [OutputArgument]

  /// Those of the command line; without any, `play` has sound if there is a device.
  init(_ given: [OutputArgument], isVirtual: Bool) throws {
    self.given = given
    if Set(given).count < given.count || Set(given.compactMap(\.path)).count < given.compactMap(\.path).count {
      throw ValidationError("--output names the same place twice; give each once.")
    }
    if given.contains(.null), given.count > 1 { throw ValidationError("--output null is no output; drop it.") }
    if isVirtual, let device = given.first(where: { $0 == .sound || $0 == .window }) {
      throw ValidationError("--output \(device) needs the machine's clock; drop --virtual, or write a file.")
    }
    self.isVirtual = isVirtual
  }

  private let isVirtual: Bool

  static let none = OutputArguments()

  private init() {
    given = [.null]
    isVirtual = true
  }

  var paths: [String] { given.compactMap(\.path) }
  /// Whether standard output carries samples.
  var usesStandardOutput: Bool { given.contains(.pcm) }
  var hasWindow: Bool { given.contains(.window) }
  /// The outputs that write, devices aside.
  var writers: [OutputArgument] { given.filter { $0.path != nil || $0 == .pcm } }

  /// Whether the loudspeakers play: nil for no, otherwise whether the run must fail without them.
  var speaker: Need? {
    if given.contains(.sound) { return .demanded }
    if given.contains(.window) || (given.isEmpty && !isVirtual) { return .welcome }
    return nil
  }

  enum Need { case demanded, welcome }
}
