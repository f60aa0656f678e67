import Foundation
import PlayerCore
import PlayerSimulation
import PlayerTrace

/// Plays every given network in every given quality.
struct SabreRun {
  private let options: SabreOptions
  private let json: Bool

  init(_ options: SabreOptions, json: Bool) {
    self.options = options
    self.json = json
  }

  /// Returns the worst outcome.
  func run(into output: DataStream) throws -> Exit {
    let media: SabreMedia
    do { media = try SabreMedia(path: options.media ?? "") } catch {
      return Self.report(error, options.media ?? "", wanted: .simulatedMedia)
    }
    if let quality = options.quality.first(where: { !media.qualities.contains($0) }) {
      Talk.error(
        """
        \(Printable.text(options.media ?? "")): it has no quality \(quality): expected a number from 0 to \
        \(media.qualities.upperBound - 1). Give --quality in this range
        """)
      return .usage
    }
    var worst = Exit.ok
    for path in options.network {
      do {
        worst = worst.worse(try play(media, over: NetworkProfile(path: path), path, into: output))
      } catch let error as SimulationFileError {
        worst = worst.worse(Self.report(error, path, wanted: .network))
      }
      try output.flush()
    }
    return worst
  }

  private func play(
    _ media: SabreMedia, over network: NetworkProfile, _ path: String, into output: DataStream
  ) throws -> Exit {
    guard let scaled = network.scaled(byThousandths: options.scale.thousandths) else {
      Talk.error(
        "\(Printable.text(path)): \(options.scale) times its rates is more than 1 Tbit/s. Give a smaller --scale")
      return .usage
    }
    let begun = scaled.begun(after: options.offset)
    var exit = Exit.ok
    for quality in options.quality {
      let session = SabreSession(media: media, quality: quality, network: begun, bufferCap: options.cap)
      guard let result = session.flatMap(result) else {
        Talk.error(
          """
          \(Printable.text(path)): quality \(quality): the session has no end, because the network never delivers all \
          segments. Give a network with a period of more than 0 kbit/s
          """)
        exit = .differs
        continue
      }
      try output.line(line(result, path, quality))
    }
    return exit
  }

  /// As SABRE plays it, or as the player does.
  private func result(_ session: SabreSession) -> SabreSession.Result? {
    guard options.player else { return session.run() }
    var world = SabreWorld(session)
    let result = world.run()
    return result.play.map { SabreSession.Result(events: result.events, rebuffer: result.rebuffer, play: $0) }
  }

  private func line(_ result: SabreSession.Result, _ path: String, _ quality: Int) throws -> String {
    let isOneOfSeveral = options.network.count > 1 || options.quality.count > 1
    if json {
      return try JSONLine.text(
        SabreJSON(result, network: isOneOfSeveral ? path : nil, quality: isOneOfSeveral ? quality : nil))
    }
    let name = isOneOfSeveral ? "\(Printable.text(path)), quality \(quality): " : ""
    return name + "\(NumberText.counted(Int64(result.events), "rebuffer event")), "
      + "\(TraceTime.span(result.rebuffer)) of rebuffering, \(TraceTime.span(result.play)) in all"
  }

  private static func report(_ error: SimulationFileError, _ path: String, wanted: FileKind) -> Exit {
    let wrong = FileHint.report(for: path, wanted: wanted)
    switch error {
    case .system(_, _, let code, _):
      let advice = code == EACCES ? "Check the permissions" : "Check the path"
      Talk.error(wrong ?? ErrorReport("\(error). \(advice)", kind: "system", file: path))
      return .usage
    case .damaged(let damage):
      var report = ErrorReport("\(error)", kind: "damaged", file: path, hint: damage.advice)
      (report.line, report.offset) = (Int64(damage.line), Int64(damage.offset))
      (report.expected, report.found) = (damage.expected, damage.found)
      Talk.error(wrong ?? report)
      return .damaged
    }
  }
}

/// The outcome of a session, as JSON. Times are microseconds.
private struct SabreJSON: Encodable {
  var events: Int
  var rebuffer: Int64
  var play: Int64
  var network: String?
  var quality: Int?

  enum CodingKeys: String, CodingKey {
    case events, network, quality
    case rebuffer = "rebuffer_us"
    case play = "play_us"
  }

  init(_ result: SabreSession.Result, network: String?, quality: Int?) {
    events = result.events
    rebuffer = result.rebuffer.microseconds
    play = result.play.microseconds
    (self.network, self.quality) = (network, quality)
  }
}
