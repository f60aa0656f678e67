#if FFmpeg
import CFFmpeg
import PlayerCore
import PlayerRuntime

extension FFmpegEngine {
  /// Makes this the engine of every façade without its own: real time, the machine's clock.
  ///
  /// ```swift
  /// var hooks = EngineHooks()
  /// hooks.onVideo = { frame in print("picture at", frame.position) }
  /// FFmpegEngine.install(hooks: hooks)
  /// ```
  ///
  /// - Parameter hooks: for every player, in addition to its own hooks; see
  ///   ``PlayerRuntime/EngineHooks/joined(with:)``.
  @MainActor
  public static func install(hooks: EngineHooks = EngineHooks()) {
    EngineMaker.standard = { library, own in FFmpegEngine(library: library, hooks: own.joined(with: hooks)) }
  }

  /// An engine that passes decoded media to closures.
  public convenience init(library: IdentifierTable, clocking: Clocking = .realTime, hooks: EngineHooks) {
    var onStill: StillHandler?
    if let hook = hooks.onStill {
      onStill = { serial, picture in
        if let frame = VideoFrame(picture) { hook(serial, frame) }
      }
    }
    let converter = PictureConverter(to: AV_PIX_FMT_RGB24)
    let output = FrameCallbacks(
      onAudio: hooks.onAudio.map { hook in
        { hook(AudioFrame(position: $0.position, sampleRate: Int($0.rate), samples: Array($0.samples))) }
      },
      onVideo: hooks.onVideo.map { hook in { picture in VideoFrame(picture, by: converter).map(hook) } })
    self.init(
      library: library, clocking: clocking, outputs: [output], onStill: onStill, loader: hooks.loader,
      network: hooks.network)
  }
}

extension VideoFrame {
  /// The picture in its natural size; nil when it cannot be converted.
  init?(_ picture: Picture) { self.init(picture, by: PictureConverter(to: AV_PIX_FMT_RGB24)) }

  fileprivate init?(_ picture: Picture, by converter: PictureConverter) {
    let size = picture.frame.naturalSize
    guard let frame = try? converter.convert(picture.frame, width: size.width, height: size.height) else { return nil }
    var pixels: [UInt8] = []
    guard frame.copyPixels(to: &pixels) else { return nil }
    self.init(position: picture.position, width: Int(size.width), height: Int(size.height), pixels: pixels)
  }
}
#endif
