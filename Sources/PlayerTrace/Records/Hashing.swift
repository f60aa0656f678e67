// As Embedded Swift, records can be neither hashed, which needs a random seed, nor compared, which needs Unicode's tables
// for the texts in them. Writing them needs neither.

#if hasFeature(Embedded)
protocol Hashable {}
#endif
