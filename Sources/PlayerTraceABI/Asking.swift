// What C calls has its names and documentation from the headers.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CTapeDeck
import CTapeDeckTrace
import PlayerTrace

@c @implementation
public func td_trace_header(_ trace: OpaquePointer!, _ json: UnsafeMutablePointer<td_text>!) -> td_result {
  json?.pointee = td_text()
  guard let handle = HandlePointer(trace) else { return td_result(TD_ERROR_NULL) }
  if let hindrance = handle.hindrance { return hindrance }
  guard let json else { return handle.fail(TD_ERROR_NULL, Misuse.json) }
  json.pointee = td_text(handle.pointee.header)
  return .ok
}

@c @implementation
public func td_trace_next(_ trace: OpaquePointer!, _ lines: UnsafeMutablePointer<td_text>!) -> td_result {
  lines?.pointee = td_text()
  guard let handle = HandlePointer(trace) else { return td_result(TD_ERROR_NULL) }
  if let hindrance = handle.hindrance { return hindrance }
  guard let lines else { return handle.fail(TD_ERROR_NULL, Misuse.lines) }
  return handle.run(.next(lines))
}

@c @implementation
public func td_trace_rewind(_ trace: OpaquePointer!) -> td_result {
  guard let handle = HandlePointer(trace) else { return td_result(TD_ERROR_NULL) }
  return handle.run(.rewind)
}

@c @implementation
public func td_trace_messages(
  _ trace: OpaquePointer!, _ messages: UnsafeMutablePointer<td_message>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> td_result {
  count?.pointee = 0
  guard let handle = HandlePointer(trace) else { return td_result(TD_ERROR_NULL) }
  if let hindrance = handle.hindrance { return hindrance }
  guard let count else { return handle.fail(TD_ERROR_NULL, Misuse.count) }
  guard messages != nil || capacity == 0 else { return handle.fail(TD_ERROR_NULL, Misuse.messages) }
  return handle.run(.messages(messages, capacity, count))
}

@c @implementation
public func td_trace_replay(_ trace: OpaquePointer!, _ json: UnsafeMutablePointer<td_text>!) -> td_result {
  json?.pointee = td_text()
  guard let handle = HandlePointer(trace) else { return td_result(TD_ERROR_NULL) }
  if let hindrance = handle.hindrance { return hindrance }
  guard let json else { return handle.fail(TD_ERROR_NULL, Misuse.json) }
  return handle.run(.replay(json))
}

@c @implementation
public func td_trace_explain(
  _ trace: OpaquePointer!, _ step: Int64, _ json: UnsafeMutablePointer<td_text>!
) -> td_result {
  json?.pointee = td_text()
  guard let handle = HandlePointer(trace) else { return td_result(TD_ERROR_NULL) }
  if let hindrance = handle.hindrance { return hindrance }
  guard let json else { return handle.fail(TD_ERROR_NULL, Misuse.json) }
  return handle.run(.explain(step < 1 ? nil : step, json))
}

@c @implementation
public func td_trace_diff(
  _ a: OpaquePointer!, _ b: OpaquePointer!, _ json: UnsafeMutablePointer<td_text>!
) -> td_result {
  json?.pointee = td_text()
  guard let handle = HandlePointer(a) else { return td_result(TD_ERROR_NULL) }
  if let hindrance = handle.hindrance { return hindrance }
  guard let other = HandlePointer(b) else { return handle.fail(TD_ERROR_NULL, Misuse.other) }
  if other.pointee.isSpent { return handle.fail(TD_ERROR_STATE, Misuse.spentOther) }
  guard let json else { return handle.fail(TD_ERROR_NULL, Misuse.json) }
  return handle.run(.diff(other, json))
}

@c @implementation
public func td_trace_check(
  _ trace: OpaquePointer!, _ allowed: UnsafePointer<CChar>!, _ limit: Int, _ json: UnsafeMutablePointer<td_text>!
) -> td_result {
  json?.pointee = td_text()
  guard let handle = HandlePointer(trace) else { return td_result(TD_ERROR_NULL) }
  if let hindrance = handle.hindrance { return hindrance }
  guard let json else { return handle.fail(TD_ERROR_NULL, Misuse.json) }
  return handle.run(.check(allowed, limit: limit < 0 ? .max : limit, json))
}

@c @implementation
public func td_trace_convert(
  _ trace: OpaquePointer!, _ form: Int32, _ bytes: UnsafeMutablePointer<td_text>!
) -> td_result {
  bytes?.pointee = td_text()
  guard let handle = HandlePointer(trace) else { return td_result(TD_ERROR_NULL) }
  if let hindrance = handle.hindrance { return hindrance }
  guard let bytes else { return handle.fail(TD_ERROR_NULL, Misuse.bytes) }
  switch form {
  case TD_TRACE_TEXT: return handle.run(.convert(.text, bytes))
  case TD_TRACE_BINARY: return handle.run(.convert(.binary, bytes))
  default: return handle.fail(TD_ERROR_VALUE, Misuse.form)
  }
}

@c @implementation
public func td_trace_error(_ trace: OpaquePointer!, _ json: UnsafeMutablePointer<td_text>!) -> td_result {
  json?.pointee = td_text()
  guard let handle = HandlePointer(trace), let json else { return td_result(TD_ERROR_NULL) }
  if handle.pointee.isSpent {
    json.pointee = td_text(Misuse.memory)
    return .ok
  }
  switch handle.pointee.problem {
  case .none: json.pointee = td_text(Misuse.none)
  case .fixed(let text): json.pointee = td_text(text)
  case .found(let bytes): json.pointee = td_text(bytes)
  }
  return .ok
}
