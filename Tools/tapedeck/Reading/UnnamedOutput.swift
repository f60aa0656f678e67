import Foundation
import PlayerTrace

extension WholeFile {
  /// Throws when something has the name already that a command made up for its output: only what the user names is
  /// replaced. `option` is how to name it.
  static func checkUnnamed(_ path: String, option: String = "--output FILE") throws(TraceError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    throw .system(
      action: "create", file: path, code: EEXIST,
      message: "something of this name is there already, and is only replaced when named. Remove it, or give \(option)")
  }
}
