#if os(macOS) || os(Linux)
import Foundation

/// How a process has ended.
public enum ProcessEnd: Hashable, Sendable {
  /// With this exit code.
  case exited(Int32)
  /// By this signal.
  case killed(by: Int32)

  /// The exit code, or 1,000 plus the signal.
  public var code: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 1_000 + signal
    }
  }
}

extension Process {
  /// How the process has ended; `nil` while it runs, and before it is started.
  ///
  /// Asks the system. On Linux `isRunning` may be true long after the end, because Foundation hears of ends over sockets:
  /// a process that is started at the same time can inherit one and hold it open, and one that closes its own keeps
  /// Foundation waiting for its end, and deaf for those of others. While Foundation collects an ended process, this waits
  /// until Foundation knows how it has ended.
  public var end: ProcessEnd? { end(WNOHANG) }

  /// Waits until the process has ended, and returns how. Blocks the thread. The process must have been started.
  public func waitForEnd() -> ProcessEnd {
    while true {
      if let end = end(0) { return end }
      usleep(10_000)
    }
  }

  private func end(_ patience: Int32) -> ProcessEnd? {
    guard processIdentifier > 0 else { return nil }
    guard isRunning else { return recordedEnd }
    var information = siginfo_t()
    // Left to Foundation, which waits for its end, too.
    let code = waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT | patience)
    if code != 0, errno == ECHILD { return collectedEnd() }
    guard code == 0, information.si_signo == SIGCHLD else { return nil }
    #if canImport(Darwin)
    let status = information.si_status
    #else
    let status = information._sifields._sigchld.si_status
    #endif
    return information.si_code == CLD_EXITED ? .exited(status) : .killed(by: status)
  }

  /// How a process has ended that is no child any more: Foundation has collected it, and is about to say so.
  private func collectedEnd() -> ProcessEnd? {
    // Something else than Foundation may have collected it; Foundation never hears of it then.
    for _ in 0..<10_000 {
      guard isRunning else { return recordedEnd }
      usleep(1_000)
    }
    return nil
  }

  /// What Foundation says of a process that does not run any more.
  private var recordedEnd: ProcessEnd {
    terminationReason == .exit ? .exited(terminationStatus) : .killed(by: terminationStatus)
  }
}
#endif
