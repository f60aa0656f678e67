// The headers define the names and the documentation of what C calls.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CTapeDeck
import CTapeDeckMemory
import PlayerCore

enum Room {
  /// What one input may need beyond existing memory, without lists.
  static var step: Int { 4 << 10 }
  /// The same while it is recorded: a checkpoint writes the whole state.
  static var recordedStep: Int { 64 << 10 }
  /// What starting a recording needs: twice the buffer, and the fresh state.
  static var recording: Int { 256 << 10 }
  /// What creating a player needs: the handle, its machines, its settings, and the lists of outputs.
  static var player: Int { 12 << 10 }
  /// For each segment and each observer, what changing their lists needs.
  static var segment: Int { 640 }
  static var observer: Int { 160 }
}

@c @implementation
public func td_size(_ records: Int32) -> Int {
  // Enough to create with as much again in reserve, to play, and to restore, which takes twice as much in one piece.
  let played = td_heap_size() + 4 * Room.player + Room.step + 1_024
  return records == 0 ? played : played + Room.recording + 2 * Room.recordedStep
}

@c @implementation
public func td_create(
  _ options: UnsafePointer<td_options>!, _ player: UnsafeMutablePointer<OpaquePointer?>!
) -> td_result {
  guard let player else { return td_result(TD_ERROR_NULL) }
  player.pointee = nil
  var text = ErrorText()
  var made: OpaquePointer?
  let result = create(options, &made, &text)
  player.pointee = made
  if let options, options.pointee.size >= smallestOptions {
    text.copy(to: options.pointee.message, options.pointee.message_size)
  }
  return result
}

/// The size in version 0.1.
private var smallestOptions: UInt32 { UInt32(truncatingIfNeeded: MemoryLayout<td_options>.size) }

private func create(
  _ options: UnsafePointer<td_options>?, _ player: inout OpaquePointer?, _ text: inout ErrorText
) -> td_result {
  let result = makeAsTold(options, &player, &text)
  if result == td_result(TD_ERROR_MEMORY), text.isEmpty { text.put("there is not enough memory for a player") }
  return result
}

private func makeAsTold(
  _ options: UnsafePointer<td_options>?, _ player: inout OpaquePointer?, _ text: inout ErrorText
) -> td_result {
  guard let options else { return make(memory: nil, &player) { Player() } }
  guard options.pointee.size >= smallestOptions else { return td_result(TD_ERROR_SIZE) }
  guard Version.serves(options.pointee.abi, options.pointee.vocabulary, &text) else {
    return td_result(TD_ERROR_VERSION)
  }
  if let wrong = check(options.pointee, &text) { return wrong }
  return make(memory: options, &player) { Player(configuration: configuration(options.pointee)) }
}

private func check(_ options: td_options, _ text: inout ErrorText) -> td_result? {
  guard let number = UInt8(exactly: options.preset), Configuration.Preset(rawValue: number) != nil else {
    text.put("preset: there is no preset ")
    text.put(Int64(options.preset))
    return td_result(TD_ERROR_VALUE)
  }
  if options.setting_count > 0, options.settings == nil {
    text.put("settings is null, and setting_count is ")
    text.put(Int64(options.setting_count))
    return td_result(TD_ERROR_NULL)
  }
  for index in 0..<Int(options.setting_count) {
    guard let setting = options.settings?[index] else { break }
    if let wrong = check(setting, at: index, &text) { return wrong }
  }
  return checkMemory(options, &text)
}

private func check(_ entry: td_setting, at index: Int, _ text: inout ErrorText) -> td_result? {
  guard let number = UInt8(exactly: entry.number), let setting = Setting(rawValue: number) else {
    text.put("settings[")
    text.put(Int64(index))
    text.put("]: there is no setting ")
    text.put(Int64(entry.number))
    return td_result(TD_ERROR_VALUE)
  }
  let range = setting.specification.range
  guard !range.contains(entry.value) else { return nil }
  text.put("settings[")
  text.put(Int64(index))
  text.put("]: ")
  text.put(setting.wireName)
  text.put(" is ")
  text.put(entry.value)
  text.put("; expected ")
  text.put(range.lowerBound)
  text.put(" to ")
  text.put(range.upperBound)
  return td_result(TD_ERROR_VALUE)
}

