import Imaging

/// The part of a picture that is looked at once more, larger, for the sake of one head.
struct HeadWindow {
  /// In pixels of the picture that the mattes are made for.
  let rect: PixelRect
  /// The size at which the network sees it.
  let input: PixelSize

  /// The long side of a square window as a multiple of the longer side of the face's bounds (eyebrows to lips): a head with
  /// its hair, and enough of what is round it to tell hair from background.
  private static let margin = 5.0
  /// A second look pays where it shows the head at least this much larger.
  private static let worthwhileGain = 1.35
  /// A window of the whole picture's shape must show at least this share of a square one's side.
  private static let narrowest = 0.8
  /// A window that the picture has no room for is square or has this shape: short side to long side. What the network makes
  /// ready for a shape of its own would be kept for a few pictures.
  private static let shapeWhereCut = 0.75

  /// The window for a face in a picture of `size`; nil where the whole picture shows the head about as large already.
  ///
  /// Windows have the shape at which the network saw the whole picture, unless that is long and narrow: what the
  /// network makes ready for a shape takes memory of its own.
  ///
  /// - Parameters:
  ///   - longSide: of a square window, as the network sees it.
  ///   - wholeInput: the size at which the network saw the whole picture.
  init?(for face: Face, in size: PixelSize, longSide: Int, wholeInput: PixelSize) {
    let side =
      max(face.bounds.width * Double(size.width), face.bounds.height * Double(size.height)) * Self.margin
    guard side.isFinite, side >= 16, !face.bounds.pixels(in: size).isEmpty else { return nil }
    let shortest = Double(min(wholeInput.width, wholeInput.height))
    let isWide = shortest >= Self.narrowest * Double(longSide)
    let shape = isWide ? wholeInput : PixelSize(width: longSide, height: longSide)
    let scale = side / Double(longSide)
    guard Double(max(shape.width, shape.height)) * scale < 1e9 else { return nil }
    /// Moved inside the picture rather than cut off at its edge: the shape stays.
    func window(_ shape: PixelSize, at scale: Double) -> PixelRect {
      func span(_ length: Int, round middle: Double, in whole: Int) -> Range<Int> {
        let length = min(Int((Double(length) * scale).rounded(.up)), whole)
        let start = Int((middle - Double(length) / 2).rounded(.down))
        let from = min(max(start, 0), whole - length)
        return from..<from + length
      }
      let columns = span(shape.width, round: face.bounds.midX * Double(size.width), in: size.width)
      // The bounds end at the lips: the middle of the head with its hair is a little higher.
      let middle = (face.bounds.midY - 0.15 * face.bounds.height) * Double(size.height)
      let rows = span(shape.height, round: middle, in: size.height)
      return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
    let wanted = window(shape, at: scale)
    guard wanted.width >= 16, wanted.height >= 16 else { return nil }
    let isCut =
      Double(wanted.width) < Double(shape.width) * scale || Double(wanted.height) < Double(shape.height) * scale
    if isCut {
      let shortest = min(wanted.width, wanted.height)
      let share = Double(shortest) / Double(max(wanted.width, wanted.height))
      let short = share > Self.shapeWhereCut ? longSide : Int(Double(longSide) * Self.shapeWhereCut)
      let isTall = wanted.height > wanted.width
      input = PixelSize(width: isTall ? short : longSide, height: isTall ? longSide : short)
      rect = window(input, at: Double(shortest) / Double(short))
    } else {
      (rect, input) = (wanted, shape)
    }
    let gain =
      Double(input.width) / Double(rect.width) / (Double(wholeInput.width) / Double(size.width))
    guard gain >= Self.worthwhileGain else { return nil }
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
