import PlayerCore

/// A message that a step writer can write.
protocol MessageSource {
  var message: WireMessage { get }
}

extension Output: MessageSource {}

extension WireMessage: MessageSource {
  var message: WireMessage { self }
}

// What the encoders need from a header, in the header's own vocabulary if that differs from this build's.
extension TraceHeader {
  #if TRACE_ENCODER
  /// The state of a new player with these settings.
  var freshState: [Int64] { Player(configuration: configuration).stateValues }
  var fieldTable: FieldTable { .shared }
  /// The lines in which the vocabulary differs from that of version 1.
  var changes: String { VocabularyChanges.lines }
  #else
  var freshState: [Int64] { origin.map { $0.vocabulary.freshState(settings: $0.settings) } ?? ownFreshState }
  private var ownFreshState: [Int64] { Player(configuration: configuration).stateValues }
  var fieldTable: FieldTable { origin?.vocabulary.fields ?? .shared }
  var changes: String { origin?.vocabulary.changes.joined(separator: "\n") ?? VocabularyChanges.lines }
  #endif

  /// Numbers and values of the settings that are not at their default.
  var changedSettings: [(number: UInt8, value: Int64)] {
    #if !TRACE_ENCODER
    if let origin {
      return zip(origin.vocabulary.settings, origin.settings).filter { $0.standard != $1 }.map { ($0.number, $1) }
    }
    #endif
    return Setting.allCases.filter { configuration[$0] != $0.specification.standard }
      .map { ($0.rawValue, configuration[$0]) }
  }
}
