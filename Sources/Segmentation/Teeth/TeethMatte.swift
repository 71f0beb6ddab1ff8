import Imaging
import Kernels

/// Makes the teeth matte: the teeth in each mouth whose lips the face mesh sees open.
enum TeethMatte {
  /// The plane of all faces' teeth for an upright picture of format `rgba8`; nil if no teeth are visible.
  static func plane(
    for faces: [Face], in picture: PixelBuffer, by network: TeethNetwork
  ) throws(SegmentationError) -> [UInt8]? {
    var plane: [UInt8]?
    for face in faces {
      guard let mouth = MouthCrop(of: face, in: picture.size) else { continue }
      let pixels: PixelBuffer
      do {
        pixels = try picture.warped(by: mouth.map, to: MouthCrop.size)
      } catch {
        throw .kernel(error)
      }
      let teeth = try network.probabilities(in: pixels)
      guard shows(teeth, in: mouth) else { continue }
      try mark(teeth, of: mouth, in: picture.size, plane: &plane)
    }
    return plane
  }

  /// The least part of a mouth that teeth fill, in pixels of ``MouthCrop``: less is light on a lip.
  private static let least = 60
  /// In a mouth less open than this, teeth must be visible over at least so many columns of ``MouthCrop``. A highlight on
  /// closed lips, which the mesh mistakes for an opening, is narrower.
  private static let narrow = (openness: 0.2, leastWidth: 28)

  private static func shows(_ teeth: [Float], in mouth: MouthCrop) -> Bool {
    guard teeth.count(where: { $0 > 0.5 }) >= least else { return false }
    guard mouth.openness < narrow.openness else { return true }
    let width = MouthCrop.size.width
    let columns = (0..<width).count { x in stride(from: x, to: teeth.count, by: width).contains { teeth[$0] > 0.5 } }
    return columns >= narrow.leastWidth
  }

  /// Writes the teeth of one mouth, none outside its lips.
  ///
  /// - Parameter plane: the plane, of `size`; nil as long as there are none.
  private static func mark(
    _ teeth: [Float], of mouth: MouthCrop, in size: PixelSize, plane: inout [UInt8]?
  ) throws(SegmentationError) {
    let rect = mouth.bounds(in: size)
    guard !rect.isEmpty, let toCrop = mouth.map.inverse else { return }
    let found: PixelBuffer
    var lips = PixelBuffer(size: rect.size, format: .l8, colorSpace: .linearGray)
    do {
      found = try ProbabilityMap.picture(of: teeth, size: MouthCrop.size) { (255 * $0).rounded() }.warped(
        by: .translation(x: Double(rect.x), y: Double(rect.y)).then(toCrop), to: rect.size, border: .zero)
      try lips.fill(polygon: mouth.lips.map { $0 - SIMD2(Float(rect.x), Float(rect.y)) }, with: 255)
    } catch {
      throw .kernel(error)
    }
    var marked = plane ?? [UInt8](repeating: 0, count: size.area)
    plane = nil
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let index = (rect.y + y) * size.width + rect.x + x
        let inside = min(found.bytes[y * found.rowBytes + x], lips.bytes[y * lips.rowBytes + x])
        marked[index] = max(marked[index], inside)
      }
    }
    plane = marked
  }
}
