import PlayerCore
import PlayerLogs
import PlayerTesting
import Testing

/// For each law of observed runs a log that breaks it, and a log that breaks none.
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
    ("position-back", [#"{"t":2000,"event":"position","position":-4}"#]),
    (
      "playing-paused",
      [
        #"{"t":2000,"event":"pause","position":2}"#, #"{"t":4000,"event":"position","position":4}"#,
        #"{"t":8000,"event":"position","position":8}"#,
      ]
    ),
    (
      "rebuffer-loop",
      [0, 30, 60].flatMap {
        [#"{"t":\#($0 + 5)000,"event":"waiting"}"#, #"{"t":\#($0 + 28)000,"event":"playing"}"#]
      }
    ),
    (
      "seek-elsewhere",
      [
        #"{"t":30000,"event":"position","position":30}"#, #"{"t":31000,"event":"seek","target":36}"#,
        #"{"t":31500,"event":"seeked","position":26}"#,
      ]
    ),
    (
      "ended-twice",
      [
        #"{"t":2000,"event":"ended"}"#, #"{"t":3000,"event":"seek","target":0}"#,
        #"{"t":3100,"event":"seeked","position":0}"#, #"{"t":3200,"event":"ended"}"#,
      ]
    ),
    (
      "ended-never",
      [
        #"{"t":2000,"event":"seek","target":599}"#, #"{"t":2100,"event":"seeked","position":599}"#,
        #"{"t":2200,"event":"playing"}"#, #"{"t":20000,"event":"buffer","buffered":600}"#,
      ]
    ),
    ("failure-as-end", [#"{"t":2000,"event":"warning","message":"HTTP 404"}"#, #"{"t":5000,"event":"ended"}"#]),
    ("failure-as-end", [#"{"t":2000,"event":"error","message":"HTTP 404"}"#, #"{"t":5000,"event":"ended"}"#]),
    ("request-loop", (2..<8).map { #"{"t":\#($0)000,"event":"request","source":"7.ts"}"# }),
    (
      "first-frame-never",
      [#"{"t":200,"event":"picture","missing":true}"#, #"{"t":9000,"event":"buffer","buffered":30}"#]
    ),
    (
      "picture-frozen",
      [
        #"{"t":200,"event":"picture","missing":false}"#, #"{"t":2000,"event":"picture","missing":true}"#,
        #"{"t":9000,"event":"buffer","buffered":30}"#,
      ]
    ),
    ("frames-dropped", (2..<5).map { #"{"t":\#($0)000,"event":"dropped","count":50}"# }),
    ("audio-gaps", (2..<7).map { #"{"t":\#($0)000,"event":"glitch"}"# }),
    ("audio-video-drift", [#"{"t":2000,"event":"drift","drift":-0.8}"#]),
    ("rendition-flapping", (2..<9).map { #"{"t":\#($0)000,"event":"rendition","rendition":"\#($0 % 2)"}"# }),
  ]

  @Test(arguments: faults)
  func detectsEachFault(law: String, lines: [String]) throws {
    let log = try Imported((Self.start + lines).joined(separator: "\n"))
    let broken = try log.broken()
    #expect(broken.contains("observed-" + law), "\(broken)")
  }

  @Test func healthyRunBreaksNoLaw() throws {
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

  /// What resembles a fault and is none.
  @Test(arguments: [
    // An error long before the end, and data since.
    [
      #"{"t":2000,"event":"warning","message":"HTTP 404"}"#, #"{"t":3000,"event":"request","source":"8.ts"}"#,
      #"{"t":4000,"event":"seek","target":598}"#, #"{"t":4100,"event":"seeked","position":598}"#,
      #"{"t":4200,"event":"playing"}"#, #"{"t":6200,"event":"ended","position":600}"#,
    ],
    // Paused at the very end.
    [
      #"{"t":2000,"event":"seek","target":599}"#, #"{"t":2100,"event":"seeked","position":599}"#,
      #"{"t":2200,"event":"playing"}"#, #"{"t":2900,"event":"pause"}"#,
      #"{"t":90000,"event":"buffer","buffered":600}"#,
    ],
    // An end, after which the user seeks to the end again.
    [
      #"{"t":2000,"event":"seek","target":599.5}"#, #"{"t":2100,"event":"seeked","position":599.5}"#,
      #"{"t":2200,"event":"playing"}"#, #"{"t":2700,"event":"ended","position":600}"#,
      #"{"t":3000,"event":"seek","target":600}"#, #"{"t":3100,"event":"seeked","position":600}"#,
      #"{"t":3200,"event":"ended"}"#,
    ],
    // A climbing rendition with a few glitches, and frames dropped at the start.
    (2..<8).map { #"{"t":\#($0)000,"event":"rendition","rendition":"\#($0)"}"# }
      + [2, 20, 38, 56].map { #"{"t":\#($0)500,"event":"glitch"}"# },
    [#"{"t":2000,"event":"dropped","count":40}"#, #"{"t":3000,"event":"dropped","count":30}"#],
    // A stall that five seconds of data end, as widespread players want.
    [
      #"{"t":2000,"event":"waiting","position":1.9,"buffered":2}"#, #"{"t":3000,"event":"buffer","buffered":4.5}"#,
      #"{"t":5500,"event":"playing","position":1.9,"buffered":7}"#,
    ],
    // The data of before a long pause is gone.
    [
      #"{"t":2000,"event":"position","position":1.9,"buffered":60}"#, #"{"t":2100,"event":"pause"}"#,
      #"{"t":2402100,"event":"play"}"#, #"{"t":2402200,"event":"waiting"}"#, #"{"t":2405000,"event":"playing"}"#,
    ],
    // What was waited for came during a pause: after it, nothing waits.
    [
      #"{"t":2000,"event":"waiting","position":1.9}"#, #"{"t":2500,"event":"pause"}"#,
      #"{"t":3000,"event":"canplay","buffered":30}"#, #"{"t":33000,"event":"play"}"#,
      #"{"t":35000,"event":"playing"}"#,
    ],
    // Single frames while paused.
    [
      #"{"t":2000,"event":"pause","position":1.9}"#, #"{"t":4000,"event":"position","position":1.94}"#,
      #"{"t":6000,"event":"position","position":1.98}"#,
    ],
  ])
  func noFalseAlarms(lines: [String]) throws {
    let broken = try Imported((Self.start + lines).joined(separator: "\n")).broken()
    #expect(broken.isEmpty, "\(broken)")
  }

  // MARK: A machine that slept

  private static let asleep: [[String]] = [
    // While playing: the position stands, the end does not come.
    [
      #"{"t":2000,"event":"position","position":1.9,"buffered":20}"#,
      #"{"t":3602000,"event":"position","position":1.95}"#, #"{"t":3603000,"event":"position","position":2.9}"#,
    ],
    // The same without any position on waking.
    [
      #"{"t":2000,"event":"position","position":1.9}"#, #"{"t":3602000,"event":"buffer","buffered":30}"#,
      #"{"t":3623000,"event":"buffer","buffered":40}"#,
    ],
    // Right before the end.
    [
      #"{"t":2000,"event":"seek","target":597}"#, #"{"t":2100,"event":"seeked","position":597}"#,
      #"{"t":2200,"event":"playing"}"#, #"{"t":4200,"event":"position","position":599}"#,
      #"{"t":3604200,"event":"position","position":599.1}"#, #"{"t":3605200,"event":"ended","position":600}"#,
    ],
    // During a stall, a seek, a start, a rest, a contradiction, and without a picture.
    [#"{"t":2000,"event":"waiting","position":1.9}"#, #"{"t":3602000,"event":"playing"}"#],
    [
      #"{"t":2000,"event":"waiting","position":1.9}"#, #"{"t":2500,"event":"buffer","buffered":9}"#,
      #"{"t":3602000,"event":"playing"}"#,
    ],
    [
      #"{"t":2000,"event":"seek","target":50}"#, #"{"t":3602000,"event":"seeked","position":50}"#,
      #"{"t":3602100,"event":"playing"}"#,
    ],
    [#"{"t":2000,"event":"open"}"#, #"{"t":3602000,"event":"ready"}"#, #"{"t":3602100,"event":"playing"}"#],
    [#"{"t":2000,"event":"stopped","position":1.9}"#, #"{"t":3602000,"event":"playing"}"#],
    [
      #"{"t":200,"event":"picture","missing":false}"#, #"{"t":2000,"event":"picture","missing":true}"#,
      #"{"t":3602000,"event":"picture","missing":false}"#,
    ],
    [#"{"t":2000,"event":"interruption","interrupted":true}"#, #"{"t":3602000,"event":"stopped"}"#],
  ]

  @Test(arguments: asleep)
  func silenceIsNoObservation(lines: [String]) throws {
    let broken = try Imported((Self.start + lines).joined(separator: "\n")).broken()
    #expect(broken.isEmpty, "\(broken)")
  }

  private static let awake: [(law: String, lines: [String])] = [
    // An hour of lines that tell nothing of playback.
    (
      "stall-endless",
      [#"{"t":2000,"event":"waiting","position":1.9}"#]
        + (1...12).map { #"{"t":\#($0 * 300 + 2)000,"event":"stalled"}"# }
        + [#"{"t":3702000,"event":"playing"}"#]
    ),
    // Stuck before, and stuck after.
    (
      "stall-endless",
      [
        #"{"t":2000,"event":"waiting","position":1.9}"#, #"{"t":32000,"event":"stalled"}"#,
        #"{"t":3632000,"event":"playing"}"#,
      ]
    ),
    (
      "stall-endless",
      [
        #"{"t":2000,"event":"waiting","position":1.9}"#, #"{"t":3602000,"event":"buffer","buffered":2}"#,
        #"{"t":3632000,"event":"buffer","buffered":2}"#,
      ]
    ),
    (
      "position-frozen",
      [
        #"{"t":2000,"event":"position","position":1.9}"#, #"{"t":3602000,"event":"position","position":1.9}"#,
        #"{"t":3609000,"event":"position","position":1.9}"#,
      ]
    ),
    // The rest of the media has played since.
    (
      "ended-never",
      [
        #"{"t":2000,"event":"seek","target":590}"#, #"{"t":2100,"event":"seeked","position":590}"#,
        #"{"t":2200,"event":"playing"}"#, #"{"t":4200,"event":"buffer","buffered":600}"#,
        #"{"t":3604200,"event":"buffer","buffered":600}"#, #"{"t":3634200,"event":"buffer","buffered":600}"#,
      ]
    ),
    // It cannot have played that far, asleep or not.
    ("ended-early", [#"{"t":2000,"event":"duration","duration":7200}"#, #"{"t":3602000,"event":"ended"}"#]),
    (
      "position-back",
      [#"{"t":2000,"event":"position","position":1.9}"#, #"{"t":3602000,"event":"position","position":0}"#]
    ),
  ]

  @Test(arguments: awake)
  func silenceHidesNothingElse(law: String, lines: [String]) throws {
    let broken = try Imported((Self.start + lines).joined(separator: "\n")).broken()
    #expect(broken.contains("observed-" + law), "\(broken)")
  }

  @Test func idsAreUniqueAndPrefixed() {
    let ids = PlayerProperty.observed.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.hasPrefix("observed-") && PlayerProperty.named($0) == nil })
  }
}
