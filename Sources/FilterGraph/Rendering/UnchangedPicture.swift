import Imaging

/// A picture of which a render changes a part: the rest of the result has its samples, without conversion. So a mark on
/// a photo costs little more than a copy of the photo, and an effect through a matte as much as the matte's area.
struct UnchangedPicture {
  private let image: Image
  /// The image that is the picture alone.
  private let original: Image
  private let buffer: PixelBuffer

  /// Nil if the changed part is unknown, or the picture's samples differ in format from the result's. Pictures with
  /// transparency are excluded: their invisible pixels would keep their colour.
  init?(under image: Image, in region: PixelRect, as format: PixelFormat, colorSpace: ColorSpace, alphaType: AlphaType)
  {
    let bottom = image.node.layers(in: region).bottom
    guard format == .rgba8, alphaType == .opaque, let buffer = (bottom.operation as? BufferSource)?.buffer,
      buffer.format == format, buffer.colorSpace == colorSpace, buffer.alphaType == alphaType,
      PixelRect(buffer.size).contains(region)
    else { return nil }
    self.image = image
    original = Image(bottom)
    self.buffer = buffer
  }

  /// The parts of a tile in which the result may differ. They are disjoint.
  func changes(in tile: PixelRect) -> [PixelRect] {
    var parts: [PixelRect] = []
    for part in image.changes(from: original, in: tile) ?? [tile] {
      var part = part
      while let index = parts.firstIndex(where: { !$0.intersection(part).isEmpty }) {
        part = part.union(parts.remove(at: index))
      }
      parts.append(part)
    }
    return parts
  }

  /// Writes the unchanged part of a tile, opaque whatever the picture's fourth components are.
  ///
  /// - Parameter target: where the tile's first pixel is written.
  func copy(_ tile: PixelRect, besides changes: [PixelRect], to target: UnsafeMutableRawPointer, rowBytes: Int) {
    let changes = changes.sorted { $0.minX < $1.minX }
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in tile.minY..<tile.maxY {
        let source = base + y * buffer.rowBytes
        let row = target + (y - tile.minY) * rowBytes - 4 * tile.minX
        var x = tile.minX
        for change in changes where change.minY <= y && y < change.maxY {
          copy(x..<change.minX, from: source, to: row)
          x = change.maxX
        }
        copy(x..<tile.maxX, from: source, to: row)
      }
    }
  }

  private func copy(_ columns: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    for x in columns {
      let pixel = source.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
      target.storeBytes(of: pixel | UInt32(littleEndian: 0xFF00_0000), toByteOffset: 4 &* x, as: UInt32.self)
    }
  }
}
