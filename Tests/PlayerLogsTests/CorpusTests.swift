import Foundation
import PlayerLogs
import Testing

/// How many reported misbehaviours a law names, and how many healthy logs raise an alarm: see `Logs/README.md`.
@Suite struct CorpusTests {
  /// The laws for each misbehaviour of `cases.json`: they state what was reported, in other words.
  static let laws: [String: Set<String>] = [
    "start-never": ["start-endless"],
    "stall-never-ends": ["stall-endless"],
    "stall-with-full-buffer": ["stall-despite-data"],
    "rebuffer-loop": ["rebuffer-loop"],
    "position-stands-while-playing": ["position-frozen"],
    "position-runs-back": ["position-back"],
    "position-past-end": ["past-the-end"],
    "jump-without-seek": ["position-jumped", "recovery-loop"],
    "seek-never-ends": ["seek-unfinished"],
    "seek-lands-elsewhere": ["seek-elsewhere"],
    "ended-early": ["ended-early"],
    "ended-never": ["ended-never"],
    "ended-twice": ["ended-twice"],
    "failure-as-end": ["failure-as-end"],
    "failure-mid-play": ["failed"],
    "playing-while-paused": ["playing-paused"],
    "paused-though-asked-to-play": ["not-resumed"],
    "retry-loop": ["retry-loop", "request-loop", "error-loop"],
    "rendition-flapping": ["rendition-flapping"],
    "first-frame-never": ["first-frame-never"],
    "video-freezes-audio-plays": ["picture-frozen"],
    "audio-gaps": ["audio-gaps"],
    "audio-video-drift": ["audio-video-drift"],
    "frames-dropped": ["frames-dropped"],
  ]

  /// The least percentage of reported misbehaviours that are named, in the whole corpus and in each format, and the
  /// greatest percentage of healthy logs that raise an alarm.
  private static let floors = (named: 95, namedOfFormat: 90, falseAlarms: 5)

  @Test func detectionAndFalseAlarmRates() throws {
    var total = Tally()
    var formats: [String: Tally] = [:]
    var remarks: [String] = []
    for entry in try Corpus.cases() {
      let found = try entry.brokenLaws()
      var tally = Tally()
      if let expected = entry.expected {
        let wanted = Set(([expected] + (entry.also ?? [])).flatMap { Self.laws[$0] ?? [] })
        tally = Tally(reported: 1, any: found.isEmpty ? 0 : 1, named: wanted.isDisjoint(with: found) ? 0 : 1)
        if tally.named == 0 {
          remarks.append("missed: \(entry.file), \(expected); laws that spoke: \(found.sorted())")
        }
      } else {
        tally = Tally(healthy: 1, falseAlarms: found.isEmpty ? 0 : 1)
        if !found.isEmpty { remarks.append("false alarm: \(entry.file): \(found.sorted())") }
      }
      total += tally
      formats[entry.format, default: Tally()] += tally
    }
    let rows = formats.sorted { $0.key < $1.key } + [(key: "all", value: total)]
    print("format      named   any  reported  false  healthy")
    for row in rows { print(row.value.line(row.key)) }
    for remark in remarks { print(remark) }
    #expect(total.named * 100 >= total.reported * Self.floors.named)
    #expect(total.falseAlarms * 100 <= total.healthy * Self.floors.falseAlarms)
    for (format, tally) in formats {
      #expect(tally.named * 100 >= tally.reported * Self.floors.namedOfFormat, "\(format)")
    }
  }

  @Test func everyMisbehaviourHasItsLaws() throws {
    let known = Set(PlayerLawNames.all)
    #expect(Set(Self.laws.keys) == Set(try Corpus.file().misbehaviours.keys))
    for (misbehaviour, laws) in Self.laws { #expect(laws.isSubset(of: known), "\(misbehaviour)") }
  }

  @Test func recognisesEveryFormat() throws {
    for entry in try Corpus.cases() {
      let format = try Imported(file: entry.file).summary.format
      #expect(format == entry.logFormat, "\(entry.file)")
    }
  }

  private struct Tally {
    var reported = 0
    var any = 0
    var named = 0
    var healthy = 0
    var falseAlarms = 0

    static func += (sum: inout Self, other: Self) {
      sum.reported += other.reported
      sum.any += other.any
      sum.named += other.named
      sum.healthy += other.healthy
      sum.falseAlarms += other.falseAlarms
    }

    func line(_ name: String) -> String {
      let numbers = [(named, 5), (any, 6), (reported, 10), (falseAlarms, 7), (healthy, 9)]
      let cells = numbers.map { number, width in
        String(repeating: " ", count: max(1, width - "\(number)".count)) + "\(number)"
      }
      return name.padding(toLength: 11, withPad: " ", startingAt: 0) + cells.joined()
    }
  }
}
