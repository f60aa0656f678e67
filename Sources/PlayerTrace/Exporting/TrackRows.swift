import PlayerCore

/// What a row shows.
enum TrackRow: Equatable {
  case session, position, buffer, rate, bytes
  case lane(RunLane)
  case segment, seeks, commands, completions, notifications, engineCommands, engineReports, environment, deadlines,
    diagnostics, marks

  /// From the top.
  var rank: Int {
    switch self {
    case .session: 0
    case .position: 1
    case .buffer: 2
    case .rate: 3
    case .bytes: 4
    case .lane(let lane): 5 + (RunLane.allCases.firstIndex(of: lane) ?? 0)
    case .segment: 40
    case .seeks: 41
    case .commands: 42
    case .completions: 43
    case .notifications: 44
    case .engineCommands: 45
    case .engineReports: 46
    case .environment: 47
    case .deadlines: 48
    case .diagnostics: 49
    case .marks: 50
    }
  }

  static var count: Int { 51 }

  var title: String {
    switch self {
    case .session: "Session"
    case .position: "Position"
    case .buffer: "Buffered ahead"
    case .rate: "Rate"
    case .bytes: "Bytes read"
    case .lane(let lane): lane.title
    case .segment: "Segment"
    case .seeks: "Seeks"
    case .commands: "Commands"
    case .completions: "Completions"
    case .notifications: "Notifications"
    case .engineCommands: "Engine commands"
    case .engineReports: "Engine reports"
    case .environment: "Environment"
    case .deadlines: "Deadlines"
    case .diagnostics: "Diagnostics"
    case .marks: "Marks"
    }
  }

  var unit: RunTrack.Unit? {
    switch self {
    case .position, .buffer: .seconds
    case .rate: .factor
    case .bytes: .bytes
    case .session, .lane, .segment, .seeks, .commands, .engineCommands, .completions, .engineReports, .notifications,
      .environment, .deadlines, .diagnostics, .marks:
      nil
    }
  }
}

/// The rows of a picture. Each is declared when something is first put on it, so that none is empty.
struct TrackRows {
  var writer = PerfettoWriter()
  private var tracks = [Int?](repeating: nil, count: TrackRow.count)
  private var pools = [TrackPool](repeating: TrackPool(), count: TrackRow.count)
  private let words: [[String]] = RunLane.allCases.map { $0.values }
  private var count = 0

  /// The name of a lane's value.
  func word(_ lane: RunLane, _ value: UInt8) -> String {
    guard let place = RunLane.allCases.firstIndex(of: lane), Int(value) < words[place].count else { return "\(value)" }
    return words[place][Int(value)]
  }

  private mutating func track(_ row: TrackRow) -> Int {
    if let track = tracks[row.rank] { return track }
    let track = declare(row)
    tracks[row.rank] = track
    return track
  }

  private mutating func declare(_ row: TrackRow) -> Int {
    count += 1
    writer.declare(RunTrack(number: count, title: row.title, unit: row.unit, rank: row.rank))
    return count
  }

  mutating func begin(_ name: String, on row: TrackRow, at instant: Instant, _ details: [TrackDetail]) {
    writer.begin(name, on: track(row), at: instant, details, flow: nil)
  }

  mutating func end(_ row: TrackRow, at instant: Instant) { writer.end(on: track(row), at: instant, []) }

  mutating func point(
    _ name: String, on row: TrackRow, at instant: Instant, _ details: [TrackDetail], flow: UInt64? = nil
  ) {
    writer.point(name, on: track(row), at: instant, details, flow: flow)
  }

  mutating func count(_ value: Int64, on row: TrackRow, at instant: Instant) {
    writer.count(value, on: track(row), at: instant)
  }

  // MARK: Things that may overlap

  /// Begins a slice on a free row, and returns that row; `nil` if there are too many rows already, in which case the
  /// slice ends at once.
  mutating func beginShared(
    _ name: String, on row: TrackRow, at instant: Instant, _ details: [TrackDetail], flow: UInt64?
  ) -> Int? {
    guard let track = freeTrack(row) else {
      point(name, on: .marks, at: instant, details)
      return nil
    }
    writer.begin(name, on: track, at: instant, details, flow: flow)
    return track
  }

  /// A slice of length zero on such a row.
  mutating func moment(_ name: String, on row: TrackRow, at instant: Instant, _ details: [TrackDetail]) {
    guard let track = beginShared(name, on: row, at: instant, details, flow: nil) else { return }
    end(row, track: track, at: instant)
  }

  mutating func end(_ row: TrackRow, track: Int, at instant: Instant, _ details: [TrackDetail] = []) {
    writer.end(on: track, at: instant, details)
    pools[row.rank].free(track)
  }

  private mutating func freeTrack(_ row: TrackRow) -> Int? {
    if let track = pools[row.rank].takeFree() { return track }
    if pools[row.rank].isFull { return nil }
    let track = declare(row)
    pools[row.rank].add(busy: track)
    return track
  }
}
