import PlayerLogs
import PlayerTesting
import PlayerTrace
import ReducerTesting

/// The jukebox as a model under test: what people do with it, and what must hold.
struct JukeboxModel: Model {
  enum Step: Hashable, Sendable, Codable {
    case press(Jukebox.Button)
    case pass(milliseconds: Int64)
  }

  struct Setup: Hashable, Sendable, Codable {
    var playsAfterSeek = false
  }

  var playsAfterSeek = false

  func begin(_ setup: Setup) -> Jukebox {
    var jukebox = Jukebox(milliseconds: 60_000)
    jukebox.playsAfterSeek = setup.playsAfterSeek
    return jukebox
  }

  /// The law of this team, checked after each step.
  func take(_ step: Step, in jukebox: inout Jukebox) -> PropertyViolation? {
    switch step {
    case .press(let button): jukebox.press(button)
    case .pass(let milliseconds): jukebox.pass(milliseconds: milliseconds)
    }
    return (0...jukebox.duration).contains(jukebox.position)
      ? nil : PropertyViolation("outside-the-record", "at \(jukebox.position) ms of \(jukebox.duration)")
  }

  /// The laws of the kit for any player, which check the log of the whole session.
  func finish(_ jukebox: inout Jukebox) -> PropertyViolation? {
    jukebox.pass(milliseconds: 10_000)
    do {
      var reader = try TraceReader(bytes: Recording(jukebox).trace)
      let issue = try ObservedChecker().check(&reader).issues.first
      return issue.map { PropertyViolation($0.property.id, $0.detail) }
    } catch { return PropertyViolation("unreadable-log", "\(error)") }
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Setup { Setup(playsAfterSeek: playsAfterSeek) }

  func drawStep(_ habits: Void, in jukebox: Jukebox, using random: inout SplitMix64) -> Step {
    switch random.below(5) {
    case 0: .press(.play)
    case 1: .press(.pause)
    case 2: .press(.seek(milliseconds: Int64(random.below(70_000))))
    default: .pass(milliseconds: Int64(random.below(20_000)))
    }
  }

  func describe(_ step: Step) -> String {
    switch step {
    case .press(.play): "play"
    case .press(.pause): "pause"
    case .press(.seek(let milliseconds)): "seek to \(milliseconds) ms"
    case .pass(let milliseconds): "\(milliseconds) ms pass"
    }
  }

  func simplerSteps(than step: Step) -> [Step] {
    switch step {
    case .press(.seek(let milliseconds)):
      Candidates.numbers(than: milliseconds).map { .press(.seek(milliseconds: $0)) }
    case .pass(let milliseconds): Candidates.numbers(than: milliseconds).map { .pass(milliseconds: $0) }
    default: []
    }
  }
}

/// A trace of what was observed, made from the log of a jukebox.
struct Recording: LogTraceSink {
  private(set) var trace: [UInt8] = []

  init(_ jukebox: Jukebox) throws {
    var importer = LogImporter()
    importer.form = .text
    importer.format = .jsonl
    var log = ArraySlice(Array(jukebox.log.joined(separator: "\n").utf8))
    _ = try importer.run(
      { limit in
        defer { log = log.dropFirst(limit) }
        return Array(log.prefix(limit))
      }, into: &self)
  }

  mutating func begin(session: Int) {}
  mutating func append(_ bytes: [UInt8], session: Int) { trace += bytes }
  mutating func end(session: Int) {}
}
