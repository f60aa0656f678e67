// As Embedded Swift the types of PlayerCore are not hashed, so that records cannot be, either. What reads traces compares
// some of its types also there: these say `Equatable` beside `Hashable`.

#if hasFeature(Embedded)
protocol Hashable {}
#endif
