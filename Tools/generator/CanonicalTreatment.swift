/// How a field of the state enters the canonical form, where it does not enter as it is.
///
/// Names are properties of its machine, unless they begin with ``player`` or ``Machine/observable``.
struct CanonicalTreatment {
  enum Form {
    /// Its value.
    case value
    /// This property in place of its value; what was written is read into the field.
    case normal(String)
    /// This property in place of the field, written and read.
    case through(String)
    /// Nothing. A restored player has this in it, in Swift's syntax, or without it the type's placeholder.
    case leftOut(restored: String?)
  }

  var form = Form.value
  /// The property that decides when the field counts. `nil`: always.
  var condition: String?
  /// What it is otherwise, in Swift's syntax. `nil`: 0.
  var otherwise: String?
  /// Whether others read and write it in the canonical form.
  var isReadable = false
  var reason: String
  var line: Int

  /// Begins the name of a property of the player.
  static let player = "player."

  var isLeftOut: Bool {
    if case .leftOut = form { true } else { false }
  }
}
