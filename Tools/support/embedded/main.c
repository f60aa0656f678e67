// Runs the session natively and prints its digest; with an argument, records it and prints the digest of its trace.

#include <inttypes.h>
#include <stdio.h>

uint64_t tapedeck_session(void);
uint64_t tapedeck_recording(void);

int main(int count, char **arguments) {
    (void)arguments;
    printf("%" PRIu64 "\n", count > 1 ? tapedeck_recording() : tapedeck_session());
    return 0;
}
