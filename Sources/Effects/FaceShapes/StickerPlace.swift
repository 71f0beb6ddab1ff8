import FilterGraph
import Glibc
import Imaging

/// The place and orientation of a sticker on a face.
struct StickerPlace {
  struct Spot {
    var anchor: Sticker.Anchor
    var size: Double
    /// In widths of the face, along its own axes.
    var shift: Point
    /// Whether it turns with the face; a round sticker looks the same from all sides.
    var turns: Bool
  }

  private let face: FaceShape
  private let center: SIMD3<Double>
  /// The sticker's width in pixels on a frontal face.
  let width: Double
  private let turns: Bool
  /// The distances of the eyes from the middle between them, as seen, in pixels: of the eye on the viewer's left of an
  /// upright face, and of the other one. Each half of the sticker covers one. Nil if the sticker is not at the eyes.
  private let eyes: (left: Double, right: Double)?

  init(on face: FaceShape, _ spot: Spot) {
    self.face = face
    let (place, fraction) = StickerPlace.anchor(spot.anchor, of: face)
    center = place + face.across * spot.shift.x * face.width + face.down * spot.shift.y * face.width
    width = face.width * fraction * spot.size
    turns = spot.turns
    eyes = spot.anchor == .eyes ? StickerPlace.eyes(of: face, from: place) : nil
  }

  /// The corners of the eyes in the face mesh: on the viewer's left of an upright face, and on the right.
  private static let eyeCorners = (left: [33, 133], right: [263, 362])

  /// The distances of both eyes from `middle` across the face, as seen; nil for a face without mesh.
  private static func eyes(of face: FaceShape, from middle: SIMD3<Double>) -> (left: Double, right: Double)? {
    let axis = axis(of: face, turned: 0)
    func distance(_ corners: [Int]) -> Double? {
      guard corners.allSatisfy(face.points.indices.contains) else { return nil }
      let eye = corners.map { face.points[$0] }.reduce(.zero, +) / Double(corners.count)
      return abs(((eye - middle) * axis).sum())
    }
    guard let left = distance(eyeCorners.left), let right = distance(eyeCorners.right) else { return nil }
    return (left, right)
  }

  /// The place in space, and the width of the sticker's support there, in widths of the face.
  private static func anchor(_ anchor: Sticker.Anchor, of face: FaceShape) -> (SIMD3<Double>, Double) {
    let fraction: Double
    let indices: [Int]
    /// Without a mesh: the distance below the centre, in heights of the face.
    let below: Double
    switch anchor {
    case .eyes: (fraction, indices, below) = (0.98, eyeCorners.left + eyeCorners.right + [168], -0.13)
    case .nose: (fraction, indices, below) = (0.3, [4], 0.1)
    case .lips, .auto: (fraction, indices, below) = (0.6, [164], 0.2)
    case .forehead: (fraction, indices, below) = (0.9, [151], -0.38)
    }
    let points = indices.filter { $0 < face.points.count }.map { face.points[$0] }
    guard !points.isEmpty else { return (face.center + face.down * below * face.height, fraction) }
    return (points.reduce(.zero, +) / Double(points.count), fraction)
  }

  /// A part of the sticker that is flat in space.
  private struct Leaf {
    /// Its left and right edge, in widths of the sticker from its middle.
    let left, right: Double
    /// From the face's left to its right.
    let axis: SIMD3<Double>
  }

  /// The sticker in perspective: flat, or from a half profile on two halves folded back round the face, of which the
  /// farther one is hidden before the nearer one is seen from the side.
  private var leaves: [Leaf] {
    let own = asin(-face.across.z.clamped(to: -1...1))
    // The mesh of a profile turns less than the head does.
    let trust = ((abs(face.yaw) - .pi / 6) / (.pi / 9)).clamped(to: 0...1)
    let turn = abs(face.yaw) > abs(own) ? own + (face.yaw - own) * trust : own
    let fold = Self.fold * ((abs(turn) - .pi / 6) / (.pi / 6)).clamped(to: 0...1)
    let share = eyes == nil ? 0 : Self.eyeShare(turned: abs(turn))
    guard fold > 0 || share > 0 else { return [Leaf(left: -0.5, right: 0.5, axis: Self.axis(of: face, turned: turn))] }
    let side: Double = turn < 0 ? -1 : 1
    let halves = [(-side, abs(turn) + fold, 0), (side, abs(turn) - fold, 0.01)]
    let turned = halves.map { half, angle, over in
      (half, angle + ((self.angle(toEye: half) ?? angle) - angle) * share, over)
    }
    return turned.filter { $0.1 < .pi / 2 }.map { half, angle, over in
      // The nearer half overlaps the fold a little, so that no seam is visible.
      Leaf(left: half < 0 ? -0.5 : -over, right: half < 0 ? over : 0.5, axis: Self.axis(of: face, turned: side * angle))
    }
  }

