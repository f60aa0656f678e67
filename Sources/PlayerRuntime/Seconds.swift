import Foundation
import PlayerCore

// The seconds that apps and web pages give, and get: the one conversion of the façades.

extension MediaTime {
  /// Zero while it is unknown.
  package var seconds: TimeInterval { isKnown ? TimeInterval(microseconds) / 1e6 : 0 }

  /// Rounded to microseconds. Infinity, and what no number of microseconds reaches, is the last time or the first; NaN is
  /// ``MediaTime/unknown``.
  package init(seconds: TimeInterval) {
    self = seconds.isNaN ? .unknown : Self(microseconds: TimeSpan(seconds: seconds).microseconds)
  }
}

extension TimeSpan {
  /// Rounded to microseconds. Infinity, and what no number of microseconds reaches, is endless; NaN is zero.
  package init(seconds: TimeInterval) {
    let scaled = (seconds * 1e6).rounded()
    // The least number stands for what is unknown.
    self.init(microseconds: Int64(exactly: scaled) ?? (scaled > 0 ? .max : scaled < 0 ? .min + 1 : 0))
  }
}
