import Imaging
import Kernels

/// Makes the teeth matte: the teeth in each mouth with open lips by the face mesh.
enum TeethMatte {
  /// The plane of all mouths' teeth, of the half-size picture's `size`; nil if no teeth are visible.
  static func plane(
    for mouths: [OpenMouth], in size: PixelSize, by network: TeethNetwork
  ) throws(SegmentationError) -> [UInt8]? {
    var plane: [UInt8]?
    for mouth in mouths {
      let teeth = try network.probabilities(in: mouth.pixels)
      guard shows(teeth, in: mouth.crop) else { continue }
      do {
        let shares = teeth.map { share(of: $0, threshold: network.threshold) }
        try mark(shares, of: mouth.crop, in: size, plane: &plane)
      } catch {
        throw .kernel(error)
      }
    }
    return plane
  }

  /// The minimum area of teeth, in pixels of ``MouthCrop``: less is light on a lip.
  private static let least = 60
  /// In a mouth less open than this, teeth must be visible over at least so many columns of ``MouthCrop``. A highlight
  /// on closed lips, which the mesh confuses with an opening, is narrower.
  private static let narrow = (openness: 0.2, leastWidth: 28)

  private static func shows(_ teeth: [Float], in mouth: MouthCrop) -> Bool {
    guard teeth.count(where: { $0 > 0.5 }) >= least else { return false }
    guard mouth.openness < narrow.openness else { return true }
    let width = MouthCrop.size.width
    let columns = (0..<width).count { x in stride(from: x, to: teeth.count, by: width).contains { teeth[$0] > 0.5 } }
    return columns >= narrow.leastWidth
  }

  /// The weight of a pixel of the crop in the matte, `0...1`: half at the network's threshold. An edge is half as wide
  /// as in the probabilities, because the pixels of the matte soften it again.
  ///
  /// - Parameters:
  ///   - probability: that of a tooth.
  ///   - threshold: the probability from which a pixel is a tooth.
  static func share(of probability: Float, threshold: Float) -> Float {
    let tooth = probability * (1 - threshold)
    let none = (1 - probability) * threshold
    return tooth * tooth / (tooth * tooth + none * none)
  }

  /// The longest side of a mouth in samples, several of which make one pixel of the matte.
  private static let longestSide = 1024

  /// Writes the teeth of one mouth, none outside its lips. A pixel gets the mean of the crop's pixels that it covers:
  /// the whole of a narrow tooth or gap counts, not only the pixel's middle.
  ///
  /// - Parameters:
  ///   - shares: the weight of each pixel of the crop.
  ///   - plane: the plane, of `size`; nil as long as there are no teeth.
  private static func mark(
    _ shares: [Float], of mouth: MouthCrop, in size: PixelSize, plane: inout [UInt8]?
  ) throws(KernelError) {
    let rect = mouth.bounds(in: size)
    guard !rect.isEmpty, let toCrop = mouth.map.inverse else { return }
    let most = max(1, longestSide / max(rect.width, rect.height))
    let samples = min(max(1, Int((1 / mouth.shrink).rounded(.up))), most)
    let fine = PixelSize(width: rect.width * samples, height: rect.height * samples)
    let step = 1 / Double(samples)
    let found = try ProbabilityMap.picture(of: shares, size: MouthCrop.size) { (255 * $0).rounded() }.warped(
      by: .scale(x: step, y: step).then(.translation(x: Double(rect.x), y: Double(rect.y))).then(toCrop), to: fine,
      border: .zero)
    var lips = PixelBuffer(size: fine, format: .l8, colorSpace: .linearGray)
    try lips.fill(
      polygon: mouth.lips.map { Float(samples) * ($0 - SIMD2(Float(rect.x), Float(rect.y))) }, with: 255)
    let inside = try PixelBuffer(
      size: fine, format: .l8, colorSpace: .linearGray, bytes: zip(found.bytes, lips.bytes).map { min($0, $1) }
    ).resized(to: rect.size, interpolation: .area)
    var marked = plane ?? [UInt8](repeating: 0, count: size.area)
    plane = nil
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let index = (rect.y + y) * size.width + rect.x + x
        marked[index] = max(marked[index], inside.bytes[y * inside.rowBytes + x])
      }
    }
    plane = marked
  }
}
