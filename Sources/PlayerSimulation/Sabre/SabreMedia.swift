import PlayerCore

/// Media as SABRE describes them: how long a segment is, and how large each is in each quality.
///
/// ```json
/// {"segment_duration_ms": 3000, "bitrates_kbps": [230, 331], "segment_sizes_bits": [[886360, 1180512], …]}
/// ```
///
/// Every number may have a fraction. Sizes are kept in millionths of a bit.
public struct SabreMedia: Hashable, Sendable {
  /// The length of a segment, in nanoseconds.
  public var segmentNanoseconds: Int64
  /// In millionths of a bit per second, the nominal rate of each quality.
  public private(set) var bitrates: [Int64]
  /// How many segments there are.
  public private(set) var segmentCount: Int
  /// The sizes of all segments, quality by quality.
  private var microbits: [Int64]

  /// How many qualities there are, from 0.
  public var qualities: Range<Int> { 0..<bitrates.count }

  /// What a media file may hold.
  public enum Limit {
    /// Sizes of segments, in all qualities together.
    public static let sizes = 4_000_000
    /// The most qualities that a file may have.
    public static let qualities = 1_000
    /// Millionths of a bit: a terabit.
    public static let size: Int64 = 1_000_000_000_000_000_000
  }

  /// The sizes of the segments in a quality, in millionths of a bit; `nil` when there is no such quality.
  public func segments(ofQuality quality: Int) -> [Int64]? {
    guard qualities.contains(quality) else { return nil }
    return Array(microbits[quality * segmentCount..<(quality + 1) * segmentCount])
  }

  /// Reads a file of at most ``NetworkProfile/Limit/bytes`` bytes.
  public init(path: String) throws(SimulationFileError) { try self.init(FileText(path: path)) }

  /// The same from memory; `name` is what errors call it.
  public init(bytes: [UInt8], name: String) throws(SimulationFileError) {
    try self.init(FileText(name: name, bytes: bytes))
  }

  private init(_ text: FileText) throws(SimulationFileError) {
    var scanner = JSONScanner(text)
    if scanner.peek() == UInt8(ascii: "[") {
      throw text.damage(
        at: scanner.offset, "media", expected: "an object",
        "If this describes a network, give it as the network and another file as media")
    }
    var reading = Reading()
    try scanner.object("media") { scanner, name, _ throws(SimulationFileError) in
      try reading.member(name, &scanner)
    }
    try scanner.expectEnd()
    try reading.check(text)
    (segmentNanoseconds, bitrates) = (reading.duration, reading.bitrates)
    segmentCount = reading.rows.count / bitrates.count
    // From a list of segments to a list of qualities, so that a session reads one stretch of memory.
    microbits = []
    microbits.reserveCapacity(reading.rows.count)
    for quality in bitrates.indices {
      for row in stride(from: quality, to: reading.rows.count, by: bitrates.count) {
        microbits.append(reading.rows[row])
      }
    }
  }
}

/// What of a media file has been read so far.
private struct Reading {
  var duration: Int64 = 0
  var bitrates: [Int64] = []
  /// Segment by segment.
  var rows: [Int64] = []
  /// How long each row is, and where the first one that differs from the first is.
  var width: Int?
  var oddRow: (offset: Int, width: Int)?

  mutating func member(_ name: String, _ scanner: inout JSONScanner) throws(SimulationFileError) -> Bool {
    let text = scanner.text
    switch name {
    case "segment_duration_ms":
      duration = try text.value(
        scanner.number(name), name, places: 6, in: 1...NetworkProfile.Limit.period, NetworkProfile.durationWords)
    case "bitrates_kbps":
      bitrates = []
      var rates: [Int64] = []
      try scanner.list(name) { scanner throws(SimulationFileError) in
        let number = try scanner.number(name)
        rates.append(
          try text.value(
            number, name, places: 9, in: 0...NetworkProfile.Limit.rate, NetworkProfile.rateWords))
        if rates.count > SabreMedia.Limit.qualities {
          throw text.damage(
            at: number.offset, name, expected: "at most \(SabreMedia.Limit.qualities) qualities", "Remove some")
        }
      }
      bitrates = rates
    case "segment_sizes_bits": try sizes(&scanner)
    default: return false
    }
    return true
  }

  private mutating func sizes(_ scanner: inout JSONScanner) throws(SimulationFileError) {
    let (text, name) = (scanner.text, "segment_sizes_bits")
    var (rows, width, oddRow): ([Int64], Int?, (Int, Int)?) = ([], nil, nil)
    try scanner.list(name) { scanner throws(SimulationFileError) in
      _ = scanner.peek()
      let (start, before) = (scanner.offset, rows.count)
      try scanner.list(name) { scanner throws(SimulationFileError) in
        let number = try scanner.number(name)
        rows.append(
          try text.value(number, name, places: 6, in: 0...SabreMedia.Limit.size, "0 up to a terabit, in bits"))
        if rows.count > SabreMedia.Limit.sizes {
          throw text.damage(
            at: number.offset, name, expected: "at most \(SabreMedia.Limit.sizes) sizes", "Remove segments")
        }
      }
      let count = rows.count - before
      if width == nil { width = count } else if oddRow == nil, count != width { oddRow = (start, count) }
    }
    (self.rows, self.width, self.oddRow) = (rows, width, oddRow)
  }

  /// Everything is there and fits together.
  func check(_ text: FileText) throws(SimulationFileError) {
    let missing =
      duration == 0
      ? "segment_duration_ms" : bitrates.isEmpty ? "bitrates_kbps" : rows.isEmpty ? "segment_sizes_bits" : nil
    if let missing {
      throw text.damage(
        at: 0, missing, expected: "a member of that name that is not empty", found: "none",
        "Add it; the file must describe media as SABRE does")
    }
    if let oddRow {
      throw text.damage(
        at: oddRow.offset, "segment_sizes_bits", expected: "\(width ?? 0) sizes, as in the first segment",
        found: "\(oddRow.width)", "Give a size for each quality")
    }
    if width != bitrates.count {
      throw text.damage(
        at: 0, "segment_sizes_bits",
        expected: "\(bitrates.count) sizes for each segment, one for each of bitrates_kbps",
        found: "\(width ?? 0)", "Give as many of one as of the other")
    }
  }
}
