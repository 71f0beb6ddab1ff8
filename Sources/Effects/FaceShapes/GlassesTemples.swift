import FilterGraph
import Glibc
import Imaging

/// The temples of the drawn glasses: bars from the ends of the frame back to the ears, visible as far as the head is
/// turned.
enum GlassesTemples {
  /// The length of the bars beyond the mesh's last point before the ear, as a fraction of their length up to there.
  private static let beyond = 0.35

  /// - Parameters:
  ///   - place: of the frame.
  ///   - shift: of the frame, in widths of the face along its own axes.
  /// - Returns: a picture in the stored frame; nil if both are hidden, or the face has no mesh.
  static func image(on face: FaceShape, _ place: StickerPlace, shift: Point, in subject: EffectSubject) -> Image? {
    let bars = place.ends(below: StickerDrawing.temple.below).compactMap { end -> [Point]? in
      // At the height of the ear's top and at its middle, of the subject's right or left.
      let indices = end.side < 0 ? [127, 234] : [356, 454]
      guard indices.allSatisfy(face.points.indices.contains) else { return nil }
      let ear = face.points[indices[0]] * 0.8 + face.points[indices[1]] * 0.2
      let moved = ear + face.across * shift.x * face.width + face.down * shift.y * face.width
      return bar(from: end, to: Point(x: moved.x, y: moved.y), thickness: StickerDrawing.temple.thickness * place.width)
    }
    guard !bars.isEmpty else { return nil }
    let area = PixelRect(subject.size)
    let mask = Image.union(of: bars.map { AreaMask.image([$0.map(subject.stored)], in: area) }, in: area)
    return Image.color(StickerDrawing.frame).masked(by: mask).cropped(to: area)
  }

  /// The outline of a tapering bar; nil if the ear is not beyond the end of the frame.
  private static func bar(from end: StickerPlace.End, to ear: Point, thickness: Double) -> [Point]? {
    let (outX, outY) = (end.place.x - end.middle.x, end.place.y - end.middle.y)
    let (dx, dy) = (ear.x - end.place.x, ear.y - end.place.y)
    let (half, length) = (hypot(outX, outY), hypot(dx, dy))
    guard half > 0, length > 0, dx * outX + dy * outY > 0.5 * length * half else { return nil }
    let (u, v) = (dx / length, dy / length)
    // From within the frame, so that no gap is visible, and on over the ear, because the mesh ends before it.
    let over = Self.beyond * length
    let tip = Point(x: ear.x + u * over, y: ear.y + v * over)
    let start = Point(x: end.place.x - u * thickness, y: end.place.y - v * thickness)
    let (a, b) = (thickness / 2, thickness * 0.35)
    return [
      Point(x: start.x + v * a, y: start.y - u * a), Point(x: tip.x + v * b, y: tip.y - u * b),
      Point(x: tip.x - v * b, y: tip.y + u * b), Point(x: start.x - v * a, y: start.y + u * a),
    ]
  }
}
