/// How a field of the state enters the canonical form, if it does not enter unchanged.
///
/// Names are properties of its machine, unless they begin with ``player`` or ``Machine/observable``.
struct CanonicalTreatment {
  enum Form {
    /// Its value.
    case value
    /// This property instead of its value; the written value is read into the field.
    case normal(String)
    /// This property instead of the field, for writing and reading.
    case through(String)
    /// Nothing. In a restored player the field has this value, in Swift syntax, or otherwise the type's placeholder.
    case leftOut(restored: String?)
  }

  var form = Form.value
  /// The property that decides whether the field counts. `nil`: always.
  var condition: String?
  /// Its value otherwise, in Swift syntax. `nil`: 0.
  var otherwise: String?
  /// Whether other code reads and writes it in the canonical form.
  var isReadable = false
  var reason: String
  var line: Int

  /// The prefix of a property of the player.
  static let player = "player."

  var isLeftOut: Bool {
    if case .leftOut = form { true } else { false }
  }
}
