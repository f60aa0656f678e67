/// One message of a vocabulary: its name and its fields in order.
struct MessageSchema: Sendable {
  struct Field: Sendable {
    var name: String
    var utf8: [UInt8]
    /// The word after the colon in the line.
    var typeName: String
    var type: FieldType
    /// The same number for all fields with the same `typeName`.
    var typeNumber: Int
  }

  var code: UInt16
  var name: String
  var fields: [Field]
}
