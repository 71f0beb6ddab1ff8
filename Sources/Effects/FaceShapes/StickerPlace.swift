import FilterGraph
import Imaging

/// Where on a face a sticker sits, and how it is seen from there.
struct StickerPlace {
  struct Spot {
    var anchor: Sticker.Anchor
    var size: Double
    /// In widths of the face, along its own axes.
    var shift: Point
    /// Whether it turns with the face; what is round looks the same from all sides.
    var turns: Bool
  }

  private let face: FaceShape
  private let center: SIMD3<Double>
  /// The sticker's width in pixels if the face looked into the camera.
  private let width: Double
  private let turns: Bool

  init(on face: FaceShape, _ spot: Spot) {
    self.face = face
    let (place, fraction) = StickerPlace.anchor(spot.anchor, of: face)
    center = place + face.across * spot.shift.x * face.width + face.down * spot.shift.y * face.width
    width = face.width * fraction * spot.size
    turns = spot.turns
  }

  /// The place in space, and how wide what sits there is, in widths of the face.
  private static func anchor(_ anchor: Sticker.Anchor, of face: FaceShape) -> (SIMD3<Double>, Double) {
    let fraction: Double
    let indices: [Int]
    /// Without a mesh: how far below the centre, in heights of the face.
    let below: Double
    switch anchor {
    case .eyes: (fraction, indices, below) = (0.98, [33, 133, 263, 362, 168], -0.13)
    case .nose: (fraction, indices, below) = (0.3, [4], 0.1)
    case .lips, .auto: (fraction, indices, below) = (0.6, [164], 0.2)
    case .forehead: (fraction, indices, below) = (0.9, [151], -0.38)
    }
    let points = indices.filter { $0 < face.points.count }.map { face.points[$0] }
    guard !points.isEmpty else { return (face.center + face.down * below * face.height, fraction) }
    return (points.reduce(.zero, +) / Double(points.count), fraction)
  }

  /// The sticker in the stored picture; empty where it is too small or too far out to be seen.
  func image(of picture: EffectValue.Picture, in subject: EffectSubject) -> Image {
    let height = width * Double(picture.size.height) / Double(picture.size.width)
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { u, v in
      let (u, v) = (u * width, v * height)
      return subject.stored(
        turns ? face.place(center, across: u, down: v) : face.place(center, right: u, below: v))
    }
    let isSeen = StickerPlace.area(of: corners) > 1 && corners.allSatisfy { abs($0.x) < 1e6 && abs($0.y) < 1e6 }
    guard isSeen, width >= 2, height >= 1 else { return .empty }
    // Shrunk well first; what is left to the perspective is sampled near one to one.
    let scale = min(1, 1.2 * width / Double(picture.size.width))
    let small = PixelSize(
      width: max(2, Int((Double(picture.size.width) * scale).rounded())),
      height: max(2, Int((Double(picture.size.height) * scale).rounded())))
    return picture.image.scaled(to: small)
      .applying(
        .perspectiveTransform(
          topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3]))
  }

  private static func area(of corners: [Point]) -> Double {
    var sum = 0.0
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      sum += corner.x * next.y - next.x * corner.y
    }
    return abs(sum) / 2
  }
}
