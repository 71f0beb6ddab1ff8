import Imaging
import Kernels

/// Cuts eyes and lips out of the skin plane along the face mesh, which is more accurate there than the network.
enum FaceCutouts {
  /// Lowers `skin` inside the outlines of eyes and lips, with soft edges.
  ///
  /// - Parameter size: the size of the plane, in pixels.
  static func apply(_ faces: [Face], to skin: inout [UInt8], size: PixelSize) throws(SegmentationError) {
    let parts: [FacePart] = [.leftEye, .rightEye, .outerLips]
    let outlines = faces.flatMap { face in parts.compactMap { face.landmarks?.outline(of: $0) } }
    guard !outlines.isEmpty else { return }
    var plane = PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: skin)
    do {
      for outline in outlines {
        try plane.fill(
          polygon: outline.map { .init(Float($0.x * Double(size.width)), Float($0.y * Double(size.height))) }, with: 0)
      }
    } catch {
      throw .kernel(error)
    }
    skin = plane.bytes
  }
}
