import ArgumentParser
import Foundation

@main
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Tools/generate",
    abstract: "Makes Swift lists, a C header, pages and vocabulary.json from \(Specification.path).",
    discussion:
      "Exit status: 0 when all is well, 1 when a file is stale or the specification has a mistake, 64 for wrong usage.")

  @Flag(help: "Write nothing; fail when a file is not what would be written.")
  var check = false

  func run() throws {
    let files: [GeneratedFile]
    do {
      let yaml = try String(contentsOfFile: Specification.path, encoding: .utf8)
      let specification = try SpecificationReader.read(yaml)
      files = specification.files + [try specification.typeDescriptionFile(HeaderReader())]
    } catch {
      throw Failed("\(error)")
    }
    let stale = files.filter { (try? String(contentsOfFile: $0.path, encoding: .utf8)) != $0.text }
    let orphans = orphans(files)
    if check { return try report(stale.map(\.path) + orphans) }
    for file in stale { try write(file) }
    for path in orphans { try FileManager.default.removeItem(atPath: path) }
    print("\(files.count) files, \(stale.count) written, \(orphans.count) removed")
  }

  /// Files that were generated once but are no longer.
  private func orphans(_ files: [GeneratedFile]) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: GeneratedFile.swiftFolder)) ?? []
    let paths = names.map { "\(GeneratedFile.swiftFolder)/\($0)" }
    return paths.filter { path in !files.contains { $0.path == path } }.sorted()
  }

  private func report(_ stale: [String]) throws {
    guard !stale.isEmpty else { return }
    let list = stale.map { "  \($0)\n" }.joined()
    throw Failed("these files are not what \(Specification.path) says; run Tools/generate and commit them\n\(list)")
  }

  private func write(_ file: GeneratedFile) throws {
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try file.text.write(toFile: file.path, atomically: true, encoding: .utf8)
    print(file.path)
  }
}

/// Ends the command with a message and status 1.
private struct Failed: Error, CustomStringConvertible {
  let description: String

  init(_ message: String) { description = "\(message)".trimmingCharacters(in: .newlines) }
}

extension Specification {
  private var pages: [GeneratedFile] {
    [settingsPage, presetsPage, failuresPage, messagesPage, notificationsPage, statePage, grammarPage, transitionsPage]
  }

  var files: [GeneratedFile] {
    enumerationFiles + [setsFile, structuresFile, registryFile, codesFile, fieldTypesFile]
      + [
        settingSpecificationsFile, configurationFile, presetsFile, failuresFile, stateFile, canonicalFile,
        transitionsFile,
      ]
      + pages + [vocabularyFile, vocabularyHeader, wordsFile]
      + families.compactMap { $0.swift == nil ? nil : familyFile($0) }
  }
}
