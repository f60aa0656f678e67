#if FFmpeg
import Foundation
import Backports

@testable import FFmpegEngine

/// What an output was given: where each frame lies, in milliseconds.
final class Recording: Sendable {
  struct Contents {
    var audio: [Int64] = []
    var video: [Int64] = []
    var samples: [Int16] = []
    var rate: Int32 = 0
  }

  private let contents = Lock(Contents())

  var audio: [Int64] { contents.withLock { $0.audio } }
  var video: [Int64] { contents.withLock { $0.video } }
  var rate: Int32 { contents.withLock { $0.rate } }
  var left: [Int16] { contents.withLock { stride(from: 0, to: $0.samples.count, by: 2).map($0.samples.element) } }
  var right: [Int16] { contents.withLock { stride(from: 1, to: $0.samples.count, by: 2).map($0.samples.element) } }

  func output() -> FrameCallbacks {
    FrameCallbacks(
      onAudio: { [self] samples in
        contents.withLock { contents in
          contents.audio.append(samples.position.microseconds / 1_000)
          contents.samples += samples.samples
          contents.rate = samples.rate
        }
      },
      onVideo: { [self] picture in
        contents.withLock { $0.video.append(picture.position.microseconds / 1_000) }
      })
  }
}

extension [Int16] {
  fileprivate func element(_ index: Int) -> Int16 { self[index] }

  /// The largest deviation from silence.
  var peak: Int { map { abs(Int($0)) }.max() ?? 0 }
}

/// The fields of a WAV file, as another program would read them.
struct WAVFile {
  let bytes: [UInt8]

  init(path: String) throws { bytes = [UInt8](try Data(contentsOf: URL(filePath: path))) }

  func number(at offset: Int, bytes count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  var channels: Int { number(at: 22, bytes: 2) }
  var rate: Int { number(at: 24, bytes: 4) }
  var declaredLength: Int { number(at: 40, bytes: 4) }
  var length: Int { bytes.count - 44 }
}
#endif
