import Imaging

/// The requested part of a picture and its requested size in pixels: ``ReadingOptions`` applied to a picture of known
/// size.
struct ReadingExtent: Sendable, Hashable {
  /// The size of the whole picture.
  let whole: PixelSize
  let region: PixelRect
  let size: PixelSize

  /// The whole of a picture, as it is.
  init(of whole: PixelSize) {
    self.whole = whole
    region = PixelRect(whole)
    size = whole
  }

  /// - Throws: `emptyRegion` if the requested region lies outside the picture.
  init(of whole: PixelSize, options: ReadingOptions, file: String) throws(PhotoFileError) {
    self.whole = whole
    if let asked = options.region {
      region = asked.intersection(PixelRect(whole))
      guard !region.isEmpty else { throw .emptyRegion(file: file, region: asked, size: whole) }
    } else {
      region = PixelRect(whole)
    }
    size = Self.size(of: region.size, longSide: options.maximumPixelSize)
  }

  private init(whole: PixelSize, region: PixelRect, size: PixelSize) {
    self.whole = whole
    self.region = region
    self.size = size
  }

  /// The same part of an auxiliary image at the same scale.
  func auxiliary(of size: PixelSize) -> ReadingExtent {
    func span(_ start: Int, _ end: Int, _ from: Int, _ to: Int) -> (start: Int, length: Int) {
      let first = start * to / from
      return (first, max(1, (end * to + from - 1) / from - first))
    }
    let (x, width) = span(region.minX, region.maxX, whole.width, size.width)
    let (y, height) = span(region.minY, region.maxY, whole.height, size.height)
    let part = PixelRect(x: x, y: y, width: width, height: height)
    guard isReduced else { return ReadingExtent(whole: size, region: part, size: part.size) }
    func scaled(_ length: Int, _ from: Int, _ to: Int) -> Int {
      min(length, max(1, (2 * length * to + from) / (2 * from)))
    }
    let reduced = PixelSize(
      width: scaled(part.width, region.width, self.size.width),
      height: scaled(part.height, region.height, self.size.height))
    return ReadingExtent(whole: size, region: part, size: reduced)
  }

  var isReduced: Bool { size != region.size }
  var isWhole: Bool { region == PixelRect(whole) }

  private static func size(of size: PixelSize, longSide: Int?) -> PixelSize {
    guard let asked = longSide else { return size }
    let (target, longest) = (max(1, asked), max(size.width, size.height))
    guard target < longest else { return size }
    func scaled(_ side: Int) -> Int { max(1, (2 * side * target + longest) / (2 * longest)) }
    return PixelSize(width: scaled(size.width), height: scaled(size.height))
  }

  /// Faces in upright coordinates of the whole picture, as fractions of the part; those outside are dropped.
  func faces(_ faces: [Face], orientation: Orientation) -> [Face] {
    guard !isWhole else { return faces }
    let stored = NormalizedRect(
      x: Double(region.x) / Double(whole.width), y: Double(region.y) / Double(whole.height),
      width: Double(region.width) / Double(whole.width), height: Double(region.height) / Double(whole.height))
    let part = orientation.apply(to: stored)
    return faces.compactMap { face in
      guard face.bounds.intersection(part).area > 0 else { return nil }
      var face = face
      face.bounds = NormalizedRect(
        x: (face.bounds.x - part.x) / part.width, y: (face.bounds.y - part.y) / part.height,
        width: face.bounds.width / part.width, height: face.bounds.height / part.height)
      return face
    }
  }
}
