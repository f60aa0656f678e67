import PlayerCore

extension Configuration {
  /// How the reducer behaves as SRGMediaPlayer: nothing is retried, starts and stops do not remember the last position,
  /// and seeks keep 100 ms from every end.
  static var srg: Configuration {
    var configuration = Configuration()
    configuration.seekEndMargin = .milliseconds(100)
    configuration.segmentStartMargin = .milliseconds(100)
    configuration.skipLandingMargin = .milliseconds(100)
    configuration.reopensAtLastPosition = false
    configuration.relocatesBlockedStarts = false
    configuration.pastEndTolerance = .seconds(1)
    configuration.liveTolerance = .seconds(30)
    configuration.liveRateMargin = .seconds(5)
    configuration.retryLimit = 0
    return configuration
  }
}
