import Foundation

/// A folder of failing sessions, one file each. They run first next time, so that a known defect is found again at
/// once, and a fixed one stays fixed.
///
/// A file is called `PROPERTY-FINGERPRINT.EXTENSION`. The fingerprint is that of its contents: a session that is found
/// again has the same file. The extension names the model: several models can share a folder, and each leaves the files
/// of the others alone. Files are written completely or not at all, and are ordered by name.
///
/// A finding that is not yet shrunk is called `PROPERTY-FINGERPRINT.unshrunk.EXTENSION`. It is written before shrinking
/// begins, and deleted when the shrunk session is stored: a run that is killed meanwhile loses nothing, and the next
/// run of the corpus shrinks it.
public struct Corpus: Hashable, Sendable {
  /// Where the files are.
  public var folder: String
  /// No more sessions than this are kept for one property: one defect often shows in many ways.
  public var maximumPerProperty: Int
  /// No larger file is read. In bytes.
  public var maximumFileSize: Int

  /// A corpus in a folder, which is created when something is stored.
  public init(_ folder: String, maximumPerProperty: Int = 16, maximumFileSize: Int = 64 << 20) {
    self.folder = folder
    self.maximumPerProperty = maximumPerProperty
    self.maximumFileSize = maximumFileSize
  }

  // MARK: Storing

  /// Stores a session and makes sure that the stored session breaks the same property.
  ///
  /// - Parameters:
  ///   - session: The session to store.
  ///   - finding: The property that it breaks, and how.
  ///   - model: The model under test.
  ///   - isUnshrunk: Whether it is kept until it is shrunk. That shows in its name.
  /// - Returns: The file's path; the session may have been there already. `nil` when the property has its fill.
  /// - Throws: ``CorpusError``, or what the model throws.
  public func store<Subject: StoredModel>(
    _ session: Session<Subject.Setup, Subject.Step>, breaking finding: Finding, of model: Subject,
    isUnshrunk: Bool = false
  ) throws -> String? {
    let property = finding.violation.property
    let bytes = try model.encode(session, breaking: finding)
    let marker = isUnshrunk ? Self.unshrunkMarker : ""
    let name = "\(Self.fileName(property))-\(Self.fingerprint(bytes))\(marker).\(model.fileExtension)"
    let path = folder + "/" + name
    let names = try names(for: model)
    if names.contains(name) { return path }
    // A shrunk session may replace its original, which does not count.
    let others = names.filter { isUnshrunk || !Self.isUnshrunk($0, model.fileExtension) }
    guard
      others.count(where: { self.property(of: $0, model.fileExtension) == Self.fileName(property) })
        < maximumPerProperty
    else { return nil }

    let kept = try model.thorough(for: property).run(model.decode(bytes, from: path))
    guard kept?.violation.property == property else {
      throw CorpusError(
        "\(path): the session breaks \(property), but as a file it breaks \(kept?.violation.property ?? "nothing"); "
          + "not stored. The file lacks something that the session needs: correct the model's encode and decode")
    }
    let companion = try model.companionPath(for: path).map { path in
      (path: path, bytes: try model.companion(of: session, breaking: finding))
    }
    try write(bytes, to: path)
    guard let companion else { return path }
    do { try write(companion.bytes, to: companion.path) } catch {
      // Store both or none: an existing session is never written again, so its companion would stay missing.
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
    return path
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw CorpusError(
        "\(path): cannot be written (\((error as? AtomicFile.Failure)?.reason ?? error.localizedDescription)); check the folder's permissions"
      )
    }
  }

  /// Deletes a stored session, and its companion file.
  public func remove(_ path: String, of model: some StoredModel) throws {
    try FileManager.default.removeItem(atPath: path)
    guard let companion = model.companionPath(for: path), FileManager.default.fileExists(atPath: companion) else {
      return
    }
    try FileManager.default.removeItem(atPath: companion)
  }

  // MARK: Running

  /// Runs all stored sessions, in the order of their names.
  ///
  /// - Parameters:
  ///   - model: The model under test. Files of other models are left alone.
  ///   - removingFixed: Whether files that no longer break anything are deleted.
  /// - Throws: ``CorpusError`` when the folder cannot be read. A file that cannot is reported by its entry.
  public func run<Subject: StoredModel>(
    _ model: Subject, removingFixed: Bool = false
  ) throws -> [CorpusEntry<Subject.Setup, Subject.Step>] {
    var names = try names(for: model).map { ($0, model.fileExtension) }
    if let earlier = model.earlierExtension {
      for name in try self.names(endingIn: earlier, for: model) where !names.contains(where: { $0.0 == name }) {
        names.append((name, earlier))
      }
    }
    return try names.sorted { $0.0 < $1.0 }.compactMap { try run($0, $1, of: model, removingFixed: removingFixed) }
  }

