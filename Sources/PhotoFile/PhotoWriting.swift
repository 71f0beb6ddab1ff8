import FoundationEssentials
import Imaging
import Kernels

extension Photo {
  /// The photo as the bytes of a file.
  ///
  /// EXIF's Orientation is set to ``orientation`` and XMP's regions to ``faces`` if they differ. All other metadata are
  /// written unchanged; XMP that cannot be parsed is replaced by a packet of the faces. Unchanged auxiliary images from
  /// a file of the same format, and the file's retained data, are written byte for byte. ``warnings(writingAs:)`` lists
  /// what the format does not support. JPEG stores 8 bits and shows transparent pixels on white. High dynamic range is
  /// kept with 10 and 12 bits in HEIC and AVIF and with 16 in PNG; otherwise its tones are mapped to those of Display
  /// P3 or sRGB by the roll-off of ITU-R BT.2390.
  ///
  /// - Throws: `encodingFailed` if the format does not support the picture or its metadata, `codecMissing`;
  ///   `notSearchable` if something is hidden (``withoutOriginalPictures()``), and data of unknown use may show it.
  public func data(as options: EncodingOptions) throws(PhotoFileError) -> [UInt8] {
    let unsearched = unsearchedParts(writingAs: options.format)
    guard keepsUnknown || unsearched.isEmpty else {
      throw .notSearchable(file: source?.name ?? "the photo", parts: unsearched)
    }
    guard !options.quality.isNaN else {
      throw .encodingFailed(format: options.format, reason: "the quality is not a number; ask for 0...1")
    }
    var photo = self
    _ = photo.renewThumbnails()
    photo.removeStaleGainMaps()
    photo.metadata = photo.metadataToWrite(in: options.format)
    if losesDynamicRange(in: options) { try photo.mapTones(for: options.format) }
    guard let writing = options.format.declaration.writing else {
      throw .encodingFailed(
        format: options.format,
        reason: "it is only read; write \(PhotoFormat.names(of: \.isWritable))")
    }
    return try writing.encode(photo, options)
  }

  /// Writes the photo to a file: whole, or not at all.
  ///
  /// The bytes go to a temporary file in the same folder, which is renamed once they are synchronized to the disk.
  ///
  /// - Parameter overwriting: whether an existing file may be replaced; it is kept until the new one is complete.
  /// - Throws: `outputExists` if a file exists and may not be replaced, `folderMissing`, `unwritable`, and the errors of
  ///   ``data(as:)``.
  public func write(to url: URL, as options: EncodingOptions, overwriting: Bool = false) throws(PhotoFileError) {
    let output = try AtomicFile(url, overwriting: overwriting)
    try output.write(try data(as: options))
  }

  /// Whether the picture has a high dynamic range that is lost in the file: JPEG and 8 bits do not support it.
  func losesDynamicRange(in options: EncodingOptions) -> Bool {
    guard pixels.colorSpace.isHighDynamicRange else { return false }
    guard options.format.holds(.highDynamicRange) else { return true }
    return options.bitDepth.map { $0 == 8 } ?? (pixels.format.bitsPerComponent == 8)
  }

  private mutating func mapTones(for format: PhotoFormat) throws(PhotoFileError) {
    do {
      pixels = try pixels.toneMapped(as: pixels.format.bitsPerComponent == 32 ? .rgba16 : nil)
    } catch {
      throw .encodingFailed(format: format, reason: "\(error)")
    }
  }

  private func metadataToWrite(in format: PhotoFormat) -> PhotoMetadata {
    var metadata = metadata
    if var exif = metadata.exif.flatMap(EXIFBlock.init) {
      if exif.orientation != nil || orientation != .up { exif.orientation = orientation }
      metadata.exif = exif.bytes
    } else if orientation != .up, !format.holds(.orientation) {
      metadata.exif = EXIFBlock(orientation: orientation)?.bytes
    }
    if format != sourceFormat || source == nil {
      // A directory in XMP describes the data after the source file's picture, not this one's.
      metadata.xmp = metadata.xmp.map(XMPPictures.withoutDirectories)
    }
    let recorded = FaceRegions.faces(in: metadata.xmp, storedSize: pixels.size, orientation: orientation)
    if recorded != faces {
      metadata.xmp = FaceRegions.packet(
        recording: faces, in: metadata.xmp, storedSize: pixels.size, orientation: orientation)
    }
    guard format.declaration.keepsIPTCInEXIF else { return metadata }
    return metadata.puttingIPTCIntoEXIF() ?? metadata
  }
}
