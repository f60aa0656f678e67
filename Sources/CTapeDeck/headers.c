#include <tapedeck.h>

// The headers alone: what they declare is in Swift.
