import Glibc
import Imaging
import Kernels

/// The part of a picture that is predicted once more, larger, for one head.
struct HeadCrop {
  /// In pixels of the half-size picture.
  let rect: PixelRect
  /// The size of the network's input.
  let input: PixelSize
  /// The bounds of the face, in pixels of the half-size picture.
  let face: PixelRect

  /// The side of a square crop, in longer sides of the face's bounds (eyebrows to lips): the head with its hair, and
  /// enough surroundings to separate hair from background.
  private static let margin = 5.0
  /// A close-up pass pays if it shows the head at least this many times as large.
  private static let worthwhileGain = 1.35
  /// A crop of the whole picture's shape must be at least this fraction of a square one on its short side.
  private static let narrowest = 0.8
  /// A crop limited by the picture's edges is square or has this ratio of short to long side. A network compiled for
  /// any other shape would serve few pictures.
  private static let shapeWhereCut = 0.75

  /// The crop for a face in a picture of `size`; nil if the whole picture already shows the head about as large.
  ///
  /// Crops have the shape of the whole picture's input, unless that is long and narrow: each input shape takes memory
  /// of its own.
  ///
  /// - Parameters:
  ///   - longSide: the long side of the input for a square crop, in pixels.
  ///   - wholeInput: the size of the network's input for the whole picture.
  ///   - maximumScale: the maximum number of input pixels per pixel of the picture, along a side. A smaller head is
  ///     shown with more of its surroundings.
  ///   - scale: the size at which the head was shown so far, in pixels of the input for one of the picture; nil if it
  ///     was shown with the whole picture.
  init?(
    for face: Face, in size: PixelSize, longSide: Int, wholeInput: PixelSize, maximumScale: Double = .infinity,
    scale shown: Double? = nil
  ) {
    self.face = face.bounds.pixels(in: size)
    let side =
      max(face.bounds.width * Double(size.width), face.bounds.height * Double(size.height)) * Self.margin
    guard side.isFinite, side >= 16, !self.face.isEmpty else { return nil }
    let shortest = Double(min(wholeInput.width, wholeInput.height))
    let isWide = shortest >= Self.narrowest * Double(longSide)
    let shape = isWide ? wholeInput : PixelSize(width: longSide, height: longSide)
    let scale = max(side / Double(longSide), 1 / maximumScale)
    guard Double(max(shape.width, shape.height)) * scale < 1e9 else { return nil }
    let wanted = Self.rect(of: face, in: size, shape: shape, scale: scale)
    guard wanted.width >= 16, wanted.height >= 16 else { return nil }
    let isCut =
      Double(wanted.width) < Double(shape.width) * scale || Double(wanted.height) < Double(shape.height) * scale
    if isCut {
      let shortest = min(wanted.width, wanted.height)
      let aspect = Double(shortest) / Double(max(wanted.width, wanted.height))
      let short = aspect > Self.shapeWhereCut ? longSide : Int(Double(longSide) * Self.shapeWhereCut)
      let isTall = wanted.height > wanted.width
      input = PixelSize(width: isTall ? short : longSide, height: isTall ? longSide : short)
      rect = Self.rect(of: face, in: size, shape: input, scale: Double(shortest) / Double(short))
    } else {
      (rect, input) = (wanted, shape)
    }
    let gain =
      Double(input.width) / Double(rect.width) / (shown ?? Double(wholeInput.width) / Double(size.width))
    guard gain >= Self.worthwhileGain else { return nil }
  }

