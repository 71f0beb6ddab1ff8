import Imaging
import Testing

@Suite struct MediaTimeTests {
  private func time(_ value: Int64, _ timescale: Int32) -> MediaTime { MediaTime(value: value, timescale: timescale) }

  @Test func `sums and differences of any timescales are exact`() {
    let sum = time(1, 25) + time(1001, 30_000)
    #expect(sum.value == 1200 + 1001 && sum.timescale == 30_000)
    #expect(time(1, 3) + time(1, 7) == time(10, 21))
    #expect(time(1, 3) - time(1, 7) == time(4, 21))
    #expect(time(-7, 600) + .zero == time(-7, 600) && -time(5, 2) == time(-5, 2))
    var moment = time(1, 2)
    moment += time(1, 4)
    moment -= time(1, 8)
    #expect(moment == time(5, 8) && moment * 8 == time(5, 1) && time(3, 4) * -2 == time(-3, 2))
    #expect(time(1, 25) < time(1001, 24_000) && time(2, 50) == time(1, 25))
  }

  @Test func `times without a common timescale are rounded to the finer one`() {
    let (fine, finer) = (time(1, 2_147_483_629), time(1, 2_147_483_647))
    #expect((fine + finer).timescale == 2_147_483_647 && (fine + finer).value == 2)
  }

  @Test func `converted times are rounded to the nearest, halves away from zero`() {
    for (value, expected) in [(0, 0), (1, 1), (2, 1), (3, 2), (5, 3), (-1, -1), (-3, -2), (-2, -1)] as [(Int64, Int64)]
    {
      #expect(time(value, 2).converted(toTimescale: 1).value == expected, "\(value)")
    }
    #expect(time(1001, 30_000).converted(toTimescale: 90_000) == time(3003, 90_000))
    #expect(time(1, 3).converted(toTimescale: 1000).value == 333)
  }

  @Test func `times out of range are clamped`() {
    #expect(
      time(.max, 1).converted(toTimescale: 2).value == .max && time(.min, 1).converted(toTimescale: 2).value == .min)
    #expect((time(.max, 1) + time(1, 1)).value == .max && (time(.min, 1) - time(1, 1)).value == .min)
    #expect((time(.max, 9) * 2).value == .max && (time(.max, 9) * -2).value == .min && (-time(.min, 1)).value == .max)
    #expect(time(.max, 2_147_483_647).converted(toTimescale: 1).value == 4_294_967_298)
  }

  @Test func `seconds become the nearest time`() {
    #expect(MediaTime(seconds: 1.5, preferredTimescale: 600) == time(3, 2))
    #expect(MediaTime(seconds: -0.04, preferredTimescale: 90_000).value == -3600)
    #expect(MediaTime(seconds: 1.0 / 3, preferredTimescale: 1000).value == 333)
    #expect(MediaTime(seconds: 1e300, preferredTimescale: 1).value == .max)
    #expect(MediaTime(seconds: -1e300, preferredTimescale: 1).value == .min)
  }

  @Test func `a time shows its fraction and its seconds`() {
    #expect("\(time(1001, 30_000))" == "1001/30000 (0.0334 s)" && "\(MediaTime.zero)" == "0/1 (0.0 s)")
    #expect("\(Angle(degrees: 12.5))" == "12.5°")
  }
}