  /// The angle by which each half of a sticker is folded back on a face in profile.
  private static let fold = 35 * Double.pi / 180

  /// The distance of an eye from the middle between both, in widths of the face.
  private static let eyeDistance = 0.205

  /// The weight of the angle that covers the eye, against that of the fold: 0 on a frontal face, where the sticker is
  /// flat, and in profile, where the mesh only guesses the farther eye.
  private static func eyeShare(turned angle: Double) -> Double {
    let degrees = angle * 180 / .pi
    return ((degrees - 15) / 15).clamped(to: 0...1) * ((75 - degrees) / 15).clamped(to: 0...1)
  }

  /// The angle by which a half must be turned to cover its eye: a face is rounder than the sticker.
  private func angle(toEye half: Double) -> Double? {
    guard let eyes else { return nil }
    let seen = (half < 0 ? eyes.left : eyes.right) / (Self.eyeDistance * face.width)
    return acos(seen.clamped(to: 0...1))
  }

  /// The direction of a part of the sticker, from the face's left to its right, turned by an angle about the vertical.
  private static func axis(of face: FaceShape, turned angle: Double) -> SIMD3<Double> {
    let level = max(hypot(face.across.x, face.across.y), 1e-6)
    let (x, y) = (face.across.x / level, face.across.y / level)
    return SIMD3(x * cos(angle), y * cos(angle), -sin(angle))
  }

  /// The sticker in the stored picture; empty if it is too small or too far outside to be visible.
  func image(of picture: EffectValue.Picture, in subject: EffectSubject) -> Image {
    let height = width * Double(picture.size.height) / Double(picture.size.width)
    guard width >= 2, height >= 1 else { return .empty }
    // Reduced with high quality first; the perspective transform then samples it near one to one.
    let scale = min(1, 1.2 * width / Double(picture.size.width))
    let small = PixelSize(
      width: max(2, Int((Double(picture.size.width) * scale).rounded())),
      height: max(2, Int((Double(picture.size.height) * scale).rounded())))
    let leaves = turns ? leaves : [Leaf(left: -0.5, right: 0.5, axis: face.across)]
    return leaves.reduce(.empty) { below, leaf in
      // Whole columns, so that the halves meet.
      let (first, last) = (column(leaf.left, of: small), column(leaf.right, of: small))
      let (left, right) = (
        Double(first) / Double(small.width) - 0.5, Double(last) / Double(small.width) - 0.5
      )
      let corners = [(left, -0.5), (right, -0.5), (right, 0.5), (left, 0.5)].map { u, v in
        let (u, v) = (u * width, v * height)
        return subject.stored(
          turns
            ? face.place(center, across: u, down: v, along: leaf.axis) : face.place(center, right: u, below: v))
      }
      let isSeen = StickerPlace.area(of: corners) > 1 && corners.allSatisfy { abs($0.x) < 1e6 && abs($0.y) < 1e6 }
      guard isSeen else { return below }
      return picture.image.scaled(to: small)
        .cropped(to: PixelRect(x: first, y: 0, width: last - first, height: small.height))
        .applying(
          .perspectiveTransform(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        )
        .composited(over: below)
    }
  }

  /// An end of the sticker, in pixels of the upright picture.
  struct End {
    /// -1 on the face's left as the viewer sees it when it is upright, 1 on its right.
    let side: Double
    /// Its place, and the middle of the part of the sticker that ends there.
    let place, middle: Point
  }

  /// The visible ends, at a height below the sticker's middle in widths of the sticker.
  func ends(below height: Double) -> [End] {
    leaves.flatMap { leaf in
      [leaf.left, leaf.right].filter { abs($0) == 0.5 }.map { end in
        let (place, middle) = (seen(end, below: height, on: leaf), seen(0, below: height, on: leaf))
        return End(side: end < 0 ? -1 : 1, place: place, middle: middle)
      }
    }
  }

  /// Where a place of the sticker is seen, in pixels of the upright picture; nil if its half is hidden.
  ///
  /// - Parameter across: from the sticker's middle, in widths of the sticker.
  func seen(_ across: Double) -> Point? {
    leaves.first { $0.left <= across && across <= $0.right }.map { seen(across, below: 0, on: $0) }
  }

  private func seen(_ across: Double, below height: Double, on leaf: Leaf) -> Point {
    face.place(center, across: across * width, down: height * width, along: leaf.axis)
  }

  private func column(_ place: Double, of size: PixelSize) -> Int {
    Int(((place + 0.5) * Double(size.width)).rounded())
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
