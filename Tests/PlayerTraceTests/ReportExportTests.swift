import Foundation
import PlayerCore
import Testing

@testable import PlayerTrace

@Suite("Reports for analytics: CMCD and Pillarbox monitoring")
struct ReportExportTests {
  private static let recordings = [
    "episode-seeks", "episode-skip", "clip-interruption", "clip-loop", "clip-reload", "http-stall", "hls-window",
    "flv-live", "retry-exhausted", "bad-missing",
  ]

  private func reports(_ bytes: [UInt8], _ options: ExportOptions = .init()) throws -> [[String: String]] {
    let file = try ExportTests.text(bytes, .cmcd, options)
    #expect(ReportRules.problems(file).isEmpty)
    return file.split(separator: "\n").compactMap { ReportRules.report(String($0)) }
  }

  private func events(_ bytes: [UInt8], _ options: ExportOptions = .init()) throws -> [[String: Any]] {
    let file = try ExportTests.text(bytes, .pillarbox, options)
    #expect(try MonitoringRules.problems(file).isEmpty)
    return try MonitoringRules.events(file)
  }

  /// Plays, stalls for two seconds at 5 s, is muted, goes to the background, fails after a minute and a half.
  private func story() throws -> [UInt8] {
    var run = try TestRun()
    try run.play(duration: 600)
    try run.event(.starved(position: .seconds(5)), 6_000_000)
    try run.event(.buffered(until: .seconds(90), bytesRead: 2_000_000, isSaturated: true), 8_000_000)
    try run.event(.playbackStarted(position: .seconds(5), rate: .normal), 8_000_000)
    try run.input(.command(.setMuted(true), RequestID(2)), 9_000_000)
    try run.input(.environment(.enteredBackground(audioContinues: true)), 10_000_000)
    try run.input(.environment(.enteredForeground), 11_000_000)
    try run.define(.text(TextID(1), "gone \"away\""))
    try run.event(.failed(Failure(.notPermitted, detail: -13, text: TextID(1))), 93_000_000)
    return try run.finish()
  }

  @Test("Every recording yields reports that conform to the rules", arguments: recordings)
  func rules(_ name: String) throws {
    let bytes = try ExportTests.recording(name)
    #expect(try !reports(bytes).isEmpty)
    _ = try events(bytes)
  }

  @Test("CMCD: states, starvation, startup delay and errors of a session")
  func cmcd() throws {
    let reports = try reports(story())
    #expect(reports.filter { $0["e"] == "ps" }.map { $0["sta"] } == ["s", "p", "r", "p", "f"])
    #expect(reports.compactMap { $0["msd"] } == ["1000"])
    #expect(reports.compactMap { $0["bsd"] } == ["(2000)"])
    #expect(reports.last?["bsa"] == "(1)" && reports.last?["bsda"] == "(2000)")
    #expect(reports.filter { $0["e"] == "e" }.map { $0["ec"] } == ["(\"notPermitted -13\")"])
    #expect(reports.filter { $0["e"] == "b" }.map { $0["bg"] } == ["", "?0"])
    #expect(reports.count { $0["e"] == "m" } == 1)
    // Every half minute, at the playhead's position at that time.
    let beats = reports.filter { $0["e"] == "t" }
    #expect(beats.map { $0["ts"] } == ["1700000030000", "1700000060000", "1700000090000"])
    #expect(beats.map { $0["pt"] } == ["27000", "57000", "87000"])
    #expect(beats.map { $0["bl"] } == ["(63000;a)", "(33000;a)", "(3000;a)"])
  }

  @Test("CMCD: adverts are those that the option selects, and skips name their segment")
  func adverts() throws {
    var run = try TestRun()
    try run.segments(["Advert one", "Advert zwölf", "Talk", "Advert 3"], blocked: [3], at: 0)
    try run.play(duration: 50)
    try run.land(40, 31_200_000, playsAt: 31_300_000)
    var options = ExportOptions()
    options.advert = "advert"
    let reports = try reports(try run.finish(), options)
    let adverts = reports.filter { ["abs", "as", "ae", "abe", "sk"].contains($0["e"]) }
    #expect(adverts.map { $0["e"] } == ["abs", "as", "ae", "as", "ae", "abe", "sk"])
    #expect(
      adverts.compactMap { $0["tapedeck-value"] } == ["\"Advert one\"", "\"Advert zw%C3%B6lf\"", "\"Advert 3\""])
  }

  @Test("CMCD: a skip that was given up is none, and blocked media that is played is told", arguments: [true, false])
  func notSkipped(isSeekable: Bool) throws {
    var run = try TestRun()
    try run.segments(["Talk", "Advert"], blocked: [1], at: 0)
    try run.play(duration: 50, isSeekable: isSeekable)
    try run.input(.command(.stop, RequestID(2)), 11_100_000)
    let reports = try reports(try run.finish())
    #expect(!reports.contains { $0["e"] == "sk" })
    let played = reports.filter { $0["cen"] == "\"blockedPlaying\"" }
    #expect(played.map { $0["tapedeck-value"] } == (isSeekable ? [] : ["\"Advert\""]))
  }

  @Test("Monitoring: a session from its start to the failure, with a heartbeat every half minute")
  func monitoring() throws {
    let events = try events(story())
    let names = events.compactMap { $0["event_name"] as? String }
    #expect(names == ["START", "HEARTBEAT", "HEARTBEAT", "HEARTBEAT", "HEARTBEAT", "ERROR"])
    let data = events.compactMap { $0["data"] as? [String: Any] }
    #expect((data[0]["media"] as? [String: Any])?["asset_url"] as? String == "https://example.org/a%20b/show.m3u8")
    let last = data[4]
    #expect(last["playback_duration"] as? Int == 87_400 && last["position"] as? Int == 87_400)
    let stall = try #require(last["stall"] as? [String: Int])
    #expect(stall == ["count": 1, "duration": 2_000])
    #expect(data[5]["severity"] as? String == "Fatal" && data[5]["message"] as? String == "gone \"away\"")
  }

  @Test("Neither format contains more of an address than what is played")
  func addresses() throws {
    let bytes = try story()
    for format in [ExportFormat.cmcd, .pillarbox] {
      let text = try ExportTests.text(bytes, format)
      #expect(!text.contains("pw") && !text.contains("key=1"))
    }
  }

  @Test("Dates are as requested, and sessions have the same names each time")
  func choices() throws {
    var options = ExportOptions()
    options.start = 1_000_000_000_000_000
    options.content = "episode-\"12\""
    options.session = "37b18444-76b6-4159-8539-d48ea5ecbc86"
    let report = try #require(try reports(story(), options).first)
    #expect(report["ts"] == "1000000000000" && report["cid"] == "\"episode-\\\"12\\\"\"")
    #expect(report["sid"] == "\"37b18444-76b6-4159-8539-d48ea5ecbc86\"")
    #expect(try reports(story()).first?["sid"] == reports(story()).last?["sid"])
  }
}
