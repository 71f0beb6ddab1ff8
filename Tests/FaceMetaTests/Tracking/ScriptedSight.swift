import Imaging

@testable import FaceMeta

/// A face whose way is known.
struct ScriptedFace: Sendable {
  /// What it looks like: faces of different numbers look different.
  var look: Int
  /// Its bounds at a time in seconds, in pixels; nil where it is not to be seen.
  var box: @Sendable (Double) -> FaceBox?
  var roll: @Sendable (Double) -> Angle = { _ in .zero }
  var confidence = 0.95

  static func box(_ x: Double, _ y: Double, side: Double = 40) -> FaceBox {
    FaceBox(middle: SIMD2(x, y), extent: SIMD2(side, side))
  }
}

/// Sees faces where a script has them, instead of looking at pixels.
struct ScriptedSight: FaceSight {
  var faces: [ScriptedFace]
  /// A detector's part that finds face n is the one of number `n % partCount`.
  var partCount = 1
  /// Is told of each face that is looked for, with the time.
  var onLook: (@Sendable (Double, ExpectedFace) -> Void)?

  func scene(of frame: Frame) throws(FaceError) -> any FaceScene {
    ScriptedScene(
      size: ScriptedFilm.size, thumbnail: frame.pixels, partCount: partCount, time: frame.time.seconds, onLook: onLook,
      seen: faces.enumerated().compactMap { number, face in
        guard let box = face.box(frame.time.seconds) else { return nil }
        return (number, FaceSighting(face, box: box, at: frame.time.seconds))
      })
  }
}

extension FaceSighting {
  init(_ face: ScriptedFace, box: FaceBox, at time: Double) {
    let crop = FaceCrop(
      middle: SIMD2(Float(box.middle.x), Float(box.middle.y)), side: Float(box.side * 1.5), roll: 0)
    // Patterns of different frequencies.
    let look = (0..<192).map { 0.5 + 0.4 * ((($0 / (face.look + 1)) % 2 == 0) ? Float(1) : -1) }
    self.init(
      box: box, roll: face.roll(time), yaw: .degrees(0),
      knownYaw: KnownYaw(told: .degrees(0), geometry: .degrees(0)), pitch: .degrees(0),
      points: [SIMD3(Float(box.middle.x), Float(box.middle.y), 0)], crop: crop, score: 0.9,
      confidence: face.confidence, appearance: FaceAppearance(values: look))
  }
}

private struct ScriptedScene: FaceScene {
  let size: PixelSize
  let thumbnail: PixelBuffer
  let partCount: Int
  let time: Double
  let onLook: (@Sendable (Double, ExpectedFace) -> Void)?
  let seen: [(number: Int, sighting: FaceSighting)]

  func sighting(of expected: ExpectedFace) throws(FaceError) -> FaceSighting? {
    onLook?(time, expected)
    // Like the mesh it knows no face from another: it takes the nearest.
    return seen.map(\.sighting).filter { expected.admits($0.box) && $0.box.visibleShare(in: size) > 0.6 }.min {
      distance($0, expected) < distance($1, expected)
    }
  }

  func search(_ parts: [Int], besides known: [FaceBox], limit: Int) throws(FaceError) -> [FaceSighting] {
    seen.filter { parts.contains($0.number % partCount) }.map(\.sighting).filter { sighting in
      sighting.box.visibleShare(in: size) > 0.8 && !known.contains { $0.isSameFace(as: sighting.box) }
    }
  }

  private func distance(_ sighting: FaceSighting, _ expected: ExpectedFace) -> Double {
    let offset = sighting.box.middle - expected.box.middle
    return (offset * offset).sum()
  }
}