  /// What comes of one file; `nil` when it is another model's.
  private func run<Subject: StoredModel>(
    _ name: String, _ ending: String, of model: Subject, removingFixed: Bool
  ) throws -> CorpusEntry<Subject.Setup, Subject.Step>? {
    let path = folder + "/" + name
    let property = property(of: name, ending)
    do {
      let bytes = try read(path)
      let owner = model.owner(of: bytes, from: path)
      if owner == .another { return nil }
      let session = try model.decode(bytes, from: path)
      let subject = property.map(model.thorough) ?? model
      let (finding, second) = CrashWatch.stored(path).during { _ in (subject.run(session), subject.run(session)) }
      guard finding.agrees(with: second) else {
        return CorpusEntry(path: path, property: property, outcome: .contradicting(session, finding, second))
      }
      let isRemoved = finding == nil && removingFixed && owner == .this
      if isRemoved { try remove(path, of: model) }
      return CorpusEntry(
        path: path, property: property, outcome: finding.map { .failing(session, $0) } ?? .fixed(isRemoved: isRemoved))
    } catch {
      let text = (error as? CorpusError)?.description ?? "\(error)"
      return CorpusEntry(
        path: path, property: property, outcome: .damaged(text.contains(path) ? text : "\(path): \(text)"))
    }
  }

  private func names(for model: some StoredModel) throws -> [String] {
    try names(endingIn: model.fileExtension, for: model)
  }

  private func names(endingIn ending: String, for model: some StoredModel) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix("." + ending) && !$0.hasPrefix(".") && model.claims($0) }.sorted()
    } catch {
      throw CorpusError("\(folder): cannot be read (\(error.localizedDescription)); expected a folder of sessions")
    }
  }

  private func read(_ path: String) throws -> [UInt8] {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    guard size <= maximumFileSize else {
      throw CorpusError("\(path): \(size) bytes; at most \(maximumFileSize) are read: delete it, or shrink its session")
    }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  // MARK: Names

  private static let unshrunkMarker = ".unshrunk"

  /// Whether a session is not yet shrunk, by its file's name.
  static func isUnshrunk(_ path: String, _ fileExtension: String) -> Bool {
    path.hasSuffix("\(unshrunkMarker).\(fileExtension)")
  }

  /// The property in a file's name; `nil` when the file was renamed.
  private func property(of name: String, _ fileExtension: String) -> String? {
    var stem = name.dropLast(fileExtension.count + 1)
    if stem.hasSuffix(Self.unshrunkMarker) { stem.removeLast(Self.unshrunkMarker.count) }
    guard let dash = stem.lastIndex(of: "-") else { return nil }
    let fingerprint = stem[stem.index(after: dash)...]
    guard fingerprint.count == 16, fingerprint.allSatisfy(\.isHexDigit) else { return nil }
    return String(stem[..<dash])
  }

  /// A property's name as part of a file's: nothing in it that a file system takes for something else.
  static func fileName(_ property: String) -> String {
    let safe = property.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return safe.isEmpty ? "property" : String(safe.prefix(80))
  }

  /// A model's name as part of a file's.
  static func fileName(of model: some Model) -> String {
    let safe = model.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return safe.isEmpty ? "model" : String(safe.prefix(80))
  }

  /// FNV-1a, 64 bits (Fowler, Noll and Vo), with a final mix: the same on every machine.
  static func fingerprint(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var mix = SplitMix64(seed: hash)
    let digits = String(mix.next(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The outcome of a stored session.
public struct CorpusEntry<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// The outcome.
  public enum Outcome: Hashable, Sendable {
    /// It breaks a property: still the same, or another (``CorpusEntry/breaksAnother``).
    case failing(Session<Setup, Step>, Finding)
    /// It gave a different result when it ran a second time, see ``CheckContradiction``.
    case contradicting(Session<Setup, Step>, Finding?, Finding?)
    /// It no longer breaks anything.
    case fixed(isRemoved: Bool)
    /// It cannot be read; the text gives the place, and what to do.
    case damaged(String)
  }

  /// The file.
  public var path: String
  /// The property in the file's name; `nil` when the name has none.
  public var property: String?
  /// The outcome.
  public var outcome: Outcome

  /// The outcome of a file.
  public init(path: String, property: String?, outcome: Outcome) {
    self.path = path
    self.property = property
    self.outcome = outcome
  }

  /// Whether it breaks a property, but not the one it was stored for.
  public var breaksAnother: Bool {
    guard case .failing(_, let finding) = outcome, let property else { return false }
    return Corpus.fileName(finding.violation.property) != property
  }
}
