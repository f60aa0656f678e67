// Native program: prints the digest of the run that its argument names, or writes the corpus.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint64_t tapedeck_session(void);
uint64_t tapedeck_sessions(void);
uint64_t tapedeck_recording(void);
uint64_t tapedeck_replay(void);
#ifdef WRITES_CORPUS
int32_t tapedeck_write_corpus(void);
#endif

int main(int count, char **arguments) {
    static const struct { const char *name; uint64_t (*run)(void); } runs[] = {
        {"session", tapedeck_session},
        {"sessions", tapedeck_sessions},
        {"recording", tapedeck_recording},
        {"replay", tapedeck_replay},
    };
    const char *name = count > 1 ? arguments[1] : "";
#ifdef WRITES_CORPUS
    if (!strcmp(name, "write-corpus")) return tapedeck_write_corpus();
#endif
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (strcmp(name, runs[i].name)) continue;
        printf("%" PRIu64 "\n", runs[i].run());
        return 0;
    }
    return 2;
}
