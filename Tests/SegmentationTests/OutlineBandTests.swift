import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct OutlineBandTests {
  private let size = PixelSize(width: 96, height: 48)

  /// Planes of somebody who fills the left half, with an outline that takes `width` pixels, settled.
  private func settled(
    outline width: Float = 6, step: Int = 1, hair: Float = 0, _ change: (inout PlanarBuffer<Float>) -> Void = { _ in }
  ) throws -> PlanarBuffer<Float> {
    var planes = PlanarBuffer<Float>(repeating: 0, size: size, planeCount: MatteChannel.allCases.count)
    for index in 0..<size.area {
      let place = (Float(size.width) / 2 - 0.5 - Float(index % size.width)) / width + 0.5
      planes.samples[MatteChannel.portrait.rawValue * size.area + index] = min(max(place, 0), 1)
    }
    for y in 0..<size.height { planes.samples[MatteChannel.hair.rawValue * size.area + y * size.width + 60] = hair }
    change(&planes)
    try OutlineBand.apply(to: &planes, step: step)
    return planes
  }

  private func set(
    _ planes: inout PlanarBuffer<Float>, _ channel: MatteChannel, columns: Range<Int>, to value: Float
  ) {
    for y in 0..<size.height {
      for x in columns { planes.samples[channel.rawValue * size.area + y * size.width + x] = value }
    }
  }

  private func value(_ planes: PlanarBuffer<Float>, _ channel: MatteChannel, x: Int) -> Float {
    planes.samples[channel.rawValue * size.area + size.height / 2 * size.width + x]
  }

  @Test func `low values away from people are removed, in all planes`() throws {
    let planes = try settled { planes in
      for channel in MatteChannel.allCases { set(&planes, channel, columns: 70..<90, to: 0.29) }
    }
    for channel in MatteChannel.allCases {
      for x in 60..<96 { #expect(value(planes, channel, x: x) == 0) }
    }
  }

  @Test func `uncertainty deep inside a person is removed, and hair and skin stay`() throws {
    let planes = try settled { planes in
      set(&planes, .portrait, columns: 10..<30, to: 0.6)
      set(&planes, .skin, columns: 10..<30, to: 0.4)
    }
    #expect(value(planes, .portrait, x: 20) == 1)
    #expect(value(planes, .skin, x: 20) == 0.4)
  }

  @Test func `the outline and a gap stay as they were`() throws {
    let planes = try settled { set(&$0, .portrait, columns: 20..<24, to: 0.1) }
    #expect(value(planes, .portrait, x: 22) == 0.1)
    for x in 45...50 {
      let place = (Float(size.width) / 2 - 0.5 - Float(x)) / 6 + 0.5
      #expect(value(planes, .portrait, x: x) == min(max(place, 0), 1))
    }
  }

  @Test func `strands reach further than an outline does`() throws {
    let haze = { (planes: inout PlanarBuffer<Float>) in set(&planes, .portrait, columns: 66..<96, to: 0.3) }
    let strands = try settled(hair: 0.5, haze)
    #expect(value(strands, .portrait, x: 70) == 0.3)
    #expect(value(strands, .portrait, x: 90) == 0)
    #expect(try value(settled(haze), .portrait, x: 70) == 0)
  }

  @Test func `planes of half the network's size have half the reach`() throws {
    let whole = try settled(outline: 40)
    let half = try settled(outline: 40, step: 2)
    #expect(value(whole, .portrait, x: 51) > 0 && value(half, .portrait, x: 51) == 0)
    #expect(value(half, .portrait, x: 48) > 0)
  }
}
