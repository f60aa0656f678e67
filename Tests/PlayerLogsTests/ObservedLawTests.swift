import PlayerCore
import PlayerLogs
import PlayerTesting
import Testing

/// Each law of observed runs, broken by a log that says so, and a log that breaks none.
@Suite struct ObservedLawTests {
  private static let start = [
    #"{"t":0,"event":"open"}"#, #"{"t":10,"event":"ready","duration":600}"#, #"{"t":20,"event":"play"}"#,
    #"{"t":100,"event":"playing","position":0}"#,
  ]

  private static let faults: [(law: String, lines: [String])] = [
    (
      "playing-paused",
      [
        #"{"t":2000,"event":"pause"}"#, #"{"t":2100,"event":"playing"}"#,
        #"{"t":9000,"event":"position","position":9}"#,
      ]
    ),
    ("not-resumed", [#"{"t":2000,"event":"stopped","position":2}"#, #"{"t":9000,"event":"buffer","buffered":30}"#]),
    (
      "stall-endless", [#"{"t":2000,"event":"waiting","position":2}"#, #"{"t":33000,"event":"position","position":2}"#]
    ),
    (
      "stall-despite-data",
      [#"{"t":2000,"event":"waiting","position":2,"buffered":30}"#, #"{"t":9000,"event":"playing","position":2}"#]
    ),
    (
      "position-frozen",
      [#"{"t":2000,"event":"position","position":2}"#, #"{"t":9000,"event":"position","position":2}"#]
    ),
    (
      "position-back",
      [#"{"t":2000,"event":"position","position":20}"#, #"{"t":2500,"event":"position","position":12}"#]
    ),
    (
      "position-jumped",
      [#"{"t":2000,"event":"position","position":2}"#, #"{"t":2500,"event":"position","position":50}"#]
    ),
    ("seek-unfinished", [#"{"t":2000,"event":"seek","target":50}"#, #"{"t":20000,"event":"buffer","buffered":30}"#]),
    ("seek-elsewhere", [#"{"t":2000,"event":"seek","target":50}"#, #"{"t":2500,"event":"seeked","position":5}"#]),
    ("seek-unasked", [#"{"t":2500,"event":"seeked","position":5}"#]),
    ("ended-early", [#"{"t":3000,"event":"position","position":3}"#, #"{"t":4000,"event":"ended"}"#]),
    ("failed", [#"{"t":4000,"event":"error","message":"decode"}"#]),
    ("failure-unexplained", [#"{"t":4000,"event":"error"}"#]),
    ("retry-loop", (0..<5).map { #"{"t":200\#($0),"event":"retry"}"# }),
    (
      "rebuffer-loop",
      (2..<6).flatMap { [#"{"t":\#($0)000,"event":"waiting"}"#, #"{"t":\#($0)500,"event":"playing"}"#] }
    ),
    (
      "seek-loop",
      (2..<7).flatMap {
        [#"{"t":\#($0)000,"event":"seek","target":60}"#, #"{"t":\#($0)100,"event":"seeked","position":60}"#]
      }
    ),
    ("error-loop", (2..<8).map { #"{"t":\#($0)000,"event":"warning","message":"frag"}"# }),
    ("rendition-flapping", (2..<9).map { #"{"t":\#($0)000,"event":"rendition","rendition":"\#($0 % 2)"}"# }),
  ]

  @Test(arguments: faults)
  func eachFaultIsFound(law: String, lines: [String]) throws {
    let log = try Imported((Self.start + lines).joined(separator: "\n"))
    let broken = try log.broken()
    #expect(broken.contains("observed-" + law), "\(broken)")
  }

  @Test func aHealthyRunBreaksNone() throws {
    var lines = Self.start
    for second in 1..<60 {
      lines.append(#"{"t":\#(second)100,"event":"timeupdate","position":\#(second),"buffered":\#(second + 20)}"#)
    }
    lines += [
      #"{"t":60100,"event":"seeking","position":300}"#, #"{"t":60900,"event":"seeked","position":300}"#,
      #"{"t":61000,"event":"playing","position":300}"#, #"{"t":70000,"event":"waiting","position":309}"#,
      #"{"t":73000,"event":"playing","position":309}"#, #"{"t":74000,"event":"pause","position":310}"#,
      #"{"t":174000,"event":"play","position":310}"#, #"{"t":174050,"event":"playing","position":310}"#,
      #"{"t":464050,"event":"ended","position":600}"#,
    ]
    #expect(try Imported(lines.joined(separator: "\n")).broken().isEmpty)
  }

  @Test func idsAreDistinctAndTheirSourcesExist() {
    let ids = PlayerProperty.observed.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.hasPrefix("observed-") && PlayerProperty.named($0) == nil })
  }
}
