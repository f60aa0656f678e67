// In Embedded Swift, the types of PlayerCore are not hashable, so sessions are not, either: they are equatable.

#if hasFeature(Embedded)
/// What can be compared. Public, because generic declarations require it.
public typealias Hashable = Equatable
#endif
