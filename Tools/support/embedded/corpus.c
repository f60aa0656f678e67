// The corpus as a function without arguments, for callers outside the module. The numbers are in a separate object,
// which is generated from the traces.

typedef __INT64_TYPE__ int64;

extern const int64 tapedeck_words[];
extern const __INT32_TYPE__ tapedeck_word_count;

__UINT64_TYPE__ tapedeck_corpus(const int64 *words, __INT32_TYPE__ count);
__UINT64_TYPE__ tapedeck_replay(void);

__UINT64_TYPE__ tapedeck_replay(void) { return tapedeck_corpus(tapedeck_words, tapedeck_word_count); }
