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

  /// The teeth of a half-size picture; of one that is twice as large, if there is one.
  private func plane(
    of faces: [Face], in half: PixelBuffer, whole: PixelBuffer? = nil, weights: ModelWeights = .default
  ) throws -> [UInt8]? {
    let mouths = try OpenMouth.all(of: faces, in: whole ?? half, orientation: .up, half: half)
    return try TeethMatte.plane(for: mouths, in: half.size, by: TeethNetwork(weights, store: .default))
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

  @Test(arguments: [Float(0.5), 0.82])
  func `a pixel is one half at the threshold, and 0 or 1 where the network is certain`(threshold: Float) {
    func share(_ probability: Float) -> Float { TeethMatte.share(of: probability, threshold: threshold) }
    #expect(share(0) == 0 && share(1) == 1 && abs(share(threshold) - 0.5) < 1e-5)
    let shares = (0...100).map { share(Float($0) / 100) }
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 })
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

  @Test func `people without landmarks have no teeth, others have theirs`() throws {
    let far = Face(bounds: NormalizedRect(x: 0.2, y: 0.15, width: 0.6, height: 0.7))
    #expect(try plane(of: [far], in: portrait) == nil)
    #expect(try plane(of: [far, face], in: portrait) == plane(of: [face], in: portrait))
  }

  /// The mean difference of two planes where either has teeth.
  private func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
    let both = zip(one, other).filter { max($0, $1) > 127 }
    return both.reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(max(1, both.count))
  }

  @Test func `a small mouth's teeth are those of the pixels of the picture itself`() throws {
    // The mouth is 12 pixels wide in the half of it.
    let size = PixelSize(width: portrait.width / 4 * 2, height: portrait.height / 4 * 2)
    let small = try portrait.resized(to: size)
    let half = try small.resized(to: size.half)
    let wanted = try PixelBuffer(
      size: portrait.size, format: .l8, colorSpace: .linearGray,
      bytes: try #require(try plane(of: [face], in: portrait))
    ).resized(to: half.size, interpolation: .area).bytes
    let found = try #require(try plane(of: [face], in: half, whole: small))
    let blurred = try plane(of: [face], in: half) ?? [UInt8](repeating: 0, count: half.size.area)
    #expect(difference(found, wanted) < 25)
    #expect(difference(found, wanted) < difference(blurred, wanted))
  }
}