private func checkMemory(_ options: td_options, _ text: inout ErrorText) -> td_result? {
  if (options.allocate == nil) != (options.release == nil) {
    text.put("allocate and release: expected both or neither")
    return td_result(TD_ERROR_VALUE)
  }
  guard let memory = options.memory else { return nil }
  if UInt(bitPattern: memory) & 15 != 0 {
    text.put("memory: expected an address that is aligned to 16")
    return td_result(TD_ERROR_VALUE)
  }
  if UInt(bitPattern: options.memory_size) < UInt(td_size(0)) {
    text.put("memory_size is ")
    text.putSize(options.memory_size)
    text.put("; expected at least ")
    text.putSize(td_size(0))
    return td_result(TD_ERROR_MEMORY)
  }
  return nil
}

private func configuration(_ options: td_options) -> Configuration {
  let preset = Configuration.Preset(rawValue: UInt8(truncatingIfNeeded: options.preset)) ?? .defaults
  var configuration = preset.configuration
  for index in 0..<Int(options.setting_count) {
    guard let entry = options.settings?[index], let setting = Setting(rawValue: UInt8(truncatingIfNeeded: entry.number))
    else { continue }
    configuration[setting] = entry.value
  }
  return configuration
}

/// Creates a handle in memory according to `options`.
private func make(
  memory options: UnsafePointer<td_options>?, lists: Int = 0, _ player: inout OpaquePointer?, _ value: () -> Player
) -> td_result {
  guard let heap = heap(options?.pointee) else { return td_result(TD_ERROR_MEMORY) }
  guard td_heap_reserve(heap, Room.player + lists) != 0 else {
    td_heap_destroy(heap)
    return td_result(TD_ERROR_MEMORY)
  }
  let before = td_heap_enter(heap)
  let handle = HandlePointer.allocate(capacity: 1)
  handle.initialize(to: Handle(value(), in: heap))
  handle.pointee.player.separate()
  td_heap_leave(before)
  // A player without a reserve for its first input is useless.
  guard td_heap_reserve(heap, Room.step) != 0 else {
    td_destroy(OpaquePointer(handle))
    return td_result(TD_ERROR_MEMORY)
  }
  td_heap_trim(heap, Room.step)
  player = OpaquePointer(handle)
  return .ok
}

private func heap(_ options: td_options?) -> UnsafeMutablePointer<td_heap>? {
  guard let options else { return td_heap_create(nil, nil, nil) }
  if let memory = options.memory { return td_heap_create_in(memory, options.memory_size) }
  return td_heap_create(options.allocate, options.release, options.allocator)
}

@c @implementation
public func td_destroy(_ player: OpaquePointer!) {
  guard let handle = HandlePointer(player) else { return }
  if handle.pointee.isRecorded { _ = td_flush(player) }
  let heap = handle.pointee.heap
  let before = td_heap_enter(heap)
  handle.deinitialize(count: 1)
  handle.deallocate()
  td_heap_leave(before)
  td_heap_destroy(heap)
}

@c @implementation
public func td_fork(
  _ player: OpaquePointer!, _ options: UnsafePointer<td_options>!, _ fork: UnsafeMutablePointer<OpaquePointer?>!
) -> td_result {
  guard let fork else {
    return HandlePointer(player)?.fail(TD_ERROR_NULL) { $0.put("fork is null") } ?? td_result(TD_ERROR_NULL)
  }
  fork.pointee = nil
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  if handle.pointee.isBusy { return handle.failForCallback() }
  if let options {
    guard options.pointee.size >= smallestOptions else {
      return handle.failForSize("options", options.pointee.size, Int(smallestOptions))
    }
    handle.pointee.error.clear()
    if let wrong = checkMemory(options.pointee, &handle.pointee.error) { return wrong }
  }
  var made: OpaquePointer?
  // Lists need additional room.
  let result = make(memory: options, lists: handle.pointee.player.listRoom, &made) { handle.pointee.player }
  if let made { HandlePointer(made).pointee.hasBegun = true }
  fork.pointee = made
  return result
}
