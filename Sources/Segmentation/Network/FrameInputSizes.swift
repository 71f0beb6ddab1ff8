import Glibc
import Imaging

/// The input sizes of the network for regions of a stream's frames. They are few: setting the network up for another
/// size takes as long as running it twice, and the regions of a stream change all the time.
struct FrameInputSizes: Sendable {
  /// The sizes in use, the last one first.
  private var recent: [PixelSize] = []

  /// The maximum number of sizes in use. The network caches the code of as many.
  static let count = 3
  /// The differences up to which a recent size is used again, in doublings: of the number of pixels, fewer and more, and
  /// of the ratio of the sides. Fewer pixels cost detail, more of them time.
  private static let tolerance = (fewer: 0.25, more: 0.8, ratio: 0.25)

  /// The size for a region: a recent one if it fits.
  ///
  /// - Parameters:
  ///   - part: the region's size.
  ///   - area: the wanted number of pixels.
  ///   - most: the number of pixels of all regions' inputs together.
  mutating func size(for part: PixelSize, area: Double, most: Int) -> PixelSize {
    let nearest = Self.nearest(to: part, area: area, most: most)
    let size = recent.contains(nearest) ? nearest : fitting(part, area: area) ?? nearest
    recent.removeAll { $0 == size }
    recent.insert(size, at: 0)
    if recent.count > Self.count { recent.removeLast() }
    return size
  }

  /// The recent size that is nearest to the wanted one; nil if none is near.
  private func fitting(_ part: PixelSize, area: Double) -> PixelSize? {
    let near = recent.compactMap { size -> (size: PixelSize, distance: Double)? in
      let more = log2(Double(size.area) / max(area, 1))
      let ratio = abs(log2(Self.ratio(of: size) / Self.ratio(of: part)))
      guard (-Self.tolerance.fewer...Self.tolerance.more).contains(more), ratio <= Self.tolerance.ratio else {
        return nil
      }
      return (size, abs(more) + ratio)
    }
    return near.min { $0.distance < $1.distance }?.size
  }

  /// The nearest of the sizes whose number of pixels is `most` divided by a power of the square root of two, and whose
  /// ratio of sides is a power of the cube root of two.
  static func nearest(to part: PixelSize, area: Double, most: Int) -> PixelSize {
    let halvings = (2 * log2(Double(most) / max(area, 1))).rounded() / 2
    let ratio = exp2((3 * log2(ratio(of: part))).rounded() / 3)
    let pixels = Double(most) * exp2(-halvings)
    let granularity = MatteNetwork.granularity
    func side(_ length: Double) -> Int {
      max(granularity, Int((length / Double(granularity)).rounded()) * granularity)
    }
    return PixelSize(width: side((pixels * ratio).squareRoot()), height: side((pixels / ratio).squareRoot()))
  }

  private static func ratio(of size: PixelSize) -> Double { Double(max(size.width, 1)) / Double(max(size.height, 1)) }
}
