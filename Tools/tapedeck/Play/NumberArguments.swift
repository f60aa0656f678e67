import PlayerCore

/// A rate as people write it: `1.5`, `0.5x`.
struct RateArgument: Hashable, Sendable {
  var rate: Rate

  init(_ text: String) throws {
    let number = text.hasSuffix("x") || text.hasSuffix("×") ? text.dropLast() : text[...]
    guard let thousandths = ThousandthsText.parse(number), 1...100_000 ~= thousandths else {
      throw ArgumentProblem("expected a rate from 0.001 to 100, such as 1.5")
    }
    rate = Rate(thousandths: Int32(thousandths))
  }
}

/// A volume in percent as people write it: `80`, `80%`, or `80,40` for left and right.
struct VolumeArgument: Hashable, Sendable {
  var left: Int32
  var right: Int32

  init(_ text: String) throws {
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.thousandths)
    guard 1...2 ~= values.count, let left = values[0], let right = values[values.count - 1] else {
      throw ArgumentProblem("expected a volume in percent from 0 to 100, such as 80, or 80,40")
    }
    self.left = left
    self.right = right
  }

  var action: Action { .setVolume(left: left, right: right) }

  private static func thousandths(_ text: Substring) -> Int32? {
    let number = text.hasSuffix("%") ? text.dropLast() : text
    guard let value = TimeText.fixed(number, places: 1), value <= 1_000 else { return nil }
    return Int32(value)
  }
}

/// Where decoded media goes.
enum OutputArgument: Hashable, Sendable {
  case null
  case wav(String)
  /// Raw samples to standard output.
  case pcm
  /// With a frame, pictures are fitted into it.
  case y4m(String, frame: PixelSize? = nil)

  static let expectation = "null, wav:FILE, pcm:-, y4m:FILE or y4m:FILE@WIDTHxHEIGHT"

  init(_ text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let file = parts.count == 2 ? String(parts[1]) : ""
    switch (parts.first, file.isEmpty) {
    case ("null", true) where parts.count == 1: self = .null
    case ("wav", false): self = .wav(file)
    case ("pcm", _) where file == "-": self = .pcm
    case ("y4m", false): self = Self.video(file)
    default: throw ArgumentProblem("expected \(Self.expectation)")
    }
  }

  /// `FILE@640x360`: what is no size belongs to the name.
  private static func video(_ text: String) -> Self {
    guard let at = text.lastIndex(of: "@"), at > text.startIndex else { return .y4m(text) }
    let sides = text[text.index(after: at)...].split(separator: "x", omittingEmptySubsequences: false)
      .map { Int32($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], 1...16_384 ~= width, 1...16_384 ~= height
    else { return .y4m(text) }
    return .y4m(String(text[..<at]), frame: PixelSize(width: width, height: height))
  }
}
