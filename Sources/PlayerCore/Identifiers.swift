/// A small number that identifies something the host keeps: a source's address, a text, a segment, an observer.
///
/// The core never receives names or addresses. Zero means "none".
public struct Identifier<Subject>: Hashable, Sendable, BitwiseCopyable {
  /// The number itself; 0 is ``none``.
  public var rawValue: UInt32

  /// The identifier with this number.
  @inlinable public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The identifier of nothing.
  @inlinable public static var none: Self { Self(0) }
  /// Whether this is ``none``.
  @inlinable public var isNone: Bool { rawValue == 0 }

  /// The identifier after this one; never ``none``, so that a wrapped counter still names something.
  @inlinable var successor: Self { rawValue == .max ? Self(1) : Self(rawValue &+ 1) }
}

/// What an ``Identifier`` identifies.
public enum IdentifierSubject {
  /// Media items: see ``ItemID``.
  public enum Item {}
  /// Texts: see ``TextID``.
  public enum Text {}
  /// Segments: see ``SegmentID``.
  public enum Segment {}
  /// Periodic and boundary observers: see ``ObserverID``.
  public enum Observer {}
  /// Requests: see ``RequestID``.
  public enum Request {}
  /// Openings of a source: see ``Epoch``.
  public enum Epoch {}
  /// Seeks given to the engine: see ``SeekSerial``.
  public enum Seek {}
  /// Still pictures: see ``StillSerial``.
  public enum Still {}
}

/// A media item: the host knows its source.
public typealias ItemID = Identifier<IdentifierSubject.Item>
/// A text the host keeps: a language, a title, an address, a message, a subtitle.
public typealias TextID = Identifier<IdentifierSubject.Text>
/// A segment of the media, chosen by the host.
public typealias SegmentID = Identifier<IdentifierSubject.Segment>
/// A periodic or boundary observer, chosen by the host.
public typealias ObserverID = Identifier<IdentifierSubject.Observer>
/// A request, chosen by the host; its completion carries the same number.
public typealias RequestID = Identifier<IdentifierSubject.Request>
/// One opening of a source. Engine events of another epoch are dropped.
public typealias Epoch = Identifier<IdentifierSubject.Epoch>
/// One seek given to the engine.
public typealias SeekSerial = Identifier<IdentifierSubject.Seek>
/// One still picture requested from the engine.
public typealias StillSerial = Identifier<IdentifierSubject.Still>

/// An audio, video or subtitle rendition as the engine numbers it.
public struct TrackID: Hashable, Sendable {
  /// The engine's number; negative ones are ``off`` and ``automatic``.
  public var rawValue: Int32

  /// The rendition with this number.
  @inlinable public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// No rendition: the kind is switched off, or the media has none.
  @inlinable public static var off: Self { Self(-1) }
  /// The rendition that the preferences choose.
  @inlinable public static var automatic: Self { Self(-2) }
}
