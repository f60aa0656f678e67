import ArgumentParser
import EngineContract
import PlayerCore

/// Media on the command line.
enum CertifiedMedia {
  /// `source:seconds`; the source may contain colons, too.
  static func timed(_ text: String, _ option: String, _ outcome: ContractMedia.Outcome, stalls: Bool = false) throws
    -> ContractMedia
  {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let seconds = Double(text[text.index(after: colon)...]), seconds > 0, seconds <= 1_000_000
    else {
      throw ValidationError("\(option) \(text): expected a source, a colon and its length in seconds, as clip.mp4:10.")
    }
    return ContractMedia(
      String(text[..<colon]), lasts: .microseconds(Int64(seconds * 1_000_000)), outcome: outcome, stalls: stalls)
  }
}
