import Imaging

/// Notices where a film goes from one shot to another: nothing is where it was, and no motion of the camera brings it
/// there.
struct CutDetector: Sendable {
  private var last: [Float] = []
  /// The usual change from a frame to the next.
  private var usualChange: Float = 0

  /// The least mean change of a cut, of 255.
  private static let leastChange: Float = 12
  /// Of a picture a cut changes at least this share, by more than ``noticeable``: who walks past the camera changes less.
  private static let leastShare: Float = 0.55
  /// Of 255.
  private static let noticeable: Float = 6
  /// A cut changes so many times as much as the frames before it, and the pictures before and after it correlate less
  /// than this: the greater the leap, the more alike they may be.
  private static let leaps: [(least: Float, mostCorrelation: Float)] = [(3, 0.45), (6, 0.75)]

  /// Whether there is a cut between the thumbnail before, if there is one, and this one.
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
    // A picture of one colour correlates with nothing: what is left to tell by is the change.
    let norm = (own * other).squareRoot()
    let correlation = norm > count ? product / norm : 0
    let seemsCut =
      change > Self.leastChange && changed > Self.leastShare * count
      && Self.leaps.contains { change > $0.least * usualChange && correlation < $0.mostCorrelation }
    let isCut =
      seemsCut && !CameraMotion(width: thumbnail.width, height: thumbnail.height).explains(luma, from: last)
    // Where everything changes in every frame a camera moves: one that is whirled round does not cut all the time.
    usualChange = isCut ? change / 2 : usualChange + 0.2 * (change - usualChange)
    return isCut
  }

  private static func luma(of thumbnail: PixelBuffer) -> [Float] {
    thumbnail.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 3, by: 4).map { index in
        0.2126 * Float(bytes[index]) + 0.7152 * Float(bytes[index + 1]) + 0.0722 * Float(bytes[index + 2])
      }
    }
  }
}
