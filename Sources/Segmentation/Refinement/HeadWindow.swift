import Imaging

/// The part of a picture that is looked at once more, larger, for the sake of one head.
struct HeadWindow {
  /// In pixels of the picture that the mattes are made for.
  let rect: PixelRect

  /// Sides of a window as a multiple of the longer side of the face's bounds (eyebrows to lips): a head with its hair, and
  /// enough of what is round it to tell hair from background.
  private static let margin = 5.0
  /// A second look pays where it shows the head at least this much larger.
  private static let worthwhileGain = 1.35

  /// The window for a face in a picture of `size`; nil where the whole picture shows the head about as large already.
  init?(for face: Face, in size: PixelSize, longSide: Int, wholeLongSide: Int) {
    let width = face.bounds.width * Double(size.width)
    let height = face.bounds.height * Double(size.height)
    let side = max(width, height) * Self.margin
    guard side.isFinite, side >= 16 else { return nil }
    let x = face.bounds.midX * Double(size.width)
    // The bounds end at the lips: the middle of the head with its hair is a little higher.
    let y = face.bounds.midY * Double(size.height) - 0.15 * height
    let square = NormalizedRect(
      x: (x - side / 2) / Double(size.width), y: (y - side / 2) / Double(size.height),
      width: side / Double(size.width), height: side / Double(size.height))
    let rect = square.pixels(in: size)
    guard rect.width >= 16, rect.height >= 16 else { return nil }
    let gain =
      (Double(longSide) / Double(max(rect.width, rect.height)))
      / (Double(wholeLongSide) / Double(max(size.width, size.height)))
    guard gain >= Self.worthwhileGain else { return nil }
    self.rect = rect
  }

  /// How much the second look counts at a pixel of the window: 1 inside, falling to 0 at its edges, except where an edge is
  /// the picture's own.
  func weights(in size: PixelSize) -> (columns: [Float], rows: [Float]) {
    func ramp(_ length: Int, startsAtEdge: Bool, endsAtEdge: Bool) -> [Float] {
      let feather = max(1, Float(length) * 0.2)
      return (0..<length).map { index in
        let position = Float(index) + 0.5
        let start = startsAtEdge ? 1 : min(1, position / feather)
        let end = endsAtEdge ? 1 : min(1, (Float(length) - position) / feather)
        let weight = min(start, end)
        return weight * weight * (3 - 2 * weight)
      }
    }
    return (
      ramp(rect.width, startsAtEdge: rect.minX == 0, endsAtEdge: rect.maxX == size.width),
      ramp(rect.height, startsAtEdge: rect.minY == 0, endsAtEdge: rect.maxY == size.height)
    )
  }
}
