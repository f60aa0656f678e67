"""Weaves mutants into the sources at once; which one is awake is decided when the program runs."""

from operators import Edit

# Added to the sources of PlayerCore.
SWITCH = """\
/// The mutant that is awake; 0 when none is.
nonisolated(unsafe) public var mutant: Int32 = 0  // The program has one thread.
/// Whether its place was reached.
nonisolated(unsafe) public var isMutantReached = false  // The program has one thread.

@inline(never) public func reach() { isMutantReached = true }

@inlinable @inline(__always) public func hit(_ number: Int32) -> Bool {
  if _slowPath(mutant == number) {
    reach()
    return true
  }
  return false
}

@inlinable @inline(__always) public func flip(_ number: Int32, _ condition: Bool) -> Bool { hit(number) != condition }

@inlinable @inline(__always) public func less<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> Bool {
  hit(number) ? a <= b : a < b
}
@inlinable @inline(__always) public func lessOrEqual<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> Bool {
  hit(number) ? a < b : a <= b
}
@inlinable @inline(__always) public func greater<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> Bool {
  hit(number) ? a >= b : a > b
}
@inlinable @inline(__always) public func greaterOrEqual<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> Bool {
  hit(number) ? a > b : a >= b
}

@inlinable @inline(__always) public func shifted(_ number: Int32, _ shift: Int64, _ instant: Instant) -> Instant {
  guard instant != .never, hit(number) else { return instant }
  return Instant(microseconds: instant.microseconds.addingReportingOverflow(shift).partialValue)
}
"""


def zoo_edit(text, fault):
    """The edit of a fault of the zoo; its fragment must occur exactly once."""
    find, number = fault["find"], fault["number"]
    count = text.count(find)
    if count != 1:
        raise ValueError(f"{fault['file']}: the fragment of fault {number} ({fault['title']!r}) occurs {count} times "
                         f"instead of once; the source has changed: correct `find` in the catalog:\n{find}")
    start = text.index(find)
    part = fault.get("part", find)
    if find.count(part) != 1:
        raise ValueError(f"fault {number}: `part` must occur exactly once in `find`: {part}")
    start += find.index(part)
    end, replace = start + len(part), fault["replace"]
    if fault["form"] == "expression":
        return Edit(start, end, f"(hit({number}) ? ({replace}) : (", "))")
    if fault["form"] == "before":
        return Edit(start, start, f"if hit({number}) {{ {replace} }}; ", "")
    return Edit(start, end, f"if hit({number}) {{ {replace} }} else {{ ", " }")


def weave(text, edits):
    """The text with all edits applied: outer ones around inner ones, earlier ones around later ones of the same part."""
    inserts, replaced = {}, {}
    for rank, edit in enumerate(edits):
        length = edit.end - edit.start
        # At the same position, closing text comes before opening text, and empty ranges come before others.
        if edit.after:
            inserts.setdefault(edit.end, []).append((0, length, -rank, edit.after))
        inserts.setdefault(edit.start, []).append((1 if length == 0 else 2, -length, rank, edit.before))
        replaced.update({start: (end, new) for start, end, new in edit.replaced})
    pieces, place = [], 0
    for point in sorted(set(inserts) | set(replaced)):
        if point > place:
            pieces.append(text[place:point])
            place = point
        pieces += [insert[-1] for insert in sorted(inserts.get(point, []), key=lambda insert: insert[:3])]
        if point in replaced:
            place, new = replaced[point]
            pieces.append(new)
    pieces.append(text[place:])
    return "".join(pieces)
