// The package manager wants a source file; everything stands in the header, to be inlined.
#include "CPrefetch.h"
