import PlayerCore

// Changes of the environment. On other systems the original observes them itself; here the app, or the monitor that it
// uses, reports them.

extension PRXPlayer {
  /// The network has changed, or is known for the first time.
  public func reachabilityDidChange(to network: NetworkPath) {
    command { player in
      let known = player.host.player.network
      guard known != network, known != .unknown, player.isForbiddenByNow(over: network) else {
        return player.host.report(.networkChanged(network))
      }
      // The change causes a reload, which asks the delegate and is refused.
      let item = player.item
      player.assign(nil)
      player.host.report(.networkChanged(network))
      player.assign(item)
    }
  }

  /// A call, an alarm. `stopsEngine`: the system has already stopped the sound.
  public func audioSessionInterruptionBegan(stopsEngine: Bool = false) {
    command { $0.host.report(.interruptionBegan(stopsEngine: stopsEngine)) }
  }

  /// Assigns the item again, and continues playback if requested and if the interruption was not longer than
  /// `Configuration.interruptionResumeLimit`.
  public func audioSessionInterruptionEnded() {
    command { player in
      guard player.host.player.isInterrupted else { return }
      guard let item = player.item else { return player.host.report(.interruptionEnded(mayResume: true)) }
      player.assign(item)
    }
  }

  /// Playback pauses when headphones are pulled.
  public func audioSessionRouteChanged(_ change: RouteChange) { command { $0.host.report(.routeChanged(change)) } }

  /// Whether another device plays the picture or the sound: no reload when its buffer runs empty.
  public func externalPlaybackChanged(isActive: Bool) {
    command { $0.host.report(.externalPlaybackChanged(isActive)) }
  }

  /// A button of a headset or a lock screen. Next and previous do nothing.
  public func remoteControlReceived(_ button: RemoteControl) {
    switch button {
    case .play: play()
    case .pause: pause()
    case .toggle: toggle()
    case .stop: stop()
    case .next, .previous: break
    }
  }
}
