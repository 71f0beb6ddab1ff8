import Imaging
import Kernels

/// Makes the teeth matte: the teeth in each mouth whose lips the face mesh sees open.
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
        try mark(teeth, of: mouth.crop, in: size, plane: &plane)
      } catch {
        throw .kernel(error)
      }
    }
    return plane
  }

  /// The least part of a mouth that teeth fill, in pixels of ``MouthCrop``: less is light on a lip.
  private static let least = 240
  /// In a mouth less open than this, teeth must be visible over at least so many columns of ``MouthCrop``. A highlight on
  /// closed lips, which the mesh mistakes for an opening, is narrower.
  private static let narrow = (openness: 0.2, leastWidth: 56)

  private static func shows(_ teeth: [Float], in mouth: MouthCrop) -> Bool {
    guard teeth.count(where: { $0 > 0.5 }) >= least else { return false }
    guard mouth.openness < narrow.openness else { return true }
    let width = MouthCrop.size.width
    let columns = (0..<width).count { x in stride(from: x, to: teeth.count, by: width).contains { teeth[$0] > 0.5 } }
    return columns >= narrow.leastWidth
  }

  /// The most samples along a side of a pixel of the matte.
  private static let mostSamples = 16

  /// Writes the teeth of one mouth, none outside its lips. A pixel gets the mean of what the crop has there: the whole of
  /// a narrow tooth or gap counts, not only what lies at the pixel's middle.
  ///
  /// - Parameter plane: the plane, of `size`; nil as long as there are none.
  private static func mark(
    _ teeth: [Float], of mouth: MouthCrop, in size: PixelSize, plane: inout [UInt8]?
  ) throws(KernelError) {
    let rect = mouth.bounds(in: size)
    guard !rect.isEmpty, let toCrop = mouth.map.inverse else { return }
    let samples = min(max(1, Int((1 / mouth.shrink).rounded(.up))), mostSamples)
    let fine = PixelSize(width: rect.width * samples, height: rect.height * samples)
    let step = 1 / Double(samples)
    let found = try ProbabilityMap.picture(of: teeth, size: MouthCrop.size) { (255 * $0).rounded() }.warped(
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
