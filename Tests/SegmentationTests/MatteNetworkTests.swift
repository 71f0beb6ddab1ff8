import Imaging
import Inference
import Kernels
import Support
import Testing

@testable import Segmentation

@Suite struct MatteNetworkTests {
  @Test(arguments: [
    (PixelSize(width: 2016, height: 1512), PixelSize(width: 512, height: 384)),
    (PixelSize(width: 1512, height: 2016), PixelSize(width: 384, height: 512)),
    (PixelSize(width: 100, height: 100), PixelSize(width: 512, height: 512)),
    (PixelSize(width: 4000, height: 1), PixelSize(width: 512, height: 32)),
    (PixelSize(width: 1, height: 1), PixelSize(width: 512, height: 512)),
  ])
  func `a picture is shown at whole multiples of 32`(size: PixelSize, shown: PixelSize) {
    #expect(MatteNetwork.inputSize(for: size, longSide: 512) == shown)
  }

  @Test(arguments: [
    // As many pixels as a frame of 16:9 has at 512x288, whatever the shape.
    (PixelSize(width: 640, height: 360), 2.0, PixelSize(width: 512, height: 288)),
    (PixelSize(width: 200, height: 300), 2.0, PixelSize(width: 320, height: 480)),
    // No more than the picture has.
    (PixelSize(width: 100, height: 120), 2.0, PixelSize(width: 192, height: 256)),
    (PixelSize(width: 100, height: 120), 1.0, PixelSize(width: 96, height: 128)),
  ])
  func `a part of a picture is shown with as many pixels as a whole one, and no more than it has`(
    size: PixelSize, most: Double, shown: PixelSize
  ) {
    #expect(MatteNetwork.inputSize(for: size, area: 512 * 288, most: most) == shown)
  }

  /// With AMX, kernels of whole numbers for any shape crashed the process at a height of 544.
  @Test func `the network for frames accepts pictures of every height`() throws {
    let network = try MatteNetwork("people-research.xml", store: .default, precision: .f32)
    for height in stride(from: 32, through: 608, by: 32) {
      let size = PixelSize(width: 64, height: height)
      let gray = PixelBuffer(
        size: size, format: .rgba8, colorSpace: .sRGB, bytes: [UInt8](repeating: 128, count: 4 * size.area))
      let answer = try network.answer(for: gray, withFlipAugmentation: false)
      #expect(answer.planes.size == size.half)
      let isProbability = answer.planes.samples.allSatisfy { (0...1).contains($0) }
      #expect(isProbability)
    }
  }

  /// The output of the presence has the names of its last operations too, of which OpenVINO gave another one: the first
  /// run of a tool, which compiles the networks, ignored the presence of the network for photos, and people vanished
  /// from movies.
  @Test(arguments: ["people-research.xml", "photos-research.xml"], [nil, PixelSize(width: 256, height: 160)])
  func `a network gives the same, compiled or cached, for all sizes or for one`(
    name: String, prepared: PixelSize?
  ) throws {
    let scratch = try TemporaryFolder()
    let store = NetworkStore(compiledNetworks: .inFolder(scratch.url))
    let size = PixelSize(width: 256, height: 160)
    let gray = PixelBuffer(
      size: size, format: .rgba8, colorSpace: .sRGB, bytes: [UInt8](repeating: 128, count: 4 * size.area))
    let reference = try MatteNetwork(name, store: .default, precision: .f32)
    let expected = try reference.answer(for: gray, withFlipAugmentation: false)
    let presence = try #require(expected.presence)
    for _ in ["compiled", "cached"] {
      let network = try MatteNetwork(name, store: store, precision: .f32)
      try network.prepare(for: prepared)
      let answer = try network.answer(for: gray, withFlipAugmentation: false)
      #expect(abs(try #require(answer.presence) - presence) < 1e-4)
      let difference = zip(answer.planes.samples, expected.planes.samples).map { abs($0 - $1) }.max() ?? 1
      #expect(difference < 1e-3)
    }
  }
}
