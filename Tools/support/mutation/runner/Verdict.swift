/// What became of a mutant.
struct Verdict: Encodable {
  var number: Int32
  /// Whether a session came to the place that is changed.
  var isReached = false
  /// Whether a golden trace would have noticed what no property did.
  var changesRecordings = false
  /// Of the session that caught it; not there when it survived.
  var discovery: Discovery?
  /// The first session in which the player returns something else, whether a property notices or not; only when asked for.
  var difference: Discovery?
  /// What each value of each setting did; only when asked for.
  var settings: [SettingEffects]?
  /// Steps taken in all, also in sessions that found nothing.
  var steps = 0

  struct Discovery: Encodable {
    var model: String
    var property: String
    var detail: String
    /// The number of the session, from 1.
    var session: Int
    var findMicroseconds: Int64
    var shrunk: Small?
  }

  struct Small: Encodable {
    var steps: Int
    var isMinimal: Bool
    var microseconds: Int64
    /// The setup and the steps in words.
    var script: [String]
  }

  enum CodingKeys: String, CodingKey {
    case number, isReached, changesRecordings, steps, difference, settings
    case discovery = "catch"
  }
}
