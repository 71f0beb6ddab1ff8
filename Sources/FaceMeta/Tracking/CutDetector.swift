import Imaging

/// Detects cuts between the shots of a movie: the picture changes, and no motion of the camera explains it.
struct CutDetector: Sendable {
  private var last: [Float] = []
  /// The running mean of the change from one frame to the next, in levels of 255.
  private var usualChange: Float = 0

  /// Minimum mean change of a cut, in levels of 255.
  private static let minimumChange: Float = 12
  /// Minimum fraction of pixels that a cut changes by more than ``noticeable``. A passer-by changes fewer.
  private static let minimumChangedFraction: Float = 0.55
  /// The difference of a pixel from which it counts, in levels of 255.
  private static let noticeable: Float = 6
  /// A cut changes this many times as much as the frames before it, and its correlation with them is lower than this. A
  /// larger change allows a higher correlation.
  private static let leaps: [(least: Float, maximumCorrelation: Float)] = [(3, 0.45), (6, 0.75)]

  /// Whether a cut lies between the thumbnail of the last call and this one. False in the first call.
  mutating func isCut(_ thumbnail: PixelBuffer) -> Bool {
    let luma = Self.luma(of: thumbnail)
    defer { last = luma }
    guard !last.isEmpty else { return false }
    guard last.count == luma.count else {
      usualChange = 0
      return true
    }
    let count = Float(luma.count)
    let mean = luma.reduce(0, +) / count
    let lastMean = last.reduce(0, +) / count
    var (change, changed, product, own, other): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
    for (now, before) in zip(luma, last) {
      change += abs(now - before)
      if abs(now - before) > Self.noticeable { changed += 1 }
      product += (now - mean) * (before - lastMean)
      own += (now - mean) * (now - mean)
      other += (before - lastMean) * (before - lastMean)
    }
    change /= count
    // A uniform picture has no correlation; only the change remains as evidence.
    let norm = (own * other).squareRoot()
    let correlation = norm > count ? product / norm : 0
    let seemsCut =
      change > Self.minimumChange && changed > Self.minimumChangedFraction * count
      && Self.leaps.contains { change > $0.least * usualChange && correlation < $0.maximumCorrelation }
    let isCut =
      seemsCut && !CameraMotion(width: thumbnail.width, height: thumbnail.height).explains(luma, from: last)
    // If everything changes in every frame, the camera moves, and it is not a cut each time.
    usualChange = isCut ? change / 2 : usualChange + 0.2 * (change - usualChange)
    return isCut
  }

  private static func luma(of thumbnail: PixelBuffer) -> [Float] {
    thumbnail.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 3, by: 4).map { index in
        Luminance.of(Float(bytes[index]), Float(bytes[index + 1]), Float(bytes[index + 2]))
      }
    }
  }
}
