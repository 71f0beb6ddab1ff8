import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct MissedPeopleTests {
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

  /// Nobody but who stands in these columns.
  private func person(_ columns: Range<Int>, _ probability: Float = 0.95) -> (Int, Int) -> Float {
    { x, _ in columns.contains(x) ? probability : 0 }
  }

  @Test func `somebody who was missed is added, hair and skin too`() throws {
    var prediction = planes(size, person(20..<60))
    let everybody = planes(size, in: MatteChannel.allCases) { x, _ in (20..<60).contains(x) || x >= 180 ? 0.95 : 0 }
    try MissedPeople.add(from: everybody, to: &prediction)
    for channel in MatteChannel.allCases { #expect(abs(value(prediction, channel, x: 220, y: 64) - 0.95) < 0.01) }
    #expect(value(prediction, .hair, x: 40, y: 64) == 0)
    #expect(value(prediction, x: 120, y: 64) == 0)
  }

  @Test func `thin parts come with the body that they belong to, and not alone`() throws {
    // An arm of three pixels.
    func shown(body: Bool) -> (Int, Int) -> Float {
      { x, y in (body && (40..<80).contains(x)) || ((80..<140).contains(x) && (60..<63).contains(y)) ? 0.95 : 0 }
    }
    var prediction = planes(size) { _, _ in 0 }
    try MissedPeople.add(from: planes(size, shown(body: false)), to: &prediction)
    #expect(prediction.samples.allSatisfy { $0 == 0 })
    try MissedPeople.add(from: planes(size, shown(body: true)), to: &prediction)
    #expect(value(prediction, x: 130, y: 61) > 0.9)
  }

  @Test func `outlines stay those of the prediction`() throws {
    let prediction = planes(size, person(100..<140, 0.8))
    var changed = prediction
    try MissedPeople.add(from: planes(size, person(98..<142)), to: &changed)
    #expect(changed.samples == prediction.samples)
  }

  @Test func `who is doubtful is not added`() throws {
    let prediction = planes(size, person(20..<60))
    var changed = prediction
    try MissedPeople.add(from: planes(size, person(150..<220, 0.8)), to: &changed)
    #expect(changed.samples == prediction.samples)
  }

  @Test(arguments: [
    PixelSize(width: 128, height: 64), PixelSize(width: 192, height: 96), PixelSize(width: 512, height: 256),
  ])
  func `both may be of any size`(other: PixelSize) throws {
    var prediction = planes(size) { _, _ in 0 }
    try MissedPeople.add(
      from: planes(other, person(other.width / 2..<other.width * 3 / 4)), to: &prediction)
    #expect(value(prediction, x: 160, y: 64) > 0.9)
    #expect(value(prediction, x: 100, y: 64) == 0 && value(prediction, x: 220, y: 64) == 0)
  }

  @Test func `the smallest picture is no trouble`() throws {
    let size = PixelSize(width: 1, height: 1)
    var prediction = planes(size) { _, _ in 0 }
    try MissedPeople.add(from: planes(size) { _, _ in 1 }, to: &prediction)
    #expect(value(prediction, x: 0, y: 0) == 1)
  }
}
