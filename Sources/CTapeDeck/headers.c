#include <tapedeck.h>

// Headers only: what they declare is implemented in Swift.
