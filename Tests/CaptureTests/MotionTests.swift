import Imaging
import Testing

@testable import Capture

@Suite struct MotionTests {
  private func sample(_ value: Int64, _ timescale: Int32 = 100) -> MotionSample {
    let seconds = Double(value) / Double(timescale)
    return MotionSample(
      time: .parts(value, of: timescale), rotationRate: SIMD3(seconds, -2 * seconds, 1),
      acceleration: SIMD3(0, 9.81, 3 * seconds))
  }

  @Test func `statement 10.3: a frame is matched with the samples around it`() throws {
    var motion = MotionHistory()
    for value in Int64(0)...600 where value != 33 { motion.append(sample(value)) }
    for frame in Int64(31)...179 {
      let time = MediaTime.parts(frame, of: 30)
      let (before, after) = try #require(motion.samples(around: time))
      #expect(before.time <= time && time <= after.time && (after.time - before.time).seconds < 0.0101)
      let found = try #require(motion.sample(at: time))
      #expect(found.time == time && abs(found.rotationRate.x - time.seconds) < 1e-9)
      #expect(
        abs(found.rotationRate.y + 2 * time.seconds) < 1e-9 && abs(found.acceleration.z - 3 * time.seconds) < 1e-9)
    }
    #expect(motion.sample(at: .parts(250, of: 100)) == sample(250))
    // Out of what is kept, and what has not come yet.
    #expect(motion.sample(at: .parts(99, of: 100)) == nil && motion.sample(at: .parts(601, of: 100)) == nil)
    #expect(motion.samples.count == 501 && motion.isDense(forFramesOf: .parts(1, of: 30)))
    #expect(!motion.isDense(forFramesOf: .parts(1, of: 60)))
  }

  @Test func `samples that arrive out of order or twice are sorted`() {
    var motion = MotionHistory(keeping: .parts(1, of: 1))
    for value in [10, 30, 20, 20, 25, -200, 5] { motion.append(sample(Int64(value))) }
    #expect(motion.samples.map { $0.time.value } == [5, 10, 20, 25, 30])
    #expect(!MotionHistory().isDense(forFramesOf: .parts(1, of: 30)) && MotionHistory().sample(at: .zero) == nil)
  }

  @Test func `statement 10.4: the field of view lets a program know degrees`() {
    // 35 mm film is 36 mm wide: 18 mm see 90 degrees.
    let wide = FieldOfView(focalLengthIn35mmFilm: 18)
    #expect(abs(wide.horizontal.degrees - 90) < 1e-9 && abs(wide.focalLengthIn35mmFilm - 18) < 1e-9)
    #expect(abs(wide.zoomed(by: 2).focalLengthIn35mmFilm - 36) < 1e-9)
    #expect(abs(wide.zoomed(by: 2).horizontal.degrees - 53.13) < 0.01)
    #expect(
      abs(wide.angle(atNormalizedX: 1).degrees - 45) < 1e-9
        && abs(wide.angle(atNormalizedX: 0).signed.degrees + 45) < 1e-9)
    #expect(abs(wide.angle(atNormalizedX: 0.5).degrees) < 1e-9)
  }
}
