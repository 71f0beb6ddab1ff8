import Imaging
import Testing

/// Laws that hold for the mattes of every picture.
enum MatteLaws {
  /// - Parameters:
  ///   - mattes: upright ones.
  ///   - size: of the upright picture.
  ///   - faces: those that the mattes were made with.
  static func check(
    _ mattes: MatteSet, size: PixelSize, faces: [Face], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for matte in mattes {
      #expect(
        matte.pixels.size == size.half && matte.coordinateSpace == .upright, "\(matte.kind)",
        sourceLocation: sourceLocation)
      #expect(matte.pixels.bytes.contains { $0 >= 128 }, "\(matte.kind) is empty", sourceLocation: sourceLocation)
    }
    let none = [UInt8](repeating: 0, count: size.half.area)
    let (hair, skin, portrait) = (
      mattes[.hair]?.pixels.bytes ?? none, mattes[.skin]?.pixels.bytes ?? none,
      mattes[.portrait]?.pixels.bytes ?? none
    )
    var (shared, beyond) = (0, 0)
    for index in none.indices {
      let sum = Int(hair[index]) + Int(skin[index])
      if sum > 256 { shared += 1 }
      if sum > Int(portrait[index]) + 1 { beyond += 1 }
    }
    #expect(shared == 0, "pixels that hair and skin both claim", sourceLocation: sourceLocation)
    #expect(beyond == 0, "pixels of hair or skin outside the portrait", sourceLocation: sourceLocation)
    if let teeth = mattes[.teeth] {
      let stray = strayTeeth(teeth, faces: faces)
      #expect(stray == 0, "pixels of teeth outside the lips", sourceLocation: sourceLocation)
    }
  }

  /// Pixels of a teeth matte that are further than a pixel from every mouth's lips.
  private static func strayTeeth(_ teeth: Matte, faces: [Face]) -> Int {
    let size = teeth.pixels.size
    let mouths = faces.compactMap { $0.landmarks?.outline(of: .outerLips) }.map { outline in
      outline.map { SIMD2(Double($0.x) * Double(size.width), Double($0.y) * Double(size.height)) }
    }
    return teeth.pixels.bytes.indices.count { index in
      guard teeth.pixels.bytes[index] > 0 else { return false }
      let point = SIMD2(Double(index % size.width) + 0.5, Double(index / size.width) + 0.5)
      return !mouths.contains { isInside($0, point) || distance(from: point, to: $0) <= 1 }
    }
  }

  /// Whether a ray to the right crosses the outline an odd number of times.
  private static func isInside(_ outline: [SIMD2<Double>], _ point: SIMD2<Double>) -> Bool {
    var inside = false
    for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) where (a.y > point.y) != (b.y > point.y) {
      if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { inside.toggle() }
    }
    return inside
  }

  private static func distance(from point: SIMD2<Double>, to outline: [SIMD2<Double>]) -> Double {
    zip(outline, outline.dropFirst() + outline.prefix(1)).map { a, b in
      let (side, offset) = (b - a, point - a)
      let share = min(max((side * offset).sum() / max((side * side).sum(), 1e-9), 0), 1)
      let gap = offset - side * share
      return (gap * gap).sum().squareRoot()
    }.min() ?? .infinity
  }
}
