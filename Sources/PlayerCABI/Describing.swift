// The headers define the names and the documentation of what C calls.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CTapeDeck
import PlayerCore

@c @implementation
public func td_type_json(_ length: UnsafeMutablePointer<Int>!) -> UnsafePointer<CChar>! {
  length?.pointee = typeDescription.utf8CodeUnitCount
  return cString(typeDescription)
}

@c @implementation
public func td_name(_ family: UInt32, _ number: Int64, _ name: UnsafeMutablePointer<td_text>!) -> td_result {
  guard let name else { return td_result(TD_ERROR_NULL) }
  name.pointee = td_text()
  guard number >= 0, number < 65_536, let found = found(Int(family), number), let start = found.baseAddress,
    found.count > 0
  else { return td_result(TD_ERROR_VALUE) }
  name.pointee = td_text(bytes: UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), length: found.count)
  return .ok
}

private func found(_ family: Int, _ number: Int64) -> UnsafeBufferPointer<UInt8>? {
  switch family {
  case TD_NAMES_INPUTS: return Vocabulary.input(UInt16(truncatingIfNeeded: number)).map { Words($0)[0] }
  case TD_NAMES_OUTPUTS: return Vocabulary.output(UInt16(truncatingIfNeeded: number)).map { Words($0)[0] }
  default:
    let index = family - TD_NAMES_ENUMERATIONS
    guard index >= 0, let (_, cases) = Vocabulary.enumeration(index) else { return nil }
    let word = Words(cases)[Int(number)]
    // A dash marks a number that is not in use.
    return word.count == 1 && word[0] == 45 ? nil : word
  }
}
