// Runs the session natively and prints its digest.

#include <inttypes.h>
#include <stdio.h>

uint64_t tapedeck_session(void);

int main(void) {
    printf("%" PRIu64 "\n", tapedeck_session());
    return 0;
}
