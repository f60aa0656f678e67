// As Embedded Swift the types of PlayerCore are not hashed, so that what is made of them cannot be, either: it can be
// compared.

#if hasFeature(Embedded)
typealias Hashable = Equatable
#endif
