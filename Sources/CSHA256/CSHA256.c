#include "CSHA256.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

static int has_instructions(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  // SHA is bit 29 of EBX. SSSE3 reverses bytes and SSE4.1 blends words; every processor with SHA has them.
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1) && __builtin_cpu_supports("sse4.1");
}

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

__attribute__((target("sha,ssse3,sse4.1"))) static void compress(
    uint32_t state[8], const uint8_t *blocks, size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bll, 0x0405060700010203ll);
  // The instructions expect a, b, e and f in one register, and c, d, g and h in the other.
  __m128i dcba = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
  __m128i abef = _mm_alignr_epi8(dcba, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, dcba, 0xf0);
  for (; count > 0; count--, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      __m128i *now = &words[i & 3];
      if (i < 4) {
        *now = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * i)), big_endian);
      } else {
        const __m128i next = words[(i + 1) & 3], last = words[(i + 3) & 3];
        const __m128i mixed = _mm_add_epi32(
            _mm_sha256msg1_epu32(*now, next), _mm_alignr_epi8(last, words[(i + 2) & 3], 4));
        *now = _mm_sha256msg2_epu32(mixed, last);
      }
      const __m128i keyed = _mm_add_epi32(*now, _mm_loadu_si128((const __m128i *)(constants + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, keyed);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(keyed, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

int csha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count) {
  if (!has_instructions()) return 0;
  compress(state, blocks, count);
  return 1;
}
#else
int csha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count) {
  (void)state, (void)blocks, (void)count;
  return 0;
}
#endif
