/// Removes the location from a photo's metadata, and nothing else.
///
/// It covers EXIF's GPS directories, also of the thumbnail's directory, GeoTIFF's tags, and the places in some makers'
/// notes; the properties of XMP in ``PlaceProperty``, at any depth of structures; city, state, country and similar
/// fields of IPTC IIM. Words in a caption are not searched.
enum LocationRemoval {
  /// An EXIF block without places: of the same length, nothing moved, with zeros in their place; nil if the block
  /// cannot be read.
  static func exif(_ block: [UInt8]) -> [UInt8]? {
    guard var structure = TIFFStructure(block), structure.firstDirectory != nil else { return nil }
    let directories = structure.directories
    // A damaged block may point to required data by its GPS tag.
    let kept = [0..<8] + directories.map(\.range)
    func erase(_ range: Range<Int>, of structure: inout TIFFStructure) {
      if !kept.contains(where: { $0.overlaps(range) }) { structure.erase(range) }
    }
    for offset in directories.map(\.offset) {
      if let entry = structure.directory(at: offset)?[TIFFTag.makerNote], let note = structure.outerRange(of: entry) {
        for range in MakerNotePlaces.ranges(in: note, of: structure) { erase(range, of: &structure) }
      }
      for tag in [TIFFTag.gps, TIFFTag.xmp, TIFFTag.iptc, TIFFTag.photoshop] + TIFFTag.places.sorted() {
        guard let directory = structure.directory(at: offset), let entry = directory[tag] else { continue }
        guard tag != TIFFTag.gps else {
          if let place = structure.integer(of: entry), let gps = structure.directory(at: place) {
            // EXIF has 32 tags for places.
            for entry in gps.entries.prefix(64) {
              if let range = structure.outerRange(of: entry) { erase(range, of: &structure) }
            }
            erase(place..<min(gps.nextPosition + 4, structure.count), of: &structure)
          }
          structure.remove(tag: tag, from: directory, at: offset)
          continue
        }
        let range = structure.outerRange(of: entry)
        let value = range.flatMap { structure.bytes(at: $0.lowerBound, count: $0.count) }.map { Array($0) } ?? []
        guard !isFree(value, of: tag) else { continue }
        if let range { erase(range, of: &structure) }
        structure.remove(tag: tag, from: directory, at: offset)
      }
    }
    return structure.bytes
  }

  /// Whether the data of a TIFF tag name no place.
  private static func isFree(_ value: [UInt8], of tag: Int) -> Bool {
    switch tag {
    case TIFFTag.xmp: xmp(value) == value
    case TIFFTag.iptc: iptc(value) == value
    case TIFFTag.photoshop: photoshop(JPEGIdentifier.photoshop + value) == JPEGIdentifier.photoshop + value
    default: false
    }
  }

  /// An XMP packet without places: the same bytes if it had none; nil if the packet cannot be parsed.
  static func xmp(_ packet: [UInt8]) -> [UInt8]? { XMPRemoval.removing(isPlace, from: packet)?.packet }

  static func isPlace(_ value: XMPDocument.Value) -> Bool {
    PlaceProperty.isPlace(schema: value.schema, name: value.name)
  }

  /// IPTC IIM's data sets of record 2 that name a place: content location code and name, city, sublocation, state,
  /// country code and name.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  /// IPTC IIM without places; nil if it cannot be read.
  static func iptc(_ block: [UInt8]) -> [UInt8]? { IPTCDataSets.removing(places, from: block) }

  /// A block of Photoshop's resources without places; nil if it cannot be read.
  static func photoshop(_ block: [UInt8]) -> [UInt8]? {
    var removal = MetadataRemoval([.location])
    let changed = removal.photoshop(block)
    return removal.record.unknown.isEmpty ? changed : nil
  }
}
