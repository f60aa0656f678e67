#include "network.h"

#include <ifaddrs.h>
#include <limits.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <tapedeck.h>

#include "media.h"

int network_watch(void) {
  struct sockaddr_nl address = {.nl_family = AF_NETLINK,
    .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE};
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (descriptor < 0) return -1;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  close(descriptor);
  return -1;
}

// The notification itself is discarded: the state is read again.
void network_take(int descriptor) {
  char bytes[8192];
  while (recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) > 0) continue;
}

// Names decide first: they also work in a network namespace, where an interface can be anything underneath.
static int64_t kind_of(const char *interface) {
  static const char *const cellular[] = {"ww", "rmnet", "ppp"};
  char path[96];
  for (size_t place = 0; place < sizeof cellular / sizeof *cellular; place++)
    if (strncmp(interface, cellular[place], strlen(cellular[place])) == 0) return TD_NETWORK_PATH_CELLULAR;
  if (strncmp(interface, "wl", 2) == 0) return TD_NETWORK_PATH_WIFI; // wlan0, and wlp… by systemd
  snprintf(path, sizeof path, "/sys/class/net/%.32s/phy80211", interface);
  return access(path, F_OK) == 0 ? TD_NETWORK_PATH_WIFI : TD_NETWORK_PATH_WIRED;
}

/// The metric of the default route over an interface, for IPv4; `ULONG_MAX` without one.
static unsigned long metric_of(const char *name) {
  FILE *routes = fopen("/proc/net/route", "r");
  char line[256], interface[33];
  unsigned long destination, mask, metric, best = ULONG_MAX;
  while (routes && fgets(line, sizeof line, routes)) {
    if (sscanf(line, "%32s %lx %*x %*x %*u %*u %lu %lx", interface, &destination, &metric, &mask) != 4) continue;
    if (!destination && !mask && metric < best && strcmp(interface, name) == 0) best = metric;
  }
  if (routes) fclose(routes);
  return best;
}

// Routes remain when reception is lost: only connected interfaces count.
int64_t network_path(void) {
  struct ifaddrs *addresses;
  const char *chosen = NULL;
  unsigned long best = ULONG_MAX;
  if (getifaddrs(&addresses) != 0) return TD_NETWORK_PATH_UNKNOWN;
  for (const struct ifaddrs *each = addresses; each; each = each->ifa_next) {
    int is_usable = (each->ifa_flags & (IFF_UP | IFF_RUNNING | IFF_LOOPBACK)) == (IFF_UP | IFF_RUNNING);
    if (!is_usable || !each->ifa_addr) continue;
    if (each->ifa_addr->sa_family != AF_INET && each->ifa_addr->sa_family != AF_INET6) continue;
    unsigned long metric = metric_of(each->ifa_name);
    if (chosen && metric >= best) continue;
    chosen = each->ifa_name;
    best = metric;
  }
  int64_t path = chosen ? kind_of(chosen) : TD_NETWORK_PATH_NONE;
  freeifaddrs(addresses);
  return path;
}

int network_is_needed(const char *source) {
  static const char *const here[] = {"localhost", "127.", "[::1]"};
  if (!media_is_remote(source)) return 0;
  const char *host = strstr(source, "://") + 3, *end = host + strcspn(host, "/?#");
  for (const char *at = host; at < end; at++)
    if (*at == '@') host = at + 1;
  for (size_t place = 0; place < sizeof here / sizeof *here; place++)
    if (strncasecmp(host, here[place], strlen(here[place])) == 0) return 0;
  return 1;
}
