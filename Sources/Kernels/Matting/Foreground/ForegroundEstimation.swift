import Imaging

/// The colours of the foreground that a matte marks, and of the background behind it. Where a matte is soft a picture
/// shows a mixture of both; composited over another background, the old one would remain as a rim.
///
/// Fast multi-level foreground estimation (Germer, Uelwer, Conrad, Harmeling, "Fast Multi-Level Foreground Estimation",
/// ICPR 2020): colours that mix to the picture and change little where the matte changes little, found by a few sweeps
/// over each level of a pyramid, from the smallest to the picture itself. Here the sweeps update the pixels of a
/// checkerboard in turn, so that all cores can work and the result is deterministic; at larger levels pixels entirely
/// on one side are copied.
public struct ForegroundEstimation: Sendable {
  /// The weight of smoothness everywhere: larger lets colours change less from pixel to pixel.
  public var regularization: Float
  /// The weight of smoothness where the matte changes, on top of ``regularization``.
  public var gradientWeight: Float
  /// Sweeps over levels of at most 32x32 pixels, and over larger ones.
  public var sweeps: (small: Int, large: Int)

  public init(
    regularization: Float = 1e-5, gradientWeight: Float = 1, sweeps: (small: Int, large: Int) = (small: 10, large: 2)
  ) {
    self.regularization = regularization
    self.gradientWeight = gradientWeight
    self.sweeps = sweeps
  }

  /// The two sides of a picture, of its size, format and colour space, opaque.
  public struct Layers: Sendable {
    /// The colours of the foreground.
    public var foreground: PixelBuffer
    /// The colours of the background.
    public var background: PixelBuffer
  }

  /// Separates a picture into foreground and background.
  ///
  /// - Parameters:
  ///   - picture: the picture, of format `rgba8`, its alpha ignored. Samples are mixed as stored.
  ///   - matte: the matte, of format `l8` and any size: 255 = foreground. It is scaled to the picture.
  /// - Throws: ``KernelError`` for pictures of a size that cannot be resized.
  public func layers(of picture: PixelBuffer, matte: PixelBuffer) throws(KernelError) -> Layers {
    precondition(picture.format == .rgba8 && matte.format == .l8)
    let alpha = try matte.resized(to: picture.size)
    var foreground = ColorLevel(repeating: Self.mean(of: picture), size: PixelSize(width: 1, height: 1))
    var background = foreground
    for size in Self.levels(to: picture.size) {
      let level = ForegroundLevel(
        picture: try picture.resized(to: size, interpolation: .area),
        matte: try alpha.resized(to: size, interpolation: .area))
      let isSmall = size.width <= 32 && size.height <= 32
      foreground = level.start(from: foreground, settled: isSmall ? nil : 255)
      background = level.start(from: background, settled: isSmall ? nil : 0)
      for _ in 0..<(isSmall ? sweeps.small : sweeps.large) {
        for color in 0..<2 {
          level.sweep(
            &foreground, &background, regularization: regularization, gradientWeight: gradientWeight, color: color,
            settles: !isSmall)
        }
      }
    }
    return Layers(
      foreground: foreground.pixels(colorSpace: picture.colorSpace),
      background: background.pixels(colorSpace: picture.colorSpace))
  }

  /// Sizes from one pixel to the picture's, each about twice the one before.
  private static func levels(to size: PixelSize) -> [PixelSize] {
    let longSide = max(size.width, size.height)
    let count = max(1, Int.bitWidth - (longSide - 1).leadingZeroBitCount)
    var levels: [PixelSize] = []
    for level in stride(from: count, through: 0, by: -1) {
      levels.append(
        PixelSize(width: max(1, size.width >> level), height: max(1, size.height >> level)))
    }
    return levels
  }

  private static func mean(of picture: PixelBuffer) -> SIMD4<Float> {
    guard let pixel = try? picture.resized(to: PixelSize(width: 1, height: 1), interpolation: .area) else {
      return SIMD4(repeating: 0.5)
    }
    return SIMD4((0..<4).map { Float(pixel.bytes[$0]) / 255 })
  }
}
