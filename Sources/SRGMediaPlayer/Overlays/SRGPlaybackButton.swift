/// A play and pause button (SRGGuide.md#custom-players).
public struct SRGPlaybackButton: Hashable, Sendable {
  /// What pressing it does.
  public enum Action: Hashable, Sendable {
    case play
    case pause
  }

  /// What pressing it does.
  public let action: Action
  /// False without media.
  public let isEnabled: Bool

  /// It pauses media that plays or is about to play, also while it seeks or waits.
  public init(_ state: SRGOverlayState) {
    action =
      switch state.state {
      case .playing, .stalled: .pause
      case .preparing, .seeking: state.isPlayWanted ? .pause : .play
      case .idle, .paused, .ended: .play
      }
    isEnabled = state.state != .idle || state.isPlayWanted
  }

  /// The text for screen readers.
  public var accessibilityLabel: String { action == .pause ? "Pause" : "Play" }

  /// One column: the symbol of the action.
  public var text: String { action == .pause ? "⏸" : "▶" }

  /// Performs its action.
  @MainActor
  public func press(_ controller: SRGMediaPlayerController) {
    switch action {
    case .play: controller.play()
    case .pause: controller.pause()
    }
  }
}

/// Spins while the player waits: preparing, seeking and stalled; hidden in every other state (SRG.md#2).
public struct SRGPlaybackActivityIndicator: Hashable, Sendable {
  /// Whether it turns.
  public let isAnimating: Bool
  /// Whether it turns.
  public var isHidden: Bool { !isAnimating }

  /// Spins while the state is one of waiting.
  public init(_ state: SRGOverlayState) { isAnimating = [.preparing, .seeking, .stalled].contains(state.state) }

  private static let frames: [String] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  /// One column: the picture with this number, or a blank when it is hidden.
  public func text(frame: Int) -> String {
    isHidden ? " " : Self.frames[Int(frame.magnitude % UInt(Self.frames.count))]
  }
}
