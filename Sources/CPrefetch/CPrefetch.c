// The package manager requires a source file; everything is in the header, to be inlined.
#include "CPrefetch.h"
