#include "network.h"

#include <ifaddrs.h>
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

// What has changed is not read: the state is, anew.
void network_take(int descriptor) {
  char bytes[8192];
  while (recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) > 0) continue;
}

static int64_t kind_of(const char *interface) {
  char path[96];
  snprintf(path, sizeof path, "/sys/class/net/%.32s/phy80211", interface);
  if (access(path, F_OK) == 0) return TD_NETWORK_PATH_WIFI;
  if (strncmp(interface, "wwan", 4) == 0 || strncmp(interface, "ppp", 3) == 0) return TD_NETWORK_PATH_CELLULAR;
  return TD_NETWORK_PATH_WIRED;
}

/// The interface of the default route with the lowest metric, for IPv4; whether there is one.
static int default_interface(char *name, size_t size) {
  FILE *routes = fopen("/proc/net/route", "r");
  char line[256], interface[33];
  unsigned long destination, mask, metric, best = 0;
  int found = 0;
  while (routes && fgets(line, sizeof line, routes)) {
    if (sscanf(line, "%32s %lx %*x %*x %*u %*u %lu %lx", interface, &destination, &metric, &mask) != 4) continue;
    if (destination || mask || (found && metric >= best)) continue;
    snprintf(name, size, "%s", interface);
    best = metric;
    found = 1;
  }
  if (routes) fclose(routes);
  return found;
}

int64_t network_path(void) {
  char name[33] = "";
  struct ifaddrs *addresses;
  int has_default = default_interface(name, sizeof name);
  int64_t path = TD_NETWORK_PATH_NONE;
  if (getifaddrs(&addresses) != 0) return TD_NETWORK_PATH_UNKNOWN;
  for (const struct ifaddrs *each = addresses; each; each = each->ifa_next) {
    int is_usable = (each->ifa_flags & (IFF_UP | IFF_RUNNING | IFF_LOOPBACK)) == (IFF_UP | IFF_RUNNING);
    if (!is_usable || !each->ifa_addr) continue;
    if (each->ifa_addr->sa_family != AF_INET && each->ifa_addr->sa_family != AF_INET6) continue;
    if (has_default && strcmp(each->ifa_name, name) == 0) {
      path = kind_of(name);
      break;
    }
    if (path == TD_NETWORK_PATH_NONE) path = kind_of(each->ifa_name);
  }
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
