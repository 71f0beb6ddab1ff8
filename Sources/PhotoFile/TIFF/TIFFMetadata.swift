import Imaging

/// Metadata of a file whose directories are TIFF's: TIFF itself, and RAW files of most cameras.
///
/// EXIF is not a block in such a file: its tags are in the directories of the file itself. They are copied into a block
/// of their own, as in other formats, so that offsets change; a maker's note with offsets relative to the file's first
/// byte becomes invalid, all others do not.
struct TIFFMetadata {
  private let structure: TIFFStructure
  private let directory: TIFFStructure.Directory

  /// Whether the samples are CIE L*a*b*, in any of its encodings.
  var isLab: Bool {
    let numbers = directory[TIFFTag.photometric].map { structure.integers(of: $0, atMost: 1) } ?? []
    return numbers.first.map { (8...10).contains($0) } ?? false
  }

  /// Nil if there is no directory. For a BigTIFF it is a copy of the metadata in the form of classic TIFF.
  init?(_ bytes: [UInt8]) {
    guard let structure = BigTIFFDirectories(bytes)?.metadata ?? TIFFStructure(bytes, acceptsAnyVersion: true),
      let directory = structure.firstDirectory
    else { return nil }
    self.structure = structure
    self.directory = directory
  }

  /// The metadata of a page after the first.
  ///
  /// - Parameter place: the offset of its directory.
  init?(ofPageAt place: Int, in bytes: [UInt8]) {
    if let big = BigTIFFDirectories(bytes) {
      guard let structure = big.metadata(ofDirectoryAt: place), let directory = structure.firstDirectory else {
        return nil
      }
      (self.structure, self.directory) = (structure, directory)
    } else {
      guard let structure = TIFFStructure(bytes), let directory = structure.directory(at: place) else { return nil }
      (self.structure, self.directory) = (structure, directory)
    }
  }

  /// The tags that describe the photo, as a block; nil if there are none.
  ///
  /// - Parameters:
  ///   - longestNote: the maximum length of a maker's note to copy; a longer one is omitted.
  ///   - lacksNote: set to true if one is omitted.
  func exif(
    limits: ReadingLimits, longestNote: Int = .max, lacksNote: inout Bool, file: String
  ) throws(PhotoFileError) -> [UInt8]? {
    let header = Array(structure.bytes.prefix(2)) + structure.encoded(42, size: 2) + structure.encoded(8, size: 4)
    var copy = TIFFDirectoryCopy(appendingTo: header, like: structure, growth: limits.exifBytes)
    copy.longestNote = longestNote
    let values = copy.values(of: directory, in: structure) { TIFFTag.descriptions.contains($0) }
    lacksNote = copy.lacksNote
    guard !values.isEmpty else { return nil }
    let first = copy.append(values)
    guard !copy.isTooLong else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("EXIF of more bytes", limits.exifBytes, "exifBytes"))
    }
    copy.setFirstDirectory(first)
    return copy.bytes
  }

  /// The block of a tag in the first directory.
  private func block(_ tag: Int) -> ArraySlice<UInt8>? {
    guard let entry = directory[tag], let range = structure.outerRange(of: entry) else { return nil }
    return structure.bytes(at: range.lowerBound, count: range.count)
  }

  /// XMP.
  func xmp(limits: ReadingLimits, file: String) throws(PhotoFileError) -> [UInt8]? {
    guard let block = block(TIFFTag.xmp) else { return nil }
    try FlatMetadata.admit(exif: 0, xmp: block.count, profile: 0, limits: limits, file: file)
    return Array(block)
  }

  /// IPTC IIM as Photoshop's resources: those of the file, or made from the tag with IPTC alone.
  func iptc(limits: ReadingLimits, file: String) throws(PhotoFileError) -> [UInt8]? {
    let resources = block(TIFFTag.photoshop)
    let records = block(TIFFTag.iptc)
    try FlatMetadata.admit(
      exif: 0, xmp: 0, profile: 0, iptc: (resources ?? records)?.count ?? 0, limits: limits, file: file)
    if let resources {
      let block = JPEGIdentifier.photoshop + resources
      if PhotoshopResources(block)?[PhotoshopResources.iptc] != nil || records == nil { return block }
    }
    return records.map { PhotoshopResources.block(iptc: Array($0)) }
  }
}

extension PhotoshopResources {
  /// The smallest block that holds IPTC.
  static func block(iptc: [UInt8]) -> [UInt8] {
    JPEGIdentifier.photoshop + Array("8BIM".utf8) + [UInt8(Self.iptc >> 8), UInt8(Self.iptc & 0xFF), 0, 0]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: iptc.count >> $0) } + iptc
      + (iptc.count.isMultiple(of: 2) ? [] : [0])
  }
}
