import Checksums

/// Removes the location from a photo's metadata, and nothing else.
///
/// These are: EXIF's GPS directory; XMP's `exif:GPS*`, IPTC's `LocationCreated`, `LocationShown` and `Location`, and city,
/// state and country of the photoshop and IPTC Core schemas; the same properties of IPTC IIM. Words in a caption, and what
/// a maker's note may hold, are not read.
enum LocationRemoval {
  /// An EXIF block without places: as long as before, nothing moved, with zeros where the places were; nil if the block
  /// cannot be read.
  static func exif(_ block: [UInt8]) -> [UInt8]? {
    guard var structure = TIFFStructure(block), let first = structure.firstDirectory,
      let firstOffset = structure.integer(at: 4, size: 4)
    else { return nil }
    var offsets = [firstOffset]
    if let next = structure.integer(at: first.nextPosition, size: 4), next > 0 { offsets.append(next) }
    if let exif = first[Tag.exifDirectory].flatMap(structure.integer(of:)) { offsets.append(exif) }
    // A damaged block may point with GPS to what is needed.
    let kept =
      [0..<8]
      + offsets.compactMap { offset in structure.directory(at: offset).map { offset..<$0.nextPosition + 4 } }
    func erase(_ range: Range<Int>, of structure: inout TIFFStructure) {
      if !kept.contains(where: { $0.overlaps(range) }) { structure.erase(range) }
    }
    for offset in offsets {
      guard let directory = structure.directory(at: offset), let entry = directory[Tag.gpsDirectory] else { continue }
      if let place = structure.integer(of: entry), let gps = structure.directory(at: place) {
        // EXIF has 32 tags for places.
        for entry in gps.entries.prefix(64) {
          if let range = structure.outerRange(of: entry) { erase(range, of: &structure) }
        }
        erase(place..<gps.nextPosition + 4, of: &structure)
      }
      structure.remove(tag: Tag.gpsDirectory, from: directory, at: offset)
    }
    return structure.bytes
  }

  private enum Tag {
    static let exifDirectory = 0x8769
    static let gpsDirectory = 0x8825
  }

  /// An XMP packet without places: the same bytes where it had none; nil if the packet cannot be parsed.
  static func xmp(_ packet: [UInt8]) -> [UInt8]? { XMPRemoval.removing(isPlace, from: packet) }

  private static func isPlace(_ property: XMPDocument.Property) -> Bool {
    let name = property.name.split(separator: ":").last.map(String.init) ?? property.name
    switch property.schema {
    case "http://ns.adobe.com/exif/1.0/": return name.hasPrefix("GPS")
    case "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": return name.hasPrefix("Location")
    case "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": return ["Location", "CountryCode"].contains(name)
    case "http://ns.adobe.com/photoshop/1.0/": return ["City", "State", "Country"].contains(name)
    default: return false
    }
  }

  /// IPTC IIM's data sets of record 2 that name a place: content location code and name, city, sublocation, state,
  /// country code and name.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  /// A block of Photoshop's resources without places; nil if it cannot be read.
  static func photoshop(_ block: [UInt8]) -> [UInt8]? {
    guard var resources = PhotoshopResources(block) else { return nil }
    if let iim = resources[PhotoshopResources.iptc] {
      guard let changed = withoutPlaces(iim) else { return nil }
      if changed != iim {
        resources[PhotoshopResources.iptc] = changed
        // Readers compare this with the data, to see whether another program has changed them.
        if resources[PhotoshopResources.iptcDigest] != nil {
          resources[PhotoshopResources.iptcDigest] = MD5.digest(of: changed)
        }
      }
    }
    if let block = resources[PhotoshopResources.exif] { resources[PhotoshopResources.exif] = exif(block) ?? [] }
    if let packet = resources[PhotoshopResources.xmp] { resources[PhotoshopResources.xmp] = xmp(packet) ?? [] }
    return resources.bytes
  }

  private static func withoutPlaces(_ iim: [UInt8]) -> [UInt8]? {
    var kept: [UInt8] = []
    var position = 0
    while position < iim.count {
      // Some writers fill the end with zeros.
      guard iim[position] == 0x1C else {
        return iim[position...].allSatisfy { $0 == 0 } ? kept + iim[position...] : nil
      }
      guard position + 5 <= iim.count else { return nil }
      var length = Int(iim[position + 3]) << 8 | Int(iim[position + 4])
      var start = position + 5
      if length & 0x8000 != 0 {
        let count = length & 0x7FFF
        guard count <= 4, start + count <= iim.count else { return nil }
        length = iim[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
        start += count
      }
      guard length <= iim.count - start else { return nil }
      if iim[position + 1] != 2 || !places.contains(iim[position + 2]) { kept += iim[position..<start + length] }
      position = start + length
    }
    return kept
  }
}
