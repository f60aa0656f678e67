// The headers define the names and the documentation of what C calls.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CTapeDeck
import CTapeDeckMemory
import PlayerCore

extension Player {
  /// What changing its lists may need.
  var listRoom: Int { (segmentCount + stagedSegmentCount) * Room.segment + observerCount * Room.observer }
}

extension Handle {
  /// How much memory an input needs before it is taken. Changes nothing; without `mutating` the handle would be copied.
  @inline(__always)
  fileprivate mutating func room(for code: UInt16) -> Int {
    let step = isRecorded ? Room.recordedStep : Room.step
    switch code {
    case Vocabulary.InputCode.stageSegment...Vocabulary.InputCode.set: return step + player.listRoom
    // The end of media, and what is known about its dates, determine where dated segments lie.
    default: return player.hasDatedSegments ? step + player.listRoom : step
    }
  }

  /// Takes one input, whose memory is already reserved.
  @inline(__always)
  fileprivate mutating func take(_ input: Input, at instant: Int64) {
    player.receive(input, at: .microseconds(instant), into: &outputs)
    hasBegun = true
    record(input, at: .microseconds(instant))
  }
}

@inline(__always)
private func receive(_ handle: HandlePointer, _ record: UnsafePointer<td_message>) -> td_result {
  guard let input = td_message.input(record) else {
    return handle.fail(TD_ERROR_VALUE) { $0.explain(record.pointee) }
  }
  if handle.pointee.isBusy { return handle.failForCallback() }
  let room = handle.pointee.room(for: record.pointee.code)
  guard td_heap_reserve(handle.pointee.heap, room) != 0 else { return handle.failForMemory(room) }
  let before = td_heap_enter(handle.pointee.heap)
  handle.pointee.isBusy = true
  handle.pointee.take(input, at: record.pointee.time)
  handle.pointee.isBusy = false
  td_heap_leave(before)
  if room > 4 * Room.recordedStep { td_heap_trim(handle.pointee.heap, Room.step) }
  return .ok
}

extension Handle {
  @inline(__always)
  fileprivate mutating func write(_ input: UInt32, to target: UnsafeMutablePointer<td_message>) {
    let clock = player.clock
    for index in 0..<outputs.count { td_message.write(outputs[index], at: clock, input: input, to: target + index) }
  }
}

@c @implementation
public func td_receive(
  _ player: OpaquePointer!, _ input: UnsafePointer<td_message>!, _ outputs: UnsafeMutablePointer<td_message>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> td_result {
  count?.pointee = 0
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard let input else { return handle.fail(TD_ERROR_NULL) { $0.put("input is null") } }
  guard outputs != nil || capacity == 0 else { return handle.failForNull("outputs", capacity) }
  let result = receive(handle, input)
  guard result == .ok else { return result }
  return give(handle, outputs, capacity, count)
}

extension HandlePointer {
  fileprivate func failForRoom(_ capacity: Int) -> td_result {
    fail(TD_ERROR_SPACE) {
      $0.put("capacity is ")
      $0.putSize(capacity)
      $0.put("; expected at least TD_OUTPUTS_MAX, or no outputs")
    }
  }
}

/// The outputs of the last input.
@inline(__always)
private func give(
  _ handle: HandlePointer, _ outputs: UnsafeMutablePointer<td_message>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> td_result {
  let found = handle.pointee.outputs.count
  count?.pointee = found
  guard let outputs, found > 0 else { return .ok }
  guard UInt(bitPattern: found) <= UInt(bitPattern: capacity) else {
    return handle.fail(TD_ERROR_SPACE) {
      $0.put("there are ")
      $0.put(Int64(found))
      $0.put(" outputs, and room for ")
      $0.putSize(capacity)
    }
  }
  handle.pointee.write(0, to: outputs)
  return .ok
}

@c @implementation
public func td_outputs(
  _ player: OpaquePointer!, _ outputs: UnsafeMutablePointer<td_message>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> td_result {
  count?.pointee = 0
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard outputs != nil || capacity == 0 else { return handle.failForNull("outputs", capacity) }
  return give(handle, outputs, capacity, count)
}

@c @implementation
public func td_receive_many(
  _ player: OpaquePointer!, _ inputs: UnsafePointer<td_message>!, _ inputCount: Int,
  _ taken: UnsafeMutablePointer<Int>!, _ outputs: UnsafeMutablePointer<td_message>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> td_result {
  count?.pointee = 0
  taken?.pointee = 0
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard let taken, inputs != nil || inputCount == 0, outputs != nil || capacity == 0 else {
    return handle.fail(TD_ERROR_NULL) { $0.put("one of inputs, taken and outputs is null") }
  }
  var written = 0
  var result = td_result.ok
  for index in 0..<max(0, inputCount) {
    let room = UInt(bitPattern: capacity) &- UInt(bitPattern: written)
    if outputs != nil, room < UInt(Outputs.maximumPerInput) {
      // A caller that repeats the call until all inputs are taken would never finish.
      if index == 0 { result = handle.failForRoom(capacity) }
      break
    }
    result = receive(handle, inputs + index)
    guard result == .ok else { break }
    taken.pointee = index + 1
    guard let outputs else { continue }
    handle.pointee.write(UInt32(truncatingIfNeeded: index), to: outputs + written)
    written &+= handle.pointee.outputs.count
  }
  count?.pointee = written
  return result
}
