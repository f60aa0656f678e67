// What C calls has its names and documentation from the headers.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CTapeDeck
import CTapeDeckTrace
import CTapeDeckTraceMemory
import PlayerTrace

@c @implementation
public func td_trace_open(
  _ bytes: UnsafeRawPointer!, _ count: Int, _ options: UnsafePointer<td_trace_options>!,
  _ trace: UnsafeMutablePointer<OpaquePointer?>!
) -> td_result {
  guard let trace else { return td_result(TD_ERROR_NULL) }
  trace.pointee = nil
  if let options, options.pointee.size < MemoryLayout<td_trace_options>.size {  // The size in version 0.1.
    return td_result(TD_ERROR_SIZE)
  }
  var opening = Opening(UnsafeRawBufferPointer(start: bytes, count: max(0, count)), options?.pointee)
  var text = ErrorText()
  let wrong = misuse(bytes, count, options?.pointee, &text)
  // Even if nothing is wrong: the text is then empty.
  text.copy(to: opening.message, opening.messageSize)
  if let wrong { return wrong }
  guard let heap = td_trace_heap_create(opening.allocate, opening.release, opening.allocator) else {
    return opening.failForMemory()
  }
  let isDone = withUnsafeMutablePointer(to: &opening) { opening in
    opening.pointee.heap = heap
    return td_trace_heap_run(
      heap, { $0?.assumingMemoryBound(to: Opening.self).pointee.open() }, UnsafeMutableRawPointer(opening)) != 0
  }
  guard isDone, let handle = opening.handle else {
    td_trace_heap_destroy(heap)
    return isDone ? opening.result : opening.failForMemory()
  }
  trace.pointee = OpaquePointer(handle)
  return .ok
}

@c @implementation
public func td_trace_close(_ trace: OpaquePointer!) {
  // A trace in use is not destroyed: it may have been interrupted in the middle of an operation.
  if let handle = HandlePointer(trace), !handle.pointee.isBusy { td_trace_heap_destroy(handle.pointee.heap) }
}

private func misuse(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ options: td_trace_options?, _ text: inout ErrorText
) -> td_result? {
  if let options {
    guard Version.serves(options.abi, options.vocabulary, &text) else { return td_result(TD_ERROR_VERSION) }
    if (options.allocate == nil) != (options.release == nil) {
      text.put("allocate and release: expected both or neither")
      return td_result(TD_ERROR_VALUE)
    }
  }
  if bytes == nil, count != 0 {
    text.put("bytes is null, and count is ")
    text.putSize(count)
    return td_result(TD_ERROR_NULL)
  }
  if count < 0 {
    text.put("count is ")
    text.putSize(count)
    text.put(", which is more than memory can hold")
    return td_result(TD_ERROR_SIZE)
  }
  return nil
}

/// A trace that is being opened. It owns nothing, because nothing would free it when memory runs out.
private struct Opening {
  let bytes: UnsafeRawBufferPointer
  let name: UnsafePointer<CChar>?
  let allocate: td_allocate?
  let release: td_release?
  let allocator: UnsafeMutableRawPointer?
  let message: UnsafeMutablePointer<CChar>?
  let messageSize: Int
  var heap: OpaquePointer?
  var handle: HandlePointer?
  var result = td_result.ok

  init(_ bytes: UnsafeRawBufferPointer, _ options: td_trace_options?) {
    self.bytes = bytes
    name = options?.name
    allocate = options?.allocate
    release = options?.release
    allocator = options?.allocator
    message = options?.message
    messageSize = options?.message_size ?? 0
  }

  mutating func open() {
    guard let heap else { return }
    let name = name.map(Self.text) ?? "trace"
    do throws(TraceError) {
      let opened = try Handle(TraceMemory(bytes, name: name), in: heap)
      let place = HandlePointer.allocate(capacity: 1)
      place.initialize(to: opened)
      handle = place
    } catch {
      result = error.result
      copy(Array(error.reason.utf8))
    }
  }

  /// A zero-terminated text, cut at the maximum length of a path. Invalid UTF-8 is replaced.
  private static func text(_ start: UnsafePointer<CChar>) -> String {
    var count = 0
    while count < 4_096, start[count] != 0 { count += 1 }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Copies a sentence to the program's buffer, as many whole characters as fit.
  private func copy(_ sentence: [UInt8]) {
    guard let message, messageSize > 0 else { return }
    var length = min(sentence.count, messageSize - 1)
    while length > 0, length < sentence.count, sentence[length] & 0xC0 == 0x80 { length -= 1 }
    for index in 0..<length { message[index] = CChar(bitPattern: sentence[index]) }
    message[length] = 0
  }

  func failForMemory() -> td_result {
    var text = ErrorText()
    text.put("there is not enough memory to open the trace")
    text.copy(to: message, messageSize)
    return td_result(TD_ERROR_MEMORY)
  }
}
