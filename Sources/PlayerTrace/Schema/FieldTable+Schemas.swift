extension FieldTable {
  /// The fields of another vocabulary than this build's.
  init(_ inputs: [MessageSchema?], _ outputs: [MessageSchema?]) {
    self.init(empty: ())
    for schema in inputs + outputs {
      starts.append(types.count)
      for field in schema?.fields ?? [] {
        types.append(field.typeNumber)
        typeCount = max(typeCount, field.typeNumber + 1)
      }
    }
    starts.append(types.count)
  }
}
