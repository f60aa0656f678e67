// As Embedded Swift the types of PlayerCore are not hashed, so that sessions cannot be, either: they can be compared. Public, for
// what generic declarations require.

#if hasFeature(Embedded)
public typealias Hashable = Equatable
#endif
