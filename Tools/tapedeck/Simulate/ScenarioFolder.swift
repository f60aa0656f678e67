import ArgumentParser
import Foundation

/// The scenarios of a folder.
enum ScenarioFolder {
  /// Files as they were given, and for a folder every *.yaml and *.yml in it and below, sorted. Hidden ones are
  /// omitted.
  static func files(in paths: [String]) throws -> [String] { try paths.flatMap { try files(in: $0) } }

  private static func files(in path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return [path]
    }
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let names = FileManager.default.enumerator(atPath: folder) else {
      throw ValidationError("The folder '\(path)' cannot be read. Check the permissions.")
    }
    var found: [String] = []
    while let name = names.nextObject() as? String {
      let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
      let ending = URL(filePath: name).pathExtension.lowercased()
      guard !isHidden, ending == "yaml" || ending == "yml" else { continue }
      if names.fileAttributes?[.type] as? FileAttributeType == .typeDirectory { continue }
      found.append(folder == "/" ? "/\(name)" : "\(folder)/\(name)")
    }
    guard !found.isEmpty else {
      throw ValidationError(
        "The folder '\(path)' has no scenarios: expected files that end in .yaml or .yml, in it or below. Check the path."
      )
    }
    return found.sorted()
  }
}
