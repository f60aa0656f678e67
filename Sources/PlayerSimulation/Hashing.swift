// In Embedded Swift, the types of PlayerCore are not hashable, so types built from them are not, either: they are
// equatable.

#if hasFeature(Embedded)
typealias Hashable = Equatable
#endif
