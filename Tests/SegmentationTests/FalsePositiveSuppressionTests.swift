import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct FalsePositiveSuppressionTests {
  private let size = PixelSize(width: 32, height: 32)

  /// Planes that are the same everywhere.
  private func planes(hair: Float = 0, skin: Float = 0, portrait: Float, size: PixelSize) -> PlanarBuffer<Float> {
    var planes = PlanarBuffer<Float>(repeating: 0, size: size, planeCount: MatteChannel.allCases.count)
    for (channel, value) in [(MatteChannel.hair, hair), (.skin, skin), (.portrait, portrait)] {
      for index in 0..<size.area { planes.samples[channel.rawValue * size.area + index] = value }
    }
    return planes
  }

  /// The portrait of a prediction after a third network was heard.
  ///
  /// - Parameters:
  ///   - portrait: the pooled probability of two networks.
  ///   - larger: that of the surer one of them; nil where one predicted the photo.
  ///   - third: the probability of the third one.
  private func portrait(
    _ portrait: Float, larger: Float?, skin: Float = 0, third: Float
  ) throws -> Float {
    let guide = PixelBuffer(size: size, format: .rgba8, bytes: [UInt8](repeating: 0, count: 4 * size.area))
    var prediction = CoarsePrediction(
      planes: planes(skin: skin, portrait: portrait, size: size), guide: guide, inputSize: size,
      largerPortrait: larger.map { [Float](repeating: $0, count: size.area) })
    FalsePositiveSuppression.apply(to: &prediction, by: planes(portrait: third, size: size))
    let values = Set(prediction.planes[MatteChannel.portrait.rawValue])
    #expect(values.count == 1)
    #expect(prediction.planes[MatteChannel.skin.rawValue].allSatisfy { $0 == skin })
    return try #require(values.first)
  }

  @Test func `if two networks are uncertain, the third decides that nobody is there`() throws {
    #expect(try portrait(0.6, larger: 0.7, third: 0.05) < 0.3)
  }

  @Test func `if one of the two is certain, the third is ignored`() throws {
    #expect(try portrait(0.6, larger: 0.95, third: 0.05) == 0.6)
  }

  @Test func `no person is added, because the third network includes passers-by`() throws {
    #expect(try portrait(0.1, larger: 0.2, third: 0.95) == 0.1)
  }

  @Test func `skin stays within the person`() throws {
    #expect(try portrait(0.6, larger: 0.7, skin: 0.55, third: 0.05) > 0.5)
  }

  @Test func `the prediction of a single network is unchanged`() throws {
    #expect(try portrait(0.6, larger: nil, third: 0.05) == 0.6)
  }
}
