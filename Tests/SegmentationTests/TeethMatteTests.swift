import FaceMeta
import FoundationEssentials
import Imaging
import Inference
import Kernels
import Models
import PhotoFile
import Testing

@testable import Segmentation

/// The teeth of the sample portrait, who smiles: places are read off it.
@Suite(.enabled(if: SamplePortrait.isReady, "needs set-up's networks and sample"))
struct TeethMatteTests {
  private let portrait: PixelBuffer
  private let face: Face

  init() throws {
    portrait = try Photo(contentsOf: SamplePortrait.file).pixels.converted(to8Bit: .rgba8)
    face = try #require(try FaceDetector().faces(in: portrait).first)
  }

  private func plane(
    of faces: [Face], in picture: PixelBuffer, weights: ModelWeights = .default
  ) throws -> [UInt8]? {
    try TeethMatte.plane(for: faces, in: picture, by: TeethNetwork(weights, store: .default))
  }

  @Test(arguments: ModelWeights.allCases)
  func `teeth are white, lips and skin beside them black`(weights: ModelWeights) throws {
    let teeth = try #require(try plane(of: [face], in: portrait, weights: weights))
    func value(_ x: Int, _ y: Int) -> UInt8 { teeth[y * portrait.width + x] }
    for x in [214, 222, 231] { #expect(value(x, 145) > 127, "a tooth at \(x)") }
    #expect(value(222, 133) < 30, "the upper lip")
    #expect(value(222, 164) < 30, "the lower lip")
    #expect(value(222, 172) == 0, "the chin")
    #expect(value(170, 147) == 0, "a cheek")
  }

  @Test func `the mirror image has the mirrored teeth`() throws {
    let teeth = try #require(try plane(of: [face], in: portrait))
    let mirrored = portrait.oriented(by: .upMirrored)
    let other = try #require(try FaceDetector().faces(in: mirrored).first)
    let back = try #require(try plane(of: [other], in: mirrored))
    let width = portrait.width
    let (both, either) = teeth.indices.reduce((0, 0)) { counts, index in
      let there = (teeth[index] > 127, back[index / width * width + width - 1 - index % width] > 127)
      return (counts.0 + (there.0 && there.1 ? 1 : 0), counts.1 + (there.0 || there.1 ? 1 : 0))
    }
    #expect(either > 100 && Double(both) > 0.8 * Double(either))
  }

  @Test func `a mouth painted over, and closed lips, show none`() throws {
    let skin = PixelBuffer(
      size: portrait.size, format: .rgba8,
      bytes: (0..<portrait.size.area).flatMap { _ in [196, 140, 116, 255] as [UInt8] })
    #expect(try plane(of: [face], in: skin) == nil)
    let closed = SyntheticMouth(x: 222, y: 147, width: 60, opening: 2).face(in: portrait.size)
    #expect(try plane(of: [closed], in: portrait) == nil)
  }

  @Test func `people without landmarks have none, those beside them theirs`() throws {
    let far = Face(bounds: NormalizedRect(x: 0.2, y: 0.15, width: 0.6, height: 0.7))
    #expect(try plane(of: [far], in: portrait) == nil)
    #expect(try plane(of: [far, face], in: portrait) == plane(of: [face], in: portrait))
  }
}
