import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct FalseNegativeRecoveryTests {
  private let size = PixelSize(width: 256, height: 128)

  private func planes(
    _ size: PixelSize, in channels: [MatteChannel] = [.portrait], _ value: (Int, Int) -> Float
  ) -> PlanarBuffer<Float> {
    var planes = PlanarBuffer<Float>(repeating: 0, size: size, planeCount: MatteChannel.allCases.count)
    for channel in channels {
      for index in 0..<size.area {
        planes.samples[channel.rawValue * size.area + index] = value(index % size.width, index / size.width)
      }
    }
    return planes
  }

  private func value(_ planes: PlanarBuffer<Float>, _ channel: MatteChannel = .portrait, x: Int, y: Int) -> Float {
    planes.samples[channel.rawValue * planes.size.area + y * planes.size.width + x]
  }

  /// The planes with what is added from those of the other network.
  private func planes(
    _ planes: PlanarBuffer<Float>, withMissedOf people: PlanarBuffer<Float>, isCloseUp: Bool = false
  ) throws -> PlanarBuffer<Float> {
    let guide = PixelBuffer(
      size: planes.size, format: .rgba8, bytes: [UInt8](repeating: 0, count: 4 * planes.size.area))
    var prediction = CoarsePrediction(planes: planes, guide: guide, inputSize: planes.size, isCloseUp: isCloseUp)
    try FalseNegativeRecovery.add(
      from: ProbabilityMap.resized(people, part: .full, to: planes.size), to: &prediction,
      longSide: Double(max(planes.size.width, planes.size.height)))
    return prediction.planes
  }

  /// Nobody but who stands in these columns.
  private func person(_ columns: Range<Int>, _ probability: Float = 0.95) -> (Int, Int) -> Float {
    { x, _ in columns.contains(x) ? probability : 0 }
  }

  @Test func `a missed person is added, hair and skin too`() throws {
    let people = planes(size, in: MatteChannel.allCases) { x, _ in (20..<60).contains(x) || x >= 180 ? 0.95 : 0 }
    let prediction = try planes(planes(size, person(20..<60)), withMissedOf: people)
    for channel in MatteChannel.allCases { #expect(abs(value(prediction, channel, x: 220, y: 64) - 0.95) < 0.01) }
    #expect(value(prediction, .hair, x: 40, y: 64) == 0)
    #expect(value(prediction, x: 120, y: 64) == 0)
  }

  @Test func `thin parts come with the body that they belong to, and not alone`() throws {
    // An arm of three pixels.
    func shown(body: Bool) -> (Int, Int) -> Float {
      { x, y in (body && (40..<80).contains(x)) || ((80..<140).contains(x) && (60..<63).contains(y)) ? 0.95 : 0 }
    }
    let nobody = planes(size) { _, _ in 0 }
    #expect(try planes(nobody, withMissedOf: planes(size, shown(body: false))).samples == nobody.samples)
    #expect(try value(planes(nobody, withMissedOf: planes(size, shown(body: true))), x: 130, y: 61) > 0.9)
  }

  @Test func `outlines stay those of the prediction`() throws {
    let prediction = planes(size, person(100..<140, 0.8))
    #expect(try planes(prediction, withMissedOf: planes(size, person(98..<142))).samples == prediction.samples)
  }

  @Test func `an uncertain person is not added`() throws {
    let prediction = planes(size, person(20..<60))
    #expect(try planes(prediction, withMissedOf: planes(size, person(150..<220, 0.8))).samples == prediction.samples)
  }

  @Test(arguments: [
    PixelSize(width: 128, height: 64), PixelSize(width: 192, height: 96), PixelSize(width: 512, height: 256),
  ])
  func `both may be of any size`(other: PixelSize) throws {
    let prediction = try planes(
      planes(size) { _, _ in 0 }, withMissedOf: planes(other, person(other.width / 2..<other.width * 3 / 4)))
    #expect(value(prediction, x: 160, y: 64) > 0.9)
    #expect(value(prediction, x: 100, y: 64) == 0 && value(prediction, x: 220, y: 64) == 0)
  }

  @Test func `missed area is measured in the photo, however small the predicted part`() throws {
    // A strip as wide as the outlines of the two predictions may differ in a photo of eight times the length.
    let people = planes(size, person(100..<130))
    for (times, isAdded) in [(1.0, true), (8, false)] {
      let guide = PixelBuffer(size: size, format: .rgba8, bytes: [UInt8](repeating: 0, count: 4 * size.area))
      var prediction = CoarsePrediction(planes: planes(size) { _, _ in 0 }, guide: guide, inputSize: size)
      try FalseNegativeRecovery.add(from: people, to: &prediction, longSide: times * Double(size.width))
      #expect((value(prediction.planes, x: 115, y: 64) > 0.9) == isAdded)
    }
  }

  @Test func `the smallest picture is handled`() throws {
    let size = PixelSize(width: 1, height: 1)
    #expect(try value(planes(planes(size) { _, _ in 0 }, withMissedOf: planes(size) { _, _ in 1 }), x: 0, y: 0) == 1)
  }

  @Test func `beside a head that fills the picture nothing is added but skin and what is below it`() throws {
    let head = planes(size) { x, y in (100..<150).contains(x) && y < 80 ? 0.95 : 0 }
    // The rest of a chair on one side, clothes below.
    let people = planes(size) { x, y in
      ((170..<220).contains(x) && (20..<60).contains(y)) || (x < 150 && y >= 85) ? 0.95 : 0
    }
    let closer = try planes(head, withMissedOf: people, isCloseUp: true)
    #expect(value(closer, x: 190, y: 40) == 0 && value(closer, x: 40, y: 110) > 0.9)
    #expect(try value(planes(head, withMissedOf: people), x: 190, y: 40) > 0.9)
    let hand = planes(size, in: [.skin, .portrait]) { x, y in x >= 170 && (20..<60).contains(y) ? 0.95 : 0 }
    #expect(try value(planes(head, withMissedOf: hand, isCloseUp: true), .skin, x: 190, y: 40) > 0.9)
  }
}
