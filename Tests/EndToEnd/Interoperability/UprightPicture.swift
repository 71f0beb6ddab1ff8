import MatteKit
import Support

/// A picture as a viewer sees it, with its mattes, made by formula so that any two orientations of it differ.
struct UprightPicture: Sendable {
  let size: PixelSize
  /// Red, green and blue of each pixel.
  let colors: [UInt8]
  /// One sample a pixel, of half the size.
  let mattes: [MatteKind: [UInt8]]
  /// One sample a pixel, for photos that have alpha.
  let alpha: [UInt8]

  /// Red grows to the right, green downwards, each slowly enough that half the chroma samples describe it.
  init(_ size: PixelSize) {
    self.size = size
    let (stepX, stepY) = (min(12, 200 / Double(size.width)), min(12, 200 / Double(size.height)))
    colors = [UInt8](unsafeUninitializedCapacity: 3 * size.area) { target, count in
      for y in 0..<size.height {
        let green = UInt8(30 + stepY * (Double(y) + 0.5))
        for x in 0..<size.width {
          let at = 3 &* (y &* size.width &+ x)
          target[at] = UInt8(30 + stepX * (Double(x) + 0.5))
          target[at &+ 1] = green
          target[at &+ 2] = 90
        }
      }
      count = 3 * size.area
    }
    alpha = [UInt8](unsafeUninitializedCapacity: size.area) { target, count in
      for y in 0..<size.height {
        for x in 0..<size.width { target[y &* size.width &+ x] = UInt8(truncatingIfNeeded: 7 &* x &+ 3 &* y) }
      }
      count = size.area
    }
    var mattes: [MatteKind: [UInt8]] = [:]
    for (index, kind) in MatteKind.generated.enumerated() {
      mattes[kind] = Self.matte(size.half, middle: 0.2 + 0.15 * Double(index), seed: UInt64(index))
    }
    self.mattes = mattes
  }

  /// A soft disc left of and above the centre, with a little noise, so that only a lossless coder keeps it.
  private static func matte(_ size: PixelSize, middle: Double, seed: UInt64) -> [UInt8] {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    return [UInt8](unsafeUninitializedCapacity: size.area) { target, count in
      for y in 0..<size.height {
        let v = (Double(y) + 0.5) / Double(size.height) - middle / 2
        for x in 0..<size.width {
          let u = (Double(x) + 0.5) / Double(size.width) - middle
          let noise = Double(random.next() & 7) - 3.5
          target[y &* size.width &+ x] = UInt8(min(max(300 - 900 * (u * u + v * v) + noise, 0), 255))
        }
      }
      count = size.area
    }
  }

  /// The picture as a photo that is stored with `orientation`.
  func photo(
    orientation: Orientation, colorSpace: ColorSpace, hasAlpha: Bool, metadata: PhotoMetadata, faces: [Face]
  ) -> Photo {
    let stored = orientation.isTransposed ? size.transposed : size
    let pixels = Self.turned(colors, size, components: 3, orientation: orientation)
    let opacity = hasAlpha ? Self.turned(alpha, size, components: 1, orientation: orientation) : []
    var rgba = [UInt8](repeating: 255, count: 4 * size.area)
    rgba.withUnsafeMutableBufferPointer { target in
      for pixel in 0..<size.area {
        for c in 0..<3 { target[4 &* pixel &+ c] = pixels[3 &* pixel &+ c] }
        if hasAlpha { target[4 &* pixel &+ 3] = opacity[pixel] }
      }
    }
    let half = size.half
    return Photo(
      pixels: PixelBuffer(
        size: stored, format: .rgba8, colorSpace: colorSpace, alphaType: hasAlpha ? .straight : .opaque, bytes: rgba),
      orientation: orientation, metadata: metadata,
      auxiliaryImages: MatteKind.generated.map { kind in
        let samples = Self.turned(mattes[kind] ?? [], half, components: 1, orientation: orientation)
        return AuxiliaryImage(
          type: AuxiliaryImageType(kind),
          pixels: PixelBuffer(
            size: orientation.isTransposed ? half.transposed : half, format: .l8, colorSpace: .linearGray,
            bytes: samples))
      }, faces: faces)
  }

  /// A matte in the frame in which it is stored.
  func storedMatte(_ kind: MatteKind, orientation: Orientation) -> [UInt8] {
    Self.turned(mattes[kind] ?? [], size.half, components: 1, orientation: orientation)
  }

  /// Upright samples in the order in which a file with `orientation` stores them.
  ///
  /// EXIF's own words (CIPA DC-008, 4.6.4): for each value, which side of the scene the file's first row and its first
  /// column are.
  private static func turned(
    _ samples: [UInt8], _ size: PixelSize, components: Int, orientation: Orientation
  ) -> [UInt8] {
    let (width, height) = (size.width, size.height)
    // The upright place of the stored row r and column c.
    let place: (Int, Int) -> (x: Int, y: Int) =
      switch orientation.rawValue {
      case 2: { r, c in (width - 1 - c, r) }  // top, right
      case 3: { r, c in (width - 1 - c, height - 1 - r) }  // bottom, right
      case 4: { r, c in (c, height - 1 - r) }  // bottom, left
      case 5: { r, c in (r, c) }  // left, top
      case 6: { r, c in (width - 1 - r, c) }  // right, top
      case 7: { r, c in (width - 1 - r, height - 1 - c) }  // right, bottom
      case 8: { r, c in (r, height - 1 - c) }  // left, bottom
      default: { r, c in (c, r) }  // top, left
      }
    let stored = orientation.rawValue >= 5 ? (width: height, height: width) : (width: width, height: height)
    // Places are linear in row and column.
    func index(_ row: Int, _ column: Int) -> Int { place(row, column).y * width + place(row, column).x }
    let first = index(0, 0)
    let (down, across) = (components * (index(1, 0) - first), components * (index(0, 1) - first))
    return [UInt8](unsafeUninitializedCapacity: samples.count) { target, count in
      samples.withUnsafeBufferPointer { source in
        var to = 0
        for row in 0..<stored.height {
          var from = components * first + row * down
          for _ in 0..<stored.width {
            for c in 0..<components { target[to &+ c] = source[from &+ c] }
            to &+= components
            from &+= across
          }
        }
      }
      count = samples.count
    }
  }
}
