// In Embedded Swift the types of PlayerCore are not hashable, so neither are types composed of them: they are only
// equatable.

#if hasFeature(Embedded)
typealias Hashable = Equatable
#endif
