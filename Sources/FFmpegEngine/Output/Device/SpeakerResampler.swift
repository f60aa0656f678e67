#if FFmpeg
import CFFmpeg
import PlayerCore

/// Brings 16-bit stereo to the pace of a device: its rate, the speed of playback, and a little more or less than that.
final class SpeakerResampler {
  /// How fast samples come; 1 is as fast as they were recorded.
  var speed = Rate.normal
  private let deviceRate: Int32
  private var context: OpaquePointer?
  /// Samples that come in a second, for which `context` was made.
  private var inputRate: Int32 = 0
  private var buffer: [Int16] = []

  init(to deviceRate: Int32) { self.deviceRate = deviceRate }

  deinit { swr_free(&context) }

  /// Forgets what lies between two pieces: the next does not follow the last.
  func reset() { swr_free(&context) }

  /// - Parameter stretch: by how much longer the result is to be, in thousandths.
  func convert(_ samples: AudioSamples, stretch: Double) -> ArraySlice<Int16> {
    let rate = Int32(clamping: max(1, Int64(samples.rate) * Int64(max(1, speed.thousandths)) / 1_000))
    // A new speed does not cut off sound that was resampled at the previous one.
    let rest = rate == inputRate ? [] : Array(drain())
    guard prepare(rate) else { return rest[...] }
    let count = Int32(samples.samples.count / 2)
    let expected = Double(count) * Double(deviceRate) / Double(inputRate)
    // Sound that needs no correction passes unchanged.
    if stretch != 0 { swr_set_compensation(context, Int32(expected * stretch / 1_000), Int32(expected)) }
    let converted = samples.samples.withUnsafeBytes { input in
      resample(input.baseAddress?.assumingMemoryBound(to: UInt8.self), count)
    }
    return rest.isEmpty ? converted : (rest + converted)[...]
  }

  /// What is held back; the next part starts over.
  func drain() -> ArraySlice<Int16> {
    guard context != nil else { return [] }
    defer { reset() }
    return resample(nil, 0)
  }

  private func resample(_ input: UnsafePointer<UInt8>?, _ count: Int32) -> ArraySlice<Int16> {
    let room = swr_get_out_samples(context, count)
    guard room > 0 else { return [] }
    if buffer.count < Int(room) * 2 { buffer = [Int16](repeating: 0, count: Int(room) * 2) }
    let given = buffer.withUnsafeMutableBytes { output in
      var target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard let input else { return swr_convert(context, &target, room, nil, 0) }
      var source: UnsafePointer<UInt8>? = input
      return withUnsafeMutablePointer(to: &source) { swr_convert(context, &target, room, $0, count) }
    }
    return buffer[..<(Int(max(0, given)) * 2)]
  }

  private func prepare(_ rate: Int32) -> Bool {
    if context != nil, rate == inputRate { return true }
    swr_free(&context)
    inputRate = rate
    var (given, taken) = (AVChannelLayout(), AVChannelLayout())
    av_channel_layout_default(&given, 2)
    av_channel_layout_default(&taken, 2)
    let code = swr_alloc_set_opts2(
      &context, &taken, AV_SAMPLE_FMT_S16, deviceRate, &given, AV_SAMPLE_FMT_S16, rate, 0, nil)
    guard code >= 0, swr_init(context) >= 0 else {
      swr_free(&context)
      return false
    }
    return true
  }
}
#endif
