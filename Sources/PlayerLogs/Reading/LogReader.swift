import PlayerCore

/// An observation about a player in a log, in the terms of the field. Times are media time in microseconds.
public enum LogObservation: Hashable, Sendable {
  /// Media was requested; its address or name, empty if the log does not contain it.
  case opened(String)
  /// The media is known: it no longer delays playback.
  case prepared
  /// Playback is wanted, or not.
  case intent(Bool)
  /// The player reports whether the playhead moves or rests.
  case playing(Bool)
  /// The player waits for data, or has enough again.
  case buffering(Bool)
  /// The position of the playhead.
  case position(Int64)
  /// The end of the available data.
  case buffered(Int64)
  /// A seek begins; `nil` if the log does not contain its target.
  case seekBegan(Int64?)
  /// A seek has landed; `nil` if the log does not contain the position.
  case seekEnded(Int64?)
  /// The requested rate, in thousandths.
  case rate(Int64)
  /// The rendition changed; its name or number.
  case rendition(TrackKind, String)
  /// The size of the picture in pixels.
  case size(Int64, Int64)
  /// The duration of the media.
  case duration(Int64)
  /// A live stream, or media on demand.
  case live(Bool)
  /// The playhead moved elsewhere without a seek of the user.
  case jumped(from: Int64?, to: Int64)
  /// The playhead moves elsewhere as intended: to the next period, or past skipped silence.
  case moved(to: Int64)
  /// The first frame or the first sound is presented.
  case firstFrame(TrackKind)
  /// A problem occurred, and playback continues.
  case warned(Failure.Kind, String)
  /// Playback failed.
  case failed(Failure.Kind, String)
  /// A failed request or opening is retried.
  case retried
  /// The end of the media was reached.
  case ended
  /// The player released its media.
  case closed
  /// A throughput in bits per second, measured or estimated.
  case bandwidth(Int64)
  /// Something else holds playback: a call, the loss of audio focus.
  case interrupted(Bool)
  /// The sound is off, or on.
  case muted(Bool)
  /// This many frames were dropped since the last such report.
  case framesDropped(Int64)
  /// The sound broke off, or its timestamps jumped.
  case audioGap
  /// The distance between sound and picture, in microseconds. Either it was measured, or it is a gap that may cause it.
  case drift(by: Int64, isMeasured: Bool)
  /// The picture has no frames to show, or has frames again.
  case picture(isMissing: Bool)
  /// A piece of the media was requested; its name or address.
  case requested(String)
}

/// What became of a line.
public enum LineVerdict: Sendable {
  /// Understood: it contains information about the player.
  case understood
  /// A line of the format without relevant information.
  case noise
  /// A line that is not recognized.
  case unknown
}

/// A reader's report about a line.
public struct LineReport: Sendable {
  /// What was observed, in order.
  var observations: [LogObservation] = []
  /// The line's time in microseconds, from any origin; `nil` for a line without one.
  var time: Int64?
  /// Whether ``time`` counts from 1970.
  var isDate = false
  /// The player that the line is about, if a log contains several at a time.
  var player = ""
  /// Whether another player begins with this line.
  var beginsSession = false
  /// Whether the player ends with this line.
  var endsSession = false
  /// The player's name for itself.
  var engine = ""

  mutating func add(_ observation: LogObservation) { observations.append(observation) }
}

/// Reads the lines of a log of one format.
///
/// A reader stores little between lines, and nothing that grows with the log. It never guesses: it returns
/// ``LineVerdict/unknown`` for lines that it does not recognize.
protocol LogReader {
  /// The format of the log.
  static var format: LogFormat { get }
  init()

  /// The certainty that a line has this format: 0 for a line that any log may contain, 10 for one that no other log
  /// contains.
  static func likeness(_ line: LogText) -> Int

  /// Reads a line.
  mutating func read(_ line: LogText, into report: inout LineReport) -> LineVerdict

  /// What is still to report when the log is over.
  func finish() -> [LineReport]

  /// Whether the player reports when its playhead moves. Otherwise it moves when playback is wanted and not hindered.
  static var reportsPlaying: Bool { get }
  /// Whether the log reports when playback is wanted. Otherwise it is wanted as soon as media is requested.
  static var reportsIntent: Bool { get }
  /// Whether that is only an assumption: the player can be paused without an entry in its log.
  static var assumesIntent: Bool { get }
}

extension LogReader {
  static var assumesIntent: Bool { false }
  func finish() -> [LineReport] { [] }
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
