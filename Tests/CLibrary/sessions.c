#include "sessions.h"

// The sessions are inline: programs of every kind include them, and Swift imports them.
