// Replaces libcurl in the program with FFmpeg, which is linked with Foundation. FlyingFox has a handler that forwards requests with
// URLSession; tapedeck serves no such handler, and reads no address with Foundation. With the real libcurl the program would load thirty
// more libraries at each start, and would not start where they are missing.

#include <stdio.h>
#include <stdlib.h>

#define ABSENT(name) \
  void name(void); \
  void name(void) { \
    fputs("fatal: " #name " is called, and this program has no libcurl; please report this\n", stderr); \
    abort(); \
  }

ABSENT(curl_easy_cleanup)
ABSENT(curl_easy_getinfo)
ABSENT(curl_easy_init)
ABSENT(curl_easy_pause)
ABSENT(curl_easy_setopt)
ABSENT(curl_easy_strerror)
ABSENT(curl_free)
ABSENT(curl_global_init)
ABSENT(curl_multi_add_handle)
ABSENT(curl_multi_assign)
ABSENT(curl_multi_cleanup)
ABSENT(curl_multi_info_read)
ABSENT(curl_multi_init)
ABSENT(curl_multi_remove_handle)
ABSENT(curl_multi_setopt)
ABSENT(curl_multi_socket_action)
ABSENT(curl_slist_append)
ABSENT(curl_slist_free_all)
ABSENT(curl_url)
ABSENT(curl_url_cleanup)
ABSENT(curl_url_get)
ABSENT(curl_url_set)
ABSENT(curl_version)
ABSENT(curl_version_info)
