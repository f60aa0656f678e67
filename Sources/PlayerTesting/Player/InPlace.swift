// Short inline lists for states that are copied at every step: `InlineArray` does the same as of macOS 26 and iOS 26.

/// Four values.
struct FourInPlace<Element> {
  private var values: (Element, Element, Element, Element)

  init(repeating value: Element) { values = (value, value, value, value) }

  var count: Int { 4 }
  var indices: Range<Int> { 0..<4 }

  subscript(index: Int) -> Element {
    @inline(__always) get { withUnsafePointer(to: values) { InPlace.read($0, index, 4) } }
    @inline(__always) set { withUnsafeMutablePointer(to: &values) { InPlace.write(newValue, $0, index, 4) } }
  }
}

/// Six values.
struct SixInPlace<Element> {
  private var values: (Element, Element, Element, Element, Element, Element)

  init(repeating value: Element) { values = (value, value, value, value, value, value) }

  var count: Int { 6 }
  var indices: Range<Int> { 0..<6 }

  subscript(index: Int) -> Element {
    @inline(__always) get { withUnsafePointer(to: values) { InPlace.read($0, index, 6) } }
    @inline(__always) set { withUnsafeMutablePointer(to: &values) { InPlace.write(newValue, $0, index, 6) } }
  }
}

extension FourInPlace: Sendable where Element: Sendable {}
extension SixInPlace: Sendable where Element: Sendable {}

/// Access to the elements of a homogeneous tuple, which are stored contiguously, as in an array.
private enum InPlace {
  @inline(__always)
  static func read<Values, Element>(_ values: UnsafePointer<Values>, _ index: Int, _ count: Int) -> Element {
    precondition(index >= 0 && index < count, "the list has no such place")
    return UnsafeRawPointer(values).assumingMemoryBound(to: Element.self)[index]
  }

  @inline(__always)
  static func write<Values, Element>(
    _ value: Element, _ values: UnsafeMutablePointer<Values>, _ index: Int, _ count: Int
  ) {
    precondition(index >= 0 && index < count, "the list has no such place")
    UnsafeMutableRawPointer(values).assumingMemoryBound(to: Element.self)[index] = value
  }
}