  /// A crop at a face, moved inside the picture rather than cut, so that its shape stays.
  ///
  /// - Parameter scale: the pixels of the picture for one of `shape`, along a side.
  private static func rect(of face: Face, in size: PixelSize, shape: PixelSize, scale: Double) -> PixelRect {
    func span(_ length: Int, round center: Double, in whole: Int) -> Range<Int> {
      let length = min(Int((Double(length) * scale).rounded(.up)), whole)
      let start = Int((center - Double(length) / 2).rounded(.down))
      let from = min(max(start, 0), whole - length)
      return from..<from + length
    }
    let columns = span(shape.width, round: face.bounds.midX * Double(size.width), in: size.width)
    // The bounds end at the lips, so that the center of the head with its hair is a little higher.
    let center = (face.bounds.midY - 0.15 * face.bounds.height) * Double(size.height)
    let rows = span(shape.height, round: center, in: size.height)
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The part of a close-up that is used.
  enum Extent {
    /// All of it: hands and shoulders near a head are refined too.
    case crop
    /// The head. Elsewhere a close-up may miss parts of people, whom it shows without the rest of their bodies.
    case head
  }

  /// The sample of a portrait from which on a person is certain, beyond the head.
  private static let certain: Float = 242

  /// Blends planes of the close-up, of the size of ``rect``, into those of the whole picture. Beyond the head nothing is
  /// removed from a portrait that is certain: a close-up may miss an arm, which it shows without the rest of the body.
  func blend(_ closeUp: PlanarBuffer<UInt8>, into planes: inout PlanarBuffer<UInt8>, within extent: Extent) {
    let portrait = MatteChannel.portrait.rawValue * planes.size.area
    forEachSample(of: extent, in: planes.size) { source, target, weight, nearness in
      let whole = Float(planes.samples[target])
      var value = whole + (Float(closeUp.samples[source]) - whole) * weight
      if whole >= Self.certain, target >= portrait, target < portrait + planes.size.area {
        value = max(value, whole * (1 - nearness))
      }
      planes.samples[target] = UInt8(value.rounded())
    }
  }

  /// Adds the head of the close-up, of the size of ``rect``, to planes of the picture. Nothing is removed.
  func addHead(of closeUp: PlanarBuffer<UInt8>, to planes: inout PlanarBuffer<UInt8>) {
    forEachSample(of: .head, in: planes.size) { source, target, weight, _ in
      let value = UInt8((Float(closeUp.samples[source]) * weight).rounded())
      planes.samples[target] = max(planes.samples[target], value)
    }
  }

  /// The radii round the middle of a face, in longer sides of its bounds, up to which the close-up of a head counts in
  /// full and at all.
  private static let reach: (full: Float, most: Float) = (1.3, 2)

  /// Calls `body` for each sample of an extent: with its index in the planes of the close-up, with that in planes of a
  /// picture of `size`, with the weight of the close-up, and with the nearness to the head, both `0...1`.
  private func forEachSample(
    of extent: Extent, in size: PixelSize,
    _ body: (_ source: Int, _ target: Int, _ weight: Float, _ nearness: Float) -> Void
  ) {
    let side = Float(max(face.width, face.height))
    let middle = (x: Float(face.minX + face.maxX) / 2, y: Float(face.minY + face.maxY) / 2)
    let weights = weights(in: size)
    let shown = extent == .crop ? rect : face.outset(by: Int(Self.reach.most * side)).intersection(rect)
    for y in shown.minY..<shown.maxY {
      for x in shown.minX..<shown.maxX {
        var weight = weights.columns[x - rect.x] * weights.rows[y - rect.y]
        let distance = hypotf(Float(x) + 0.5 - middle.x, Float(y) + 0.5 - middle.y) / side
        let nearness = min(max((Self.reach.most - distance) / (Self.reach.most - Self.reach.full), 0), 1)
        if extent == .head { weight *= nearness }
        let (source, target) = ((y - rect.y) * rect.width + x - rect.x, y * size.width + x)
        for plane in 0..<MatteChannel.allCases.count {
          body(plane * rect.size.area + source, plane * size.area + target, weight, nearness)
        }
      }
    }
  }

  /// The weights of the close-up pass, for columns and rows: 1 inside, falling to 0 at edges that are not the picture's
  /// own.
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
