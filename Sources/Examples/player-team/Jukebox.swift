/// The player of a team that does not use TapeDeck's reducer: a toy with its own clock and a log.
struct Jukebox: Sendable {
  enum Button: Hashable, Sendable, Codable {
    case play
    case pause
    case seek(milliseconds: Int64)
  }

  let duration: Int64
  private(set) var position: Int64 = 0
  private(set) var isPlaying = false
  private(set) var now: Int64 = 0
  /// One line for each event, in the JSON Lines form that `tapedeck import` reads: the whole adapter to the kit.
  private(set) var log: [String] = []
  /// A mistake that the tests must find.
  var playsAfterSeek = false

  init(milliseconds: Int64) {
    duration = milliseconds
    write("open", #""source":"a record","engine":"jukebox 1""#)
    write("ready", #""duration":\#(seconds(duration))"#)
  }

  mutating func press(_ button: Button) {
    switch button {
    case .play:
      if position == duration { jump(to: 0) }
      write("play")
      start()
    case .pause:
      isPlaying = false
      write("pause")
    case .seek(let target):
      jump(to: min(duration, max(0, target)))
      if isPlaying || playsAfterSeek { start() }
    }
  }

  mutating func pass(milliseconds: Int64) {
    let end = now + milliseconds
    if isPlaying, position + milliseconds >= duration {
      now += duration - position
      position = duration
      isPlaying = false
      // At the end, playback is no longer wanted. Without this line, the jukebox rests after a seek back, and a law of
      // the kit reports that playback is wanted and does not start.
      write("pause")
      write("ended")
    } else if isPlaying {
      position += milliseconds
    }
    now = end
    write("position")
  }

  private mutating func start() {
    guard position < duration else { return }
    isPlaying = true
    write("playing")
  }

  private mutating func jump(to target: Int64) {
    write("seek", #""target":\#(seconds(target))"#)
    position = target
    write("seeked")
  }

  private mutating func write(_ event: String, _ more: String = "") {
    let fields = [#""t":\#(now)"#, #""event":"\#(event)""#, #""position":\#(seconds(position))"#, more]
    log.append("{" + fields.filter { !$0.isEmpty }.joined(separator: ",") + "}")
  }

  private func seconds(_ milliseconds: Int64) -> String { "\(Double(milliseconds) / 1_000)" }
}
