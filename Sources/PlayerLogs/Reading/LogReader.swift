import PlayerCore

/// Something that a log tells of a player, in the terms of the field. Times are media time in microseconds.
public enum LogObservation: Hashable, Sendable {
  /// Media was asked for; its address or name, empty when the log does not tell.
  case opened(String)
  /// The media is known: playback could begin as far as that goes.
  case prepared
  /// Playback is wanted, or not.
  case intent(Bool)
  /// The player reports that the playhead moves, or that it rests.
  case playing(Bool)
  /// The player waits for data, or has enough again.
  case buffering(Bool)
  /// Where the playhead was.
  case position(Int64)
  /// Up to where there is data.
  case buffered(Int64)
  /// A seek begins; `nil` when the log does not tell where it goes.
  case seekBegan(Int64?)
  /// A seek has landed; `nil` when the log does not tell where.
  case seekEnded(Int64?)
  /// The rate that was asked for, in thousandths.
  case rate(Int64)
  /// Another rendition is played; its name or number.
  case rendition(TrackKind, String)
  /// The size of the picture in pixels.
  case size(Int64, Int64)
  /// How long the media is.
  case duration(Int64)
  /// A live stream, or media on demand.
  case live(Bool)
  /// The playhead went elsewhere without a seek of the user.
  case jumped(from: Int64?, to: Int64)
  /// The playhead goes elsewhere as it should: the next period, silence that is skipped.
  case moved(to: Int64)
  /// The first frame or the first sound is presented.
  case firstFrame(TrackKind)
  /// Something went wrong and playback goes on.
  case warned(Failure.Kind, String)
  /// Playback is over because of this.
  case failed(Failure.Kind, String)
  /// A failed request or opening is tried again.
  case retried
  /// The end of the media was reached.
  case ended
  /// The player let go of its media.
  case closed
  /// A throughput in bits per second, measured or estimated.
  case bandwidth(Int64)
  /// Something else holds playback: a call, the loss of audio focus.
  case interrupted(Bool)
  /// The sound is off, or on.
  case muted(Bool)
  /// So many frames were dropped since this was last told.
  case framesDropped(Int64)
  /// The sound broke off, or its timestamps jumped.
  case audioGap
  /// Sound and picture are so many microseconds apart. Either that was measured, or it is a gap that may cause it.
  case drift(by: Int64, isMeasured: Bool)
  /// The picture has no frames to show, or has them again.
  case picture(isMissing: Bool)
  /// A piece of the media was requested; its name or address.
  case requested(String)
}

/// What became of a line.
public enum LineVerdict: Sendable {
  /// It was understood: it tells something of the player.
  case understood
  /// It is a line as the format has them, which tells nothing that is looked for.
  case noise
  /// Nothing is known of it.
  case unknown
}

/// What a reader tells of a line.
public struct LineReport: Sendable {
  /// What was observed, in order.
  var observations: [LogObservation] = []
  /// The line's time in microseconds since anything; `nil` for a line without one.
  var time: Int64?
  /// Whether ``time`` counts from 1970.
  var isDate = false
  /// Which player the line is about, when a log holds several at a time.
  var player = ""
  /// Whether another player begins with this line.
  var beginsSession = false
  /// Whether the player ends with this line.
  var endsSession = false
  /// What the player calls itself.
  var engine = ""

  mutating func add(_ observation: LogObservation) { observations.append(observation) }
}

/// Reads the lines of a log of one format.
///
/// A reader keeps little between lines, and nothing that grows with the log. It never guesses: what it does not know it
/// returns as ``LineVerdict/unknown``.
protocol LogReader {
  /// What the format is.
  static var format: LogFormat { get }
  init()

  /// How surely a line is one of this format: 0 for a line that any log could have, 10 for one that no other has.
  static func likeness(_ line: LogText) -> Int

  /// Reads a line.
  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict

  /// Whether the player tells by itself when its playhead moves. Else it moves when it is wanted and not hindered.
  static var reportsPlaying: Bool { get }
  /// Whether the log tells when playback is wanted. Else it is, from the moment at which media is asked for.
  static var reportsIntent: Bool { get }
  /// Whether that is no more than an assumption: the player can be paused without a word in its log.
  static var assumesIntent: Bool { get }
}

extension LogReader {
  static var assumesIntent: Bool { false }
}

/// The formats of logs.
public enum LogFormat: String, CaseIterable, Sendable {
  case jsonl
  case hls
  case media3
  case mpv
  case gstreamer
  case chromium

  /// What it is, for people.
  public var title: String {
    switch self {
    case .jsonl: "JSON Lines"
    case .hls: "hls.js debug log"
    case .media3: "ExoPlayer or Media3 EventLogger"
    case .mpv: "mpv log file"
    case .gstreamer: "GStreamer debug log"
    case .chromium: "Chromium media log"
    }
  }

  var reader: any LogReader.Type {
    switch self {
    case .jsonl: JSONLinesLog.self
    case .hls: HLSLog.self
    case .media3: EventLoggerLog.self
    case .mpv: MPVLog.self
    case .gstreamer: GStreamerLog.self
    case .chromium: ChromiumLog.self
    }
  }
}
