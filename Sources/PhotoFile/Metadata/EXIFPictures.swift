import Imaging

/// The pictures in an EXIF block: the thumbnail, also of later directories, and previews in makers' notes.
enum EXIFPictures {
  /// The block with zeros in place of its pictures, of the same length, and their names; no names if it has none.
  ///
  /// The link to the thumbnail's directory is cut. A damaged picture is erased up to the block's end or the next
  /// directory.
  static func erased(from block: [UInt8]) -> (block: [UInt8], names: [String]) {
    var block = block
    var names: [String] = []
    let structure = TIFFStructure(block)
    let directories = structure?.directories ?? []
    let thumbnail = EXIFBlock(block)?.thumbnail
    for picture in EmbeddedPictures.find(in: block) {
      names.append(picture.range.lowerBound == thumbnail?.lowerBound ? "thumbnail" : "preview")
      var range = picture.range
      if !picture.isComplete {
        let next = directories.map(\.range.lowerBound).filter { $0 > range.lowerBound }.min()
        range = range.lowerBound..<(next ?? range.upperBound)
      }
      block.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    let withoutTexts = TextPictures.erased(from: block)
    if withoutTexts != block {
      names.append("picture as text")
      block = withoutTexts
    }
    if var structure, let first = structure.firstDirectory {
      structure = TIFFStructure(block) ?? structure
      let kept = [0..<8] + directories.map(\.range)
      // The first directory's strips would be the photo itself, which is elsewhere.
      for place in directories.dropFirst() {
        for range in strips(of: place.offset, in: structure) where !kept.contains(where: range.overlaps) {
          structure.erase(range)
          names.append("thumbnail")
        }
      }
      structure.setInteger(0, at: first.nextPosition, size: 4)
      block = structure.bytes
    }
    return (block, names)
  }

  /// The block with a new thumbnail of the picture in the place of the old one, and zeros in place of its other
  /// pictures.
  ///
  /// - Returns: the block, of the same length, and the names of the omitted pictures.
  static func renewed(in block: [UInt8], showing pixels: PixelBuffer) -> (block: [UInt8], names: [String]) {
    let (bare, names) = erased(from: block)
    guard var exif = EXIFBlock(block), let place = exif.thumbnail,
      let thumbnail = ReducedPicture.jpeg(of: pixels, inPlaceOf: Array(block[place]))
    else { return (bare, names) }
    exif.replaceThumbnail(thumbnail)
    var renewed = exif.bytes
    for picture in EmbeddedPictures.find(in: block) where picture.range.lowerBound != place.lowerBound {
      let range = picture.isComplete ? picture.range : picture.range.lowerBound..<picture.range.lowerBound + 4
      renewed.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    return (renewed, names.filter { $0 != "thumbnail" })
  }

  /// The ranges of a directory's picture that is not a JPEG.
  private static func strips(of offset: Int, in structure: TIFFStructure) -> [Range<Int>] {
    guard let directory = structure.directory(at: offset) else { return [] }
    func numbers(_ tag: Int) -> [Int] {
      guard let entry = directory[tag] else { return [] }
      if let one = structure.integer(of: entry) { return [one] }
      guard let range = structure.outerRange(of: entry) else { return [] }
      let size = entry.type == TIFFStructure.Entry.short ? 2 : 4
      return stride(from: range.lowerBound, to: min(range.upperBound, range.lowerBound + 4096), by: size)
        .compactMap { structure.integer(at: $0, size: size) }
    }
    return zip(numbers(TIFFTag.stripOffsets), numbers(TIFFTag.stripByteCounts)).compactMap { start, count in
      count > 0 && start <= structure.count - count ? start..<start + count : nil
    }
  }
}
