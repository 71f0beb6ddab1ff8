import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct PeopleConfirmationTests {
  private let size = PixelSize(width: 128, height: 96)

  private func prediction(_ size: PixelSize, _ isPerson: (Int, Int) -> Bool) -> CoarsePrediction {
    var planes = PlanarBuffer<Float>(repeating: 0, size: size, planeCount: MatteChannel.allCases.count)
    for channel in [MatteChannel.hair, .portrait] {
      for index in 0..<size.area where isPerson(index % size.width, index / size.width) {
        planes.samples[channel.rawValue * size.area + index] = 0.9
      }
    }
    let guide = PixelBuffer(size: size, format: .rgba8, bytes: [UInt8](repeating: 0, count: 4 * size.area))
    return CoarsePrediction(planes: planes, guide: guide, inputSize: size)
  }

  private func values(_ prediction: CoarsePrediction, x: Int, y: Int) -> [Float] {
    [MatteChannel.hair, .portrait].map {
      prediction.planes.samples[$0.rawValue * size.area + y * size.width + x]
    }
  }

  /// The region is the right half of the photo: a person in the middle of the region, and grass at its right edge.
  private let region = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)

  private func confirmed(by people: CoarsePrediction, _ faces: [Face] = []) throws -> CoarsePrediction {
    var shown = prediction(size) { x, _ in (40..<70).contains(x) || x >= 110 }
    try PeopleConfirmation.apply(to: &shown, of: region, by: people, faces)
    return shown
  }

  @Test func `only parts stay in which the people network also finds a person`() throws {
    let people = prediction(PixelSize(width: 64, height: 24)) { x, _ in (43..<48).contains(x) || x < 20 }
    let shown = try confirmed(by: people)
    #expect(values(shown, x: 55, y: 40) == [0.9, 0.9])
    #expect(values(shown, x: 120, y: 40) == [0, 0])
  }

  @Test func `a part with a face stays`() throws {
    let nobody = prediction(PixelSize(width: 64, height: 24)) { _, _ in false }
    let face = Face(bounds: NormalizedRect(x: 0.95, y: 0.4, width: 0.02, height: 0.1))
    let shown = try confirmed(by: nobody, [face])
    #expect(values(shown, x: 120, y: 40) == [0.9, 0.9])
    #expect(values(shown, x: 55, y: 40) == [0, 0])
  }
}
