// In Embedded Swift the types of PlayerCore are not hashable, so neither are records. The reader compares some of its
// types there, too: those declare `Equatable` in addition to `Hashable`.

#if hasFeature(Embedded)
protocol Hashable {}
#endif
