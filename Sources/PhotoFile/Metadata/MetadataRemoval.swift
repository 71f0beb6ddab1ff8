import Checksums

/// Removes some parts from metadata, keeps the rest, and records what it found.
///
/// Blocks that cannot be read are kept, and recorded as unknown.
struct MetadataRemoval: Sendable {
  let removesPlaces: Bool
  let removesSerialNumbers: Bool
  let removesPictures: Bool
  private(set) var record = RemovalRecord()

  init(_ parts: Set<StripPart>) {
    removesPlaces = parts.contains(.location)
    removesSerialNumbers = parts.contains(.serialNumbers)
    removesPictures = parts.contains(.thumbnails)
  }

  var changesNothing: Bool { !isSearching && !removesPictures }

  /// Whether the removed parts may be anywhere, so that data of unknown use count.
  var isSearching: Bool { removesPlaces || removesSerialNumbers }

  mutating func note(_ kind: SensitiveContent.Kind, _ place: String) { record.note(kind, place) }

  /// Records data of unknown use, if they count.
  mutating func noteUnknown(_ place: String) {
    if isSearching { record.note(.unknown, place) }
  }

  /// The EXIF block after the removal, of the same length.
  ///
  /// - Parameter name: the block's name.
  mutating func exif(_ block: [UInt8], name: String = "EXIF") -> [UInt8] {
    guard !changesNothing, !block.isEmpty else { return block }
    var block = block
    cleanTags(of: &block, name: name)
    if removesPlaces { block = changed(block, .location, name) { LocationRemoval.exif($0) } }
    if removesSerialNumbers { block = changed(block, .serialNumber, name) { SerialNumberRemoval.exif($0) } }
    if removesPictures {
      let (erased, names) = EXIFPictures.erased(from: block)
      for found in names { record.note(.picture, "\(found) in \(name)") }
      block = erased
    }
    if isSearching {
      for picture in EmbeddedPictures.find(in: block) { eraseMetadata(of: picture, in: &block, name: name) }
    }
    return block
  }

  /// Removes them from XMP, IPTC and Photoshop's resources in tags of an EXIF block, in place. Data that cannot be
  /// parsed are kept.
  private mutating func cleanTags(of block: inout [UInt8], name: String) {
    guard var structure = TIFFStructure(block) else { return }
    let kept = [0..<8] + structure.directories.map(\.range)
    for offset in structure.directories.map(\.offset) {
      for tag in TIFFTag.blocks.sorted() {
        guard let directory = structure.directory(at: offset), let entry = directory[tag],
          let range = structure.outerRange(of: entry), !kept.contains(where: range.overlaps),
          let value = structure.bytes(at: range.lowerBound, count: range.count).map({ Array($0) })
        else { continue }
        var removal = self
        let changed =
          switch tag {
          case TIFFTag.xmp: removal.xmp(value, name: "XMP in \(name)")
          case TIFFTag.iptc: removal.iptc(value, name: "IPTC in \(name)")
          default:
            Array(
              removal.photoshop(JPEGIdentifier.photoshop + value, name: "IPTC in \(name)")
                .dropFirst(JPEGIdentifier.photoshop.count))
          }
        guard removal.record.unknown.count == record.unknown.count, changed != value, changed.count <= value.count
        else { continue }
        self = removal
        structure.erase(range)
        // A shorter value would be stored in the entry.
        if changed.count > 4 {
          structure.replace(range, with: changed)
          structure.setCount(changed.count, of: entry)
        } else {
          structure.remove(tag: tag, from: directory, at: offset)
        }
      }
    }
    block = structure.bytes
  }

  /// The XMP packet without them.
  mutating func xmp(_ packet: [UInt8], name: String = "XMP") -> [UInt8] {
    guard !changesNothing, !packet.isEmpty else { return packet }
    var packet = packet
    let kinds: [(Bool, SensitiveContent.Kind, (XMPDocument.Value) -> Bool)] = [
      (removesPlaces, .location, LocationRemoval.isPlace),
      (removesSerialNumbers, .serialNumber, SerialNumberRemoval.isIdentifying),
      (removesPictures, .picture, XMPPictures.isPicture),
    ]
    for (isWanted, kind, isUnwanted) in kinds where isWanted {
      guard let outcome = XMPRemoval.removing(isUnwanted, from: packet) else {
        record.note(.unknown, "\(name) that cannot be parsed")
        return packet
      }
      for found in outcome.names { record.note(kind, "\(name) (\(found))") }
      packet = outcome.packet
    }
    return packet
  }

