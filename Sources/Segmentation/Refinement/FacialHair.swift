import Imaging
import Kernels

/// Cuts brows, beards and stubble out of the skin plane strand by strand. The network gives the region inside the face
/// where they may be; the colors of the person's own skin and hair separate the pixels.
struct FacialHair {
  /// The width of the face at which colors are fitted, and the radius within which they are collected there, in pixels.
  private static let fitWidth = 96.0
  private static let radius = 12
  /// Narrower faces have no visible strands; in pixels of the half-size picture.
  private static let smallestWidth = 48.0
  /// Weight of color against the network's prediction where the color is certain, `0...1`.
  private static let strength = 0.6

  /// Lowers, and between strands raises, the skin plane of a picture of format `rgba8`.
  static func apply(_ faces: [Face], to planes: inout PlanarBuffer<UInt8>, picture: PixelBuffer)
    throws(SegmentationError)
  {
    for face in faces {
      guard let outline = face.landmarks?.outline(of: .faceOval) else { continue }
      let points = outline.map { SIMD2($0.x * Double(picture.width), $0.y * Double(picture.height)) }
      guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite && abs($0.x) < 1e6 && abs($0.y) < 1e6 }),
        let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
        let bottom = points.map(\.y).max(), right - left >= smallestWidth
      else { continue }
      let rect = PixelRect(
        x: Int(left), y: Int(top), width: Int(right - left) + 1, height: Int(bottom - top) + 1
      ).intersection(PixelRect(picture.size))
      guard rect.width >= 16, rect.height >= 16 else { continue }
      do {
        try apply(face, width: right - left, in: rect, to: &planes, picture: picture)
      } catch {
        throw .kernel(error)
      }
    }
  }

  private static func apply(
    _ face: Face, width: Double, in rect: PixelRect, to planes: inout PlanarBuffer<UInt8>, picture: PixelBuffer
  ) throws(KernelError) {
    let scale = min(1, fitWidth / width)
    let size = PixelSize(
      width: max(8, Int(Double(rect.width) * scale)), height: max(8, Int(Double(rect.height) * scale)))
    let crop = try picture.resized(rect, to: rect.size)
    let region = Region(face: face, rect: rect, size: size)
    // The rim of a face is left out: it is in half shade, and dark too.
    let model = try SkinLine.model(
      of: SkinLine.Planes(
        skin: region.plane(.skin, of: planes), portrait: region.plane(.portrait, of: planes),
        hair: region.plane(.hair, of: planes),
        face: region.mask([.faceOval], of: picture.size, grownBy: 0.86),
        brows: region.mask([.leftEyebrow, .rightEyebrow], of: picture.size, grownBy: 1.25),
        other: region.mask([.leftEye, .rightEye, .outerLips], of: picture.size, grownBy: 1.1)),
      guide: crop.resized(to: size), radius: radius)
    lay(model.applied(to: crop), at: rect, over: &planes, width: picture.width)
  }

  /// The face's part of the picture, at the size at which colors are fitted.
  private struct Region {
    let face: Face
    /// In pixels of the half-size picture.
    let rect: PixelRect
    let size: PixelSize

    /// A plane of the picture's mattes.
    func plane(_ channel: MatteChannel, of planes: PlanarBuffer<UInt8>) throws(KernelError) -> PixelBuffer {
      let plane = planes[channel.rawValue]
      var bytes: [UInt8] = []
      bytes.reserveCapacity(rect.size.area)
      for y in rect.minY..<rect.maxY {
        let start = plane.startIndex + y * planes.size.width + rect.minX
        bytes += plane[start..<start + rect.width]
      }
      return try PixelBuffer(size: rect.size, format: .l8, colorSpace: .linearGray, bytes: bytes).resized(to: size)
    }

    /// Parts of the face filled with white, each enlarged by a factor about its centre.
    func mask(_ parts: [FacePart], of picture: PixelSize, grownBy factor: Double) throws(KernelError) -> PixelBuffer {
      var plane = PixelBuffer(size: size, format: .l8, colorSpace: .linearGray)
      for part in parts {
        guard let outline = face.landmarks?.outline(of: part) else { continue }
        let points = outline.map { point in
          SIMD2(
            (point.x * Double(picture.width) - Double(rect.x)) * Double(size.width) / Double(rect.width),
            (point.y * Double(picture.height) - Double(rect.y)) * Double(size.height) / Double(rect.height))
        }
        let center = points.reduce(SIMD2(), +) / Double(max(1, points.count))
        try plane.fill(polygon: points.map { SIMD2<Float>(center + ($0 - center) * factor) }, with: 255)
      }
      return plane
    }
  }

  private static func lay(
    _ line: PlanarBuffer<UInt8>, at rect: PixelRect, over planes: inout PlanarBuffer<UInt8>, width: Int
  ) {
    let strength = Int(strength * 256)
    let area = rect.size.area
    let skin = MatteChannel.skin.rawValue * planes.size.area
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let index = y &* rect.width &+ x
        let weight = Int(line.samples[area &+ index])
        guard weight > 0 else { continue }
        let place = skin &+ (rect.y &+ y) &* width &+ rect.x &+ x
        let value = Int(planes.samples[place])
        var change = Int(line.samples[index]) &- value
        // Inside a beard a bright hair is not skin.
        if change > 0 { change = change &* min(max(value &- 76, 0), 102) / 102 }
        planes.samples[place] = UInt8(clamping: value &+ (change &* weight &* strength) / (255 &* 256))
      }
    }
  }
}
