/// Swift source for values whose type says no more than its cases and members.
enum SwiftCode {
  /// What Swift prints of a value is close to what makes it: a struct shows its memberwise initialiser, an enum its case
  /// without the dot.
  static func expression(_ value: some Any) -> String {
    let text = "\(value)"
    if value is Void { return "()" }
    if value is any StringProtocol { return String(reflecting: value) }
    return Mirror(reflecting: value).displayStyle == .enum ? "." + text : text
  }
}
