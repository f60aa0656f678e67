import PlayerText

/// The forms of files that describe a network.
public enum NetworkFormat: String, CaseIterable, Sendable {
  /// `[{"duration_ms": …, "bandwidth_kbps": …, "latency_ms": …}, …]`, the form of SABRE (SABRE.md). Fractions are
  /// allowed.
  case sabre
  /// A line for each opportunity to deliver 1,500 bytes: its millisecond, from the beginning. The last one is also the
  /// length of the trace.
  case mahimahi
  /// Lines of two columns: a second, and the Mbit/s that were measured from the second in the line above (or from 0)
  /// until then.
  case table
}

extension NetworkProfile {
  /// Reads a file in any ``NetworkFormat``, which is detected by the content. In the formats that consist of lines,
  /// everything after `#` is a comment.
  ///
  /// A file may have at most ``Limit/bytes`` bytes and ``Limit/periods`` periods.
  public init(path: String, ending: Ending = .repeats) throws(SimulationFileError) {
    try self.init(FileText(path: path), ending)
  }

  /// The same from memory; errors use `name`.
  public init(bytes: [UInt8], name: String, ending: Ending = .repeats) throws(SimulationFileError) {
    try self.init(FileText(name: name, bytes: bytes), ending)
  }

  private init(_ text: FileText, _ ending: Ending) throws(SimulationFileError) {
    self = try text.reading { () throws(Flaw) in try Self(reading: text, ending) }
  }

  private init(reading text: FileText, _ ending: Ending) throws(Flaw) {
    let periods =
      switch try Self.format(of: text) {
      case .sabre: try Self.sabrePeriods(text)
      case .mahimahi: try Self.mahimahiPeriods(text)
      case .table: try Self.tablePeriods(text)
      }
    guard let profile = NetworkProfile(periods, ending: ending) else {
      throw text.flaw(
        at: text.bytes.count, "length", expected: "at least one period, and no more than a century of them",
        found: "\(periods.count) periods", "Give another part of it")
    }
    self = profile
  }

  private static func format(of text: FileText) throws(Flaw) -> NetworkFormat {
    var json = text.json
    switch json.peek() {
    case UInt8(ascii: "["): return .sabre
    case UInt8(ascii: "{"):
      throw text.flaw(
        at: json.index, "network", expected: "a list of periods, or lines of numbers",
        "If this describes media, give it as media and another file as the network")
    default: break
    }
    var lines = LineScanner(text)
    guard let line = try lines.next() else {
      throw text.flaw(
        at: 0, "network", expected: "a list of periods, or lines of numbers", found: "a file without any",
        "Check the path, and fetch the file again")
    }
    return line.count == 1 ? .mahimahi : .table
  }
}

extension FileText {
  /// A cursor over the file as JSON.
  var json: JSONCursor { JSONCursor(file: bytes, rules: .file(depthLimit: 100)) }
}

extension JSONCursor {
  /// A number that must lie between two bounds, in thousandths, millionths … of the unit of the file: `10^-places`.
  mutating func value(places: Int, in range: ClosedRange<Int64>, _ expected: String) throws(Flaw) -> Int64 {
    let (number, offset) = try number()
    guard let value = number.scaled(places: places), range.contains(value) else {
      throw flaw(expected, at: offset, advice: "Correct the number")
    }
    return value
  }
}

extension FileText {
  /// A field that must lie between two bounds, in thousandths, millionths … of the unit of the file: `10^-places`.
  func value(
    _ read: (number: DecimalNumber, offset: Int), _ field: String, places: Int, in range: ClosedRange<Int64>,
    _ expected: String
  ) throws(Flaw) -> Int64 {
    guard let value = read.number.scaled(places: places), range.contains(value) else {
      throw flaw(at: read.offset, field, expected: expected, "Correct the number")
    }
    return value
  }

  /// One more period would be one too many.
  func checkRoom(for count: Int, at offset: Int) throws(Flaw) {
    if count >= NetworkProfile.Limit.periods {
      throw flaw(
        at: offset, "periods", expected: "at most \(NetworkProfile.Limit.periods) periods", "Give a shorter part of it")
    }
  }
}

extension NetworkProfile {
  static let latencyWords = "0 up to an hour"
  static let rateWords = "0 up to 1 Tbit/s"
  static let durationWords = "more than 0 (at least a nanosecond), and at most a year"
}
