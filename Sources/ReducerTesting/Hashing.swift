// As Embedded Swift the types of PlayerCore are not hashed, so that sessions cannot be, either: they can be compared.

#if hasFeature(Embedded)
/// What can be compared. Public, because generic declarations require it.
public typealias Hashable = Equatable
#endif
