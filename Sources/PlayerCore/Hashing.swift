// Hashing draws a random seed, for which a bare machine has no source (`arc4random_buf` would be needed): as Embedded
// Swift, the values of the core can be compared but not hashed. Nothing in the core itself hashes.

#if hasFeature(Embedded)
typealias Hashable = Equatable
#endif
