// Hashing needs a random seed, for which a bare machine has no source (`arc4random_buf`). In Embedded Swift, the values
// of the core can therefore be compared but not hashed. The core itself never hashes.

#if hasFeature(Embedded)
typealias Hashable = Equatable
#endif
