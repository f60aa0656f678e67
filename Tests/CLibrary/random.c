// Prints the digest of random sessions; the argument is the number of sessions.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sessions.h"

int main(int count, char **arguments) {
  int64_t sessions = count > 1 ? atoll(arguments[1]) : 100;
  printf("%016" PRIX64 "\n", random_sessions(sessions));
  return 0;
}
