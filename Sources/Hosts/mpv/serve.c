#include "serve.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "engine-pipe.h"

typedef struct server {
  engine *engine;
  engine_pipe *pipe;
  int64_t now;
  int is_unheard;
} server;

static void send_report(void *context, const td_message *report) {
  server *server = context;
  if (engine_pipe_report(server->pipe, report) != 0) server->is_unheard = 1;
}

static uint32_t number_text(void *context, const char *text) { return engine_pipe_text(((server *)context)->pipe, text); }

static const char *find_source(void *context, uint32_t item) { return engine_pipe_source(((server *)context)->pipe, item); }

static void ignore_key(void *context, const char *words) { (void)context, (void)words; }

static void perform(void *context, const td_message *command) {
  server *server = context;
  engine_perform(server->engine, command, server->now);
}

static int take_turn(server *server) {
  struct pollfd waits[] = {{STDIN_FILENO, POLLIN, 0}, {engine_descriptor(server->engine), POLLIN, 0}};
  int count = poll(waits, 2, clock_wait(engine_next(server->engine), clock_now()));
  if (count < 0 && errno != EINTR) return ENGINE_PIPE_BROKEN;
  server->now = clock_now();
  // What mpv has reported precedes the commands that the host may send in response.
  engine_update(server->engine, server->now);
  if (count <= 0 || !waits[0].revents) return ENGINE_PIPE_MORE;
  return engine_pipe_read(server->pipe, server->now, perform, server);
}

int serve(const engine_option *options, size_t count) {
  char error[200];
  server server = {.now = clock_now()};
  engine_host host = {send_report, number_text, find_source, ignore_key, &server};
  server.engine = engine_create(&host, options, count, error, sizeof error);
  if (!server.engine) {
    fprintf(stderr, "tapedeck-mpv: %s\n", error);
    return 1;
  }
  server.pipe = engine_pipe_create(STDIN_FILENO, STDOUT_FILENO, engine_identity(server.engine));
  int result = server.pipe ? ENGINE_PIPE_MORE : ENGINE_PIPE_END;
  while (result == ENGINE_PIPE_MORE && !server.is_unheard) result = take_turn(&server);
  if (result == ENGINE_PIPE_BROKEN) fprintf(stderr, "tapedeck-mpv: %s\n", engine_pipe_error(server.pipe));
  int code = result == ENGINE_PIPE_BROKEN ? 2 : server.is_unheard || !server.pipe ? 1 : 0;
  engine_destroy(server.engine);
  engine_pipe_destroy(server.pipe);
  return code;
}
