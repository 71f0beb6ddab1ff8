import FoundationEssentials
import MatteKit

/// A job of the benchmark: what is rendered from the photo, with the parameters that its peers get too.
struct FilterRow: Sendable {
  let name: String
  let image: @Sendable (Pictures) -> Image

  /// The inputs of the jobs: all of 8 bits, the mask of half the photo's size.
  struct Pictures: Sendable {
    let photo: Image
    let background: Image
    let mask: Matte
    let cube: [Float]

    /// The side of the colour cube: a square number, so that ImageMagick has a Hald table of it.
    static let cubeDimension = 36
  }

  static let all: [FilterRow] = [
    FilterRow(name: "clown") { clown($0, mask: $0.mask) },
    FilterRow(name: "clown dense") { clown($0, mask: denseMask($0.mask.pixels.size)) },
    FilterRow(name: "ten") { pictures in
      func recombined(_ rows: [SIMD3<Double>], bias: Double = 0) -> ColorMatrix {
        ColorMatrix(
          rVector: SIMD4(rows[0], 0), gVector: SIMD4(rows[1], 0), bVector: SIMD4(rows[2], 0),
          biasVector: [bias, bias, bias, 0])
      }
      return pictures.photo
        .applying(.exposureAdjust(ev: 0.3))
        .applying(recombined([[1.1, 0, 0], [0, 1.1, 0], [0, 0, 1.1]], bias: -0.05))
        .applying(recombined([[1.16, -0.14, -0.02], [-0.04, 1.06, -0.02], [-0.04, -0.14, 1.18]]))
        .applying(recombined([[1, 0, 0], [0, 1, 0], [0, 0, 1]], bias: 0.02))
        .applying(.gammaAdjust(power: 0.9))
        .applying(recombined([[0.6, 0.3, 0.1], [0.2, 0.7, 0.1], [0.1, 0.3, 0.6]]))
        .applying(.colorInvert)
        .applying(.gammaAdjust(power: 1.2))
        .applying(.colorInvert)
        .applying(.colorClamp(minComponents: [0.05, 0.05, 0.05, 0], maxComponents: [0.95, 0.95, 0.95, 1]))
    },
    FilterRow(name: "gaussian 4") { blurred($0, by: 4) },
    FilterRow(name: "gaussian 20") { blurred($0, by: 20) },
    FilterRow(name: "gaussian 100") { blurred($0, by: 100) },
    FilterRow(name: "half") { $0.photo.applying(.lanczosScaleTransform(scale: 0.5)) },
    FilterRow(name: "double") { $0.photo.applying(.lanczosScaleTransform(scale: 2)) },
    FilterRow(name: "guided") {
      $0.photo.applying(.guidedFilter(guideImage: $0.photo, radius: 8, epsilon: 0.01))
    },
    FilterRow(name: "cube") {
      $0.photo.applying(.colorCube(cubeData: $0.cube, cubeDimension: Pictures.cubeDimension))
    },
    FilterRow(name: "masked blur") { pictures in
      blurred(pictures, by: 10).blended(over: pictures.photo, mask: pictures.mask)
    },
    FilterRow(name: "background") { $0.photo.blended(over: $0.background, mask: $0.mask) },
    FilterRow(name: "disc") { pictures in
      guard let rect = pictures.photo.extent.rect else { return pictures.photo }
      return pictures.photo.clampedToExtent().applying(.discBlur(radius: 60)).cropped(to: rect)
    },
    FilterRow(name: "zoom") { $0.photo.applying(.zoomBlur()) },
    FilterRow(name: "variable blur") { pictures in
      guard let rect = pictures.photo.extent.rect else { return pictures.photo }
      return pictures.photo.applying(
        .maskedVariableBlur(mask: .matte(pictures.mask, fitting: rect), radius: 20))
    },
    FilterRow(name: "text") { pictures in
      Image.empty
        .applying(.textImageGenerator(text: "Over the hills\nand far away", fontName: "DejaVu Sans", fontSize: 200))
        .transformed(by: .translation(x: 300, y: 400)).composited(over: pictures.photo)
    },
  ]

  private static func clown(_ pictures: Pictures, mask: Matte) -> Image {
    pictures.photo.applying(.maximumComponent).applying(.gammaAdjust(power: 0.5))
      .blended(over: pictures.photo, mask: mask)
  }

  /// Without zeros, and with no two equal samples in a row, so that no work can be skipped.
  private static func denseMask(_ size: PixelSize) -> Matte {
    let bytes = (0..<size.area).map { UInt8(64 + ($0 &* 37) & 127) }
    return Matte(
      kind: .portrait, pixels: PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: bytes),
      coordinateSpace: .stored)
  }

  private static func blurred(_ pictures: Pictures, by radius: Double) -> Image {
    guard let rect = pictures.photo.extent.rect else { return pictures.photo }
    return pictures.photo.clampedToExtent().applying(.gaussianBlur(radius: radius)).cropped(to: rect)
  }
}
