#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore

/// Turns decoded samples of any kind into interleaved 16-bit stereo of one rate, and applies the volume.
final class PCMConverter {
  private let wantedRate: Int32?
  private var rate: Int32 = 0
  private var resampler: OpaquePointer?
  /// What the resampler was made for.
  private var format: Int32 = -1
  private var inputRate: Int32 = 0
  private var layout = AVChannelLayout()
  private var buffer: [Int16] = []
  /// Where the samples end that came last, in microseconds.
  private var inputEnd: Int64 = 0

  private static let second: Int64 = 1_000_000

  /// Without a `rate`, that of the first frame.
  init(rate: Int32? = nil) { wantedRate = rate }

  deinit {
    swr_free(&resampler)
    av_channel_layout_uninit(&layout)
  }

  /// Converts `frame`, with volumes in thousandths; nil when it gives no samples. Let go of the result before the next
  /// call, or it is copied. Another rate holds some samples back until the next frame, or until ``drain(left:right:)``.
  func convert(_ frame: Frame, left: Int32, right: Int32) -> AudioSamples? {
    guard prepare(for: frame) else { return nil }
    let position = frame.position.saturatingMinus(swr_get_delay(resampler, Self.second))
    inputEnd = frame.end
    let input = UnsafeRawPointer(frame.pointer.pointee.extended_data)?
      .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    let count = resample(UnsafeMutablePointer(mutating: input), frame.pointer.pointee.nb_samples)
    return samples(count, at: position, left, right)
  }

  /// Whether `frame` does not continue what came before: then that is to be drained first.
  func isOther(_ frame: Frame) -> Bool { resampler != nil && !isMade(for: frame) }

  /// What was held back; nil when there was nothing. The next part starts over.
  func drain(left: Int32, right: Int32) -> AudioSamples? {
    guard resampler != nil else { return nil }
    defer { reset() }
    let position = inputEnd.saturatingMinus(swr_get_delay(resampler, Self.second))
    return samples(resample(nil, 0), at: position, left, right)
  }

  /// Forgets what was held back.
  func reset() { swr_free(&resampler) }

  private func isMade(for frame: Frame) -> Bool {
    let fields = frame.pointer
    return fields.pointee.format == format && fields.pointee.sample_rate == inputRate
      && av_channel_layout_compare(&layout, &fields.pointee.ch_layout) == 0
  }

  private func prepare(for frame: Frame) -> Bool {
    if resampler != nil, isMade(for: frame) { return true }
    let fields = frame.pointer
    swr_free(&resampler)
    if rate == 0 { rate = wantedRate ?? fields.pointee.sample_rate }
    var stereo = AVChannelLayout()
    av_channel_layout_default(&stereo, 2)
    let code = swr_alloc_set_opts2(
      &resampler, &stereo, AV_SAMPLE_FMT_S16, rate, &fields.pointee.ch_layout,
      AVSampleFormat(rawValue: fields.pointee.format), fields.pointee.sample_rate, 0, nil)
    guard code >= 0, swr_init(resampler) >= 0, av_channel_layout_copy(&layout, &fields.pointee.ch_layout) >= 0 else {
      swr_free(&resampler)
      return false
    }
    format = fields.pointee.format
    inputRate = fields.pointee.sample_rate
    return true
  }

  private func resample(_ input: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ inputCount: Int32) -> Int {
    let bound = swr_get_out_samples(resampler, inputCount)
    guard bound > 0 else { return 0 }
    if buffer.count < Int(bound) * 2 { buffer = [Int16](repeating: 0, count: Int(bound) * 2) }
    let count = buffer.withUnsafeMutableBytes { bytes in
      var output = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      return swr_convert(resampler, &output, bound, input, inputCount)
    }
    return Int(max(0, count))
  }

  private func samples(_ count: Int, at position: Int64, _ left: Int32, _ right: Int32) -> AudioSamples? {
    guard count > 0 else { return nil }
    if left != 1_000 || right != 1_000 { scale(count, min(max(left, 0), 32_767), min(max(right, 0), 32_767)) }
    return AudioSamples(position: .microseconds(position), rate: rate, samples: buffer[..<(count * 2)])
  }

  private func scale(_ count: Int, _ left: Int32, _ right: Int32) {
    for index in 0..<count {
      buffer[index * 2] = Int16(clamping: Int32(buffer[index * 2]) * left / 1_000)
      buffer[index * 2 + 1] = Int16(clamping: Int32(buffer[index * 2 + 1]) * right / 1_000)
    }
  }
}
#endif
