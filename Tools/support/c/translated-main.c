// Runs the module of the random sessions after its translation by wasm2c.

#include <inttypes.h>
#include <stdio.h>

#include "translated.h"

int main(void) {
  Z_sessions_instance_t instance;
  wasm_rt_init();
  Z_sessions_init_module();
  Z_sessions_instantiate(&instance);
  printf("%016" PRIX64 "\n", (uint64_t)Z_sessionsZ_sessions(&instance));
  Z_sessions_free(&instance);
  return 0;
}
