#include "CCurl.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

typedef struct {
  uint32_t network;
  int bits;
} Range;

// Ranges of IANA's special-purpose registry that are not globally reachable, and multicast.
static const Range special[] = {
    {0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},  {0xA9FE0000, 16}, {0xAC100000, 12},
    {0xC0000000, 24}, {0xC0000200, 24}, {0xC0586300, 24}, {0xC0A80000, 16}, {0xC6120000, 15}, {0xC6336400, 24},
    {0xCB007100, 24}, {0xE0000000, 4},  {0xF0000000, 4},
};

static bool is_public_v4(uint32_t address) {
  for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
    uint32_t mask = 0xFFFFFFFFu << (32 - special[i].bits);
    if ((address & mask) == special[i].network) return false;
  }
  return true;
}

static uint32_t word(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool is_public_v6(const uint8_t *bytes) {
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  static const uint8_t translated[12] = {0, 0x64, 0xFF, 0x9B};
  // Addresses that embed one of IPv4: ::ffff:0:0/96, and NAT64's 64:ff9b::/96.
  if (memcmp(bytes, mapped, 12) == 0 || memcmp(bytes, translated, 12) == 0) return is_public_v4(word(bytes + 12));
  // Only 2000::/3 is allocated. Of it, Teredo and other protocols (2001::/23), documentation (2001:db8::/32, 3fff::/20)
  // and 6to4 (2002::/16) are excluded: their packets are routed through other hosts.
  if ((bytes[0] & 0xE0) != 0x20) return false;
  uint32_t first = word(bytes);
  return (first & 0xFFFFFE00u) != 0x20010000u && first != 0x20010DB8u && (first & 0xFFFFF000u) != 0x3FFF0000u &&
         (first & 0xFFFF0000u) != 0x20020000u;
}

bool ccurl_is_public(const void *address, size_t length) {
  struct sockaddr_storage storage;
  memset(&storage, 0, sizeof storage);
  memcpy(&storage, address, length < sizeof storage ? length : sizeof storage);
  if (storage.ss_family == AF_INET && length >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in v4;
    memcpy(&v4, &storage, sizeof v4);
    return is_public_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (storage.ss_family == AF_INET6 && length >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 v6;
    memcpy(&v6, &storage, sizeof v6);
    return is_public_v6(v6.sin6_addr.s6_addr);
  }
  return false;
}