  /// IPTC IIM without them.
  mutating func iptc(_ block: [UInt8], name: String = "IPTC") -> [UInt8] {
    var block = block
    if removesPlaces { block = changed(block, .location, name) { LocationRemoval.iptc($0) } }
    if removesPictures {
      block = changed(block, .picture, "preview in \(name)") { IPTCDataSets.removing(IPTCDataSets.preview, from: $0) }
      block = changed(block, .picture, "picture as text in \(name)") { TextPictures.erased(from: $0) }
    }
    return block
  }

  /// The block of Photoshop's resources without them.
  mutating func photoshop(_ block: [UInt8], name: String = "IPTC") -> [UInt8] {
    guard !changesNothing else { return block }
    guard var resources = PhotoshopResources(block) else {
      record.note(.unknown, "\(name) that cannot be parsed")
      return block
    }
    var removal = self
    var digest: [UInt8]?
    resources.map { id, data in
      switch id {
      case PhotoshopResources.iptc:
        let changed = removal.iptc(data, name: name)
        if changed != data { digest = MD5.digest(of: changed) }
        return changed
      case PhotoshopResources.exif, PhotoshopResources.exif3: return removal.exif(data, name: "Photoshop's EXIF")
      case PhotoshopResources.xmp: return removal.xmp(data, name: "Photoshop's XMP")
      default: return removal.resource(id, data)
      }
    }
    // Readers compare this with the data, to detect changes by other programs.
    if let digest, resources[PhotoshopResources.iptcDigest] != nil {
      resources[PhotoshopResources.iptcDigest] = digest
    }
    self = removal
    let changed = resources.bytes
    return changed == block ? block : changed
  }

  /// Another of Photoshop's resources; nil if it is removed.
  private mutating func resource(_ id: Int, _ data: [UInt8]) -> [UInt8]? {
    let pictures = EmbeddedPictures.find(in: data)
    let isThumbnail = PhotoshopResources.thumbnails.contains(id)
    if removesPictures, isThumbnail || !pictures.isEmpty || !TextPictures.find(in: data).isEmpty {
      record.note(.picture, isThumbnail ? "Photoshop's thumbnail" : "picture in Photoshop's resource \(id)")
      return nil
    }
    guard isSearching else { return data }
    var data = data
    for picture in pictures { eraseMetadata(of: picture, in: &data, name: "Photoshop's thumbnail") }
    return data
  }

  /// Removes them from the metadata of an embedded picture without changing a length: EXIF is patched, other segments
  /// are filled with zeros.
  mutating func eraseMetadata(of picture: EmbeddedPictures.Finding, in bytes: inout [UInt8], name: String) {
    guard isSearching else { return }
    guard picture.isComplete, let parsed = try? JPEGPicture(bytes, at: picture.range.lowerBound, file: "") else {
      record.note(.unknown, "a damaged picture in \(name)")
      return
    }
    let name = "picture in \(name)"
    for segment in parsed.segments {
      let data = Array(segment.data)
      let changed: [UInt8]
      if segment.marker == JPEGMarker.app1, segment.starts(with: JPEGIdentifier.exif) {
        let start = JPEGIdentifier.exif.count
        changed = data[..<start] + exif(Array(data[start...]), name: "EXIF of the \(name)")
      } else if segment.isXMP {
        changed = segment.starts(with: JPEGIdentifier.xmp) ? xmpSegment(data, name: "XMP of the \(name)") : []
      } else if segment.marker == JPEGMarker.app13, segment.starts(with: JPEGIdentifier.photoshop) {
        changed = photoshop(data, name: "IPTC of the \(name)")
      } else {
        changed = segment.isHarmless ? data : []
      }
      guard changed != data else { continue }
      let filled = changed.count == data.count ? changed : [UInt8](repeating: 0, count: data.count)
      bytes.replaceSubrange(segment.data.indices, with: filled)
    }
  }

  private mutating func xmpSegment(_ data: [UInt8], name: String) -> [UInt8] {
    let start = JPEGIdentifier.xmp.count
    return data[..<start] + xmp(Array(data[start...]), name: name)
  }

  /// The block as `remove` changes it, or the original block if there is no result.
  private mutating func changed(
    _ block: [UInt8], _ kind: SensitiveContent.Kind, _ name: String, _ remove: ([UInt8]) -> [UInt8]?
  ) -> [UInt8] {
    guard let result = remove(block) else {
      record.note(.unknown, "\(name) that cannot be parsed")
      return block
    }
    if result != block { record.note(kind, name) }
    return result
  }
}
