/// The resources of a JPEG's APP13, which contain IPTC IIM (Adobe Photoshop File Formats Specification, Image
/// Resources).
struct PhotoshopResources {
  private struct Resource {
    let signature: [UInt8]
    let id: Int
    /// A Pascal string, padded to an even length.
    let name: [UInt8]
    var data: [UInt8]
  }

  static let iptc = 0x0404
  static let exif = 0x0422
  static let exif3 = 0x0423
  /// Thumbnails of the photo, of Photoshop 4 and 5: a header of 28 bytes and a JPEG.
  static let thumbnails = [0x0409, 0x040C]
  static let xmp = 0x0424
  /// The MD5 digest of ``iptc``.
  static let iptcDigest = 0x0425

  private var resources: [Resource] = []
  private let rest: [UInt8]

  /// Nil if the bytes after APP13's identifier are not only resources.
  init?(_ block: [UInt8]) {
    guard block.starts(with: JPEGIdentifier.photoshop) else { return nil }
    var position = JPEGIdentifier.photoshop.count
    // Signature, number, an empty name, length.
    while position + 12 <= block.count, block[position] == UInt8(ascii: "8") {
      let id = Int(block[position + 4]) << 8 | Int(block[position + 5])
      let nameLength = (Int(block[position + 6]) + 2) / 2 * 2
      let start = position + 6 + nameLength + 4
      guard start <= block.count else { return nil }
      let length = block[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
      guard length <= block.count - start else { return nil }
      resources.append(
        Resource(
          signature: Array(block[position..<position + 4]), id: id,
          name: Array(block[position + 6..<position + 6 + nameLength]),
          data: Array(block[start..<start + length])))
      position = min(start + (length + 1) / 2 * 2, block.count)
    }
    // Unparsed bytes could be anything.
    guard block[position...].allSatisfy({ $0 == 0 }) else { return nil }
    rest = Array(block[position...])
  }

  /// The data of the first resource with a number; setting nil changes nothing.
  subscript(id: Int) -> [UInt8]? {
    get { resources.first { $0.id == id }?.data }
    set {
      guard let newValue else { return }
      for index in resources.indices where resources[index].id == id { resources[index].data = newValue }
    }
  }

  /// Transforms each resource's data by `change`; those for which it returns nil are removed.
  mutating func map(_ change: (_ id: Int, _ data: [UInt8]) -> [UInt8]?) {
    resources = resources.compactMap { resource in
      guard let data = change(resource.id, resource.data) else { return nil }
      var changed = resource
      changed.data = data
      return changed
    }
  }

  var isEmpty: Bool { resources.isEmpty }

  var bytes: [UInt8] {
    var bytes = JPEGIdentifier.photoshop
    for resource in resources {
      bytes += resource.signature + [UInt8(resource.id >> 8), UInt8(resource.id & 0xFF)] + resource.name
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: resource.data.count >> $0) }
      bytes += resource.data
      if !resource.data.count.isMultiple(of: 2) { bytes.append(0) }
    }
    return bytes + rest
  }
}
