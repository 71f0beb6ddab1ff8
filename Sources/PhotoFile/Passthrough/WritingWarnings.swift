import Kernels

extension Photo {
  /// Warnings of contents that would be missing in a file written with some options, each with the reason; empty if
  /// nothing is lost.
  ///
  /// ``PhotoFormat/holds(_:)`` states which contents a format supports. Other parts of the photo's file, and auxiliary
  /// images that cannot be decoded, are written only to the same format, and only if the picture keeps its size. New
  /// thumbnails and previews are not listed.
  public func warnings(writingAs options: EncodingOptions) -> [PhotoWarning] {
    let format = options.format
    let name = format.name
    var renewed = self
    var warnings = renewed.renewThumbnails()
    warnings += renewed.removeStaleGainMaps()
    if !format.holds(.auxiliaryImages) {
      warnings += renewed.auxiliaryImages.map {
        .leavingOut("the auxiliary image \($0.type.rawValue)", because: "\(name) has no place for it")
      }
    }
    warnings += lostMetadata(in: format)
    for image in undecodedImages where image.encoded.format != format {
      warnings.append(
        .leavingOut(
          "the auxiliary image \(image.type.rawValue)", because: "it cannot be decoded, to be coded for \(name)"))
    }
    warnings += changedSamples(in: options)
    if keepsUnknown {
      warnings += unsearchedParts(writingAs: format).map {
        PhotoWarning(message: "\($0) is kept without being searched, and may show what is hidden")
      }
    }
    return warnings + (source.map { lostParts(of: $0, in: format) } ?? [])
  }

  private func lostMetadata(in format: PhotoFormat) -> [PhotoWarning] {
    let blocks: [(PhotoContent, [UInt8]?, String)] = [
      (.exif, metadata.exif, "EXIF"), (.xmp, metadata.xmp, "XMP"), (.iptc, metadata.iptc, "IPTC"),
    ]
    var warnings: [PhotoWarning] = []
    for (content, block, title) in blocks where block != nil && !format.holds(content) {
      warnings.append(.leavingOut(title, because: "\(format.name) has no place for it"))
    }
    if let xmp = metadata.xmp, format.holds(.xmp), !faces.isEmpty, !XMPDocument.isParseable(xmp) {
      // A packet with the faces replaces it.
      warnings.append(.leavingOut("XMP", because: "it cannot be parsed"))
    }
    for text in texts where text.isRawProfile {
      warnings.append(.leavingOut(text.name, because: "metadata in ImageMagick's form are not read"))
    }
    if !format.declaration.keepsTexts { warnings += lostTexts(in: format) }
    // HEIF has another place for it.
    if format.declaration.keepsIPTCInEXIF, !format.holds(.auxiliaryImages), metadata.puttingIPTCIntoEXIF() == nil {
      warnings.append(.leavingOut("IPTC", because: "it does not fit into EXIF, where \(format.name) would have it"))
    }
    return warnings
  }

  /// One warning for all texts of a PNG and comments of a GIF, but for those that describe the file.
  private func lostTexts(in format: PhotoFormat) -> [PhotoWarning] {
    let lost = texts.lazy.filter { !$0.isRawProfile && !$0.describesFile }
    let names = PNGText.names(of: lost.map { $0.data[...] })
    guard let first = names.first else { return [] }
    guard names.count > 1 else { return [.leavingOut(first, because: "\(format.name) has no place for it")] }
    let list = WordList.joined(names, by: "and")
    return [PhotoWarning(message: "\(list) are left out: \(format.name) has no place for them")]
  }

  /// Warnings of losses of the samples: transparency, high dynamic range, bits.
  private func changedSamples(in options: EncodingOptions) -> [PhotoWarning] {
    let (format, name) = (options.format, options.format.name)
    var warnings: [PhotoWarning] = []
    if !format.holds(.alpha), EncodablePixels.alpha(of: pixels) != nil {
      warnings.append(.leavingOut("transparency", because: "\(name) has no place for it; what shines through is white"))
    }
    if losesDynamicRange(in: options), let space = pixels.colorSpace.standardRange {
      warnings.append(
        PhotoWarning(
          message: "the high dynamic range of \(pixels.colorSpace.name) is mapped to \(space.name):"
            + " \(format.holds(.highDynamicRange) ? "\(name) of 8 bits" : name) holds none"))
    } else if !format.holds(.deepSamples), pixels.format.bitsPerComponent > 8, sourceFormat != .raw {
      // Developing a RAW file to 8 bits is expected, so it causes no warning.
      warnings.append(PhotoWarning(message: "more than 8 bits a component become 8: \(name) holds no more"))
    }
    return warnings
  }

  /// Warnings of parts of the photo's file that are lost, besides picture and metadata.
  private func lostParts(of source: PhotoSource, in format: PhotoFormat) -> [PhotoWarning] {
    var warnings: [PhotoWarning] = []
    if case .heif(let document) = source.body, document.item(document.primaryID)?.entry.type == "iovl" {
      warnings.append(PhotoWarning(message: "the overlay becomes one picture: its layers are left out"))
    }
    if case .none(let reason) = source.body {
      warnings.append(
        PhotoWarning(
          message: "what the file holds beside the picture and its auxiliary images is left out: \(reason)"))
    } else if source.format != format {
      warnings += source.furtherItems.map { .leavingOut($0, because: "it belongs to \(source.format.name)") }
    } else if source.size != pixels.size {
      warnings += source.furtherItems.map { .leavingOut($0, because: "the picture has another size") }
    } else {
      warnings += lostItems(in: source)
    }
    return warnings
  }

  /// Warnings of losses within the same format: items derived from an auxiliary image that was removed from the photo,
  /// and signatures.
  private func lostItems(in source: PhotoSource) -> [PhotoWarning] {
    let signature = PhotoWarning.leavingOut("the file's signature", because: "it is of other bytes")
    switch source.body {
    case .heif(let document):
      let thumbnails = source.isPictureChanged ? document.sources(of: "thmb", to: document.primaryID) : []
      let removed = HEIFAuxiliaryPlan(of: self, as: source.format, in: document).removed
      let removal = document.removal(of: thumbnails + removed)
      guard !removal.contains(document.primaryID) else { return [] }
      let lost = document.furtherItems.filter(removal.contains).compactMap { document.item($0)?.entry.name }
      // A tone-mapped picture depends on its gain map, which has a warning of its own.
      let isNamed = source.isPictureChanged || auxiliaryImages.contains { $0.gainMap != nil }
      return lost.filter { !(isNamed && $0 == "tmap") }.map {
        .leavingOut($0, because: "what it is derived from is not in the photo any more")
      }
        + (document.boxes.contains(where: \.isSignature) ? [signature] : [])
    case .jpeg(let retained):
      let thumbnail = PhotoWarning.leavingOut("thumbnail of JFIF", because: "it is not made anew")
      return (retained.hadThumbnail ? [thumbnail] : []) + (retained.hasSignature ? [signature] : [])
    case .none: return []
    }
  }
}
