/// Picture and sound, as far as they are not observable.
struct Presentation: Hashable, Sendable {
  var stillSerial = StillSerial.none
  var stillRequest = PendingRequest()
  /// Whether the engine was last commanded to present the picture.
  var isVideoEnabled = true

  mutating func answerStill(_ answer: Answer, _ step: inout Player.Step) { stillRequest.close(answer, &step) }
}

extension Player {
  /// Volumes in thousandths.
  public var volume: (left: Int32, right: Int32) { (shown.left, shown.right) }
  /// Whether the sound is off; the volume keeps its value.
  public var isMuted: Bool { shown.isMuted }
  /// Whether playback starts over at the end.
  public var isLooping: Bool { shown.isLooping }
  /// How the picture fills its frame.
  public var scalingMode: ScalingMode { shown.scalingMode }
  /// Degrees counter-clockwise.
  public var rotation: Int32 { shown.rotation }
  /// Size of the picture in pixels; zero before it is known.
  public var naturalSize: (width: Int32, height: Int32) { (shown.naturalWidth, shown.naturalHeight) }

  /// Whether the engine presents pictures: not in the background, unless they are shown elsewhere.
  public var isVideoEnabled: Bool { presentation.isVideoEnabled }

  /// Commands a new epoch to use the current settings of picture and sound.
  mutating func introducePresentation(_ step: inout Step) {
    commandVolume(&step)
    if shown.scalingMode != .aspectFit || shown.rotation != 0 { commandPresentation(&step) }
    presentation.isVideoEnabled = true
  }

  mutating func setNaturalSize(_ width: Int32, _ height: Int32) {
    shown.naturalWidth = width
    shown.naturalHeight = height
  }

  mutating func countLoop() { shown.loopCount = shown.loopCount.saturatingPlus(1) }

  mutating func resetLoops() { shown.loopCount = 0 }

  /// A pair with one value outside the range is refused as a whole (KSYManual.md#6.3).
  mutating func setVolume(_ left: Int32, _ right: Int32, _ request: RequestID, _ step: inout Step) {
    let limit = configuration.maximumVolume.thousandths
    guard left >= 0, right >= 0, Int64(left) <= limit, Int64(right) <= limit else {
      return step.complete(request, .refused, .outOfRange)
    }
    if (left, right) != volume {
      shown.left = left
      shown.right = right
      if loading.isEngineOpen { commandVolume(&step) }
    }
    step.complete(request, .done)
  }

  mutating func setMuted(_ isMuted: Bool, _ request: RequestID, _ step: inout Step) {
    if isMuted != shown.isMuted {
      shown.isMuted = isMuted
      if loading.isEngineOpen { commandVolume(&step) }
    }
    step.complete(request, .done)
  }

  @inline(__always)
  func commandVolume(_ step: inout Step) {
    step.command(
      .setVolume(left: shown.left, right: shown.right, isMuted: shown.isMuted), loading.epoch)
  }

  mutating func setLooping(_ isLooping: Bool, _ request: RequestID, _ step: inout Step) {
    shown.isLooping = isLooping
    step.complete(request, .done)
  }

  mutating func setScalingMode(_ mode: ScalingMode, _ request: RequestID, _ step: inout Step) {
    if mode != shown.scalingMode {
      shown.scalingMode = mode
      commandPresentation(&step)
    }
    step.complete(request, .done)
  }

  /// An angle other than the four is refused and changes nothing (Contradictions.md#X-21).
  mutating func setRotation(_ degrees: Int32, _ request: RequestID, _ step: inout Step) {
    guard degrees == 0 || degrees == 90 || degrees == 180 || degrees == 270 else {
      return step.complete(request, .refused, .outOfRange)
    }
    if degrees != shown.rotation {
      shown.rotation = degrees
      commandPresentation(&step)
    }
    step.complete(request, .done)
  }

  func commandPresentation(_ step: inout Step) {
    guard loading.isEngineOpen else { return }
    step.command(.setPresentation(shown.scalingMode, rotation: shown.rotation), loading.epoch)
  }

  /// The picture is switched off in the background, unless it is visible elsewhere.
  mutating func steerVideo(_ step: inout Step) {
    let isUnseen =
      shown.isInBackground && !isSeenElsewhere && configuration.disablesVideoInBackground
    guard loading.isEngineOpen, presentation.isVideoEnabled == isUnseen else { return }
    presentation.isVideoEnabled = !isUnseen
    step.command(.setVideoEnabled(!isUnseen), loading.epoch)
  }

  mutating func handleNaturalSize(_ width: Int32, _ height: Int32, _ step: inout Step) {
    guard width > 0, height > 0 else { return ignore(.unexpected, &step) }
    setNaturalSize(width, height)
  }

  mutating func captureStill(_ request: RequestID, _ step: inout Step) {
    guard shown.phase == .prepared || shown.phase == .ended else {
      return step.complete(request, .refused, .notPrepared)
    }
    presentation.stillRequest.close(.superseded, &step)
    presentation.stillRequest.open(request)
    presentation.stillSerial = presentation.stillSerial.successor
    step.command(.captureStill(presentation.stillSerial), loading.epoch)
  }

  mutating func handleStill(
    _ serial: StillSerial, isCaptured: Bool, _ step: inout Step
  ) {
    guard presentation.stillRequest.isOpen, serial == presentation.stillSerial else {
      return ignore(.staleSerial, &step)
    }
    presentation.stillRequest.close(isCaptured ? .done : .failed, &step)
  }
}
