import Imaging

/// Writes a photo as HEIC in the layout of an iPhone's files, or as AVIF in the same.
struct HEIFWriter {
  private let photo: Photo
  private let options: EncodingOptions
  private let codec: PictureCodec

  /// The file of a photo.
  ///
  /// Auxiliary images of one component, and the picture's alpha as one of them, are lossless. Retained parts of a
  /// source file of the same format are copied: see ``HEIFPassthrough``. Works on all cores.
  ///
  /// - Precondition: the format is HEIC or AVIF.
  static func data(for photo: Photo, as options: EncodingOptions) throws(PhotoFileError) -> [UInt8] {
    let codec: PictureCodec = options.format == .avif ? .av1 : .hevc
    try codec.requireEncoder()
    do throws(PhotoFileError) {
      return try HEIFWriter(photo: photo, options: options, codec: codec).file()
    } catch {
      throw error.coding(as: options.format)
    }
  }

  private func file() throws(PhotoFileError) -> [UInt8] {
    guard let color = ColorInformation(describing: photo.pixels) else {
      throw failure("no ICC profile could be made of \(photo.pixels.colorSpace.name)")
    }
    var passthrough = try passthrough()
    let auxiliaryImages = passthrough.images + [HEIFAlpha.image(of: photo.pixels, in: codec)].compactMap(\.self)
    let auxiliary = HEIFAuxiliaryEncoder(
      format: options.format, codec: codec, pictureDepth: depth, speed: options.speed,
      hasProfiles: options.profilesAuxiliaryImages)
    var encoders = [try primaryEncoder()]
    for image in auxiliaryImages { encoders.append(try auxiliary.encoder(for: image)) }
    if let size = passthrough.thumbnailSize {
      encoders.append(try colorEncoder(of: ReducedPicture.pixels(photo.pixels, longSide: size)))
    }
    let pictures = try HEIFPictureEncoder.encode(encoders)

    let primary = passthrough.assembler.add(
      pictures[0], of: encoders[0], color: color, transformations: OrientationProperties(photo.orientation),
      isHidden: false, id: passthrough.primaryID)
    passthrough.assembler.primary = primary
    addMetadata(to: &passthrough)
    passthrough.addCopies(orientation: photo.orientation)
    for (index, image) in auxiliaryImages.enumerated() {
      let item = auxiliary.add(
        pictures[index + 1], of: encoders[index + 1], image: image, orientation: photo.orientation,
        to: &passthrough.assembler)
      passthrough.assembler.describeAuxiliary(
        item, type: image.type, xmp: auxiliary.xmp(of: image), gainMap: image.gainMap)
    }
    if passthrough.thumbnailSize != nil, let coded = pictures.last, let encoder = encoders.last {
      let thumbnail = passthrough.assembler.add(
        coded, of: encoder, color: color, transformations: OrientationProperties(photo.orientation), isHidden: true)
      passthrough.assembler.refer("thmb", from: thumbnail, to: [primary])
    }
    passthrough.assembler.brands = brands(of: passthrough.assembler.document)
    return try checked(passthrough.assembler)
  }

  /// The retained parts of the photo's source file.
  private func passthrough() throws(PhotoFileError) -> HEIFPassthrough {
    do throws(HEIFError) {
      return try HEIFPassthrough(of: photo, as: options.format)
    } catch {
      throw failure("what is kept of the original file does not fit: \(error)")
    }
  }

  /// Replaces the original file's EXIF, XMP and IPTC.
  private func addMetadata(to passthrough: inout HEIFPassthrough) {
    let header: [UInt8] = [0, 0, 0, 6] + Array("Exif\0\0".utf8)
    let exif = photo.metadata.exif.map { header + $0 }
    for (type, contentType, data) in [
      ("Exif", nil, exif), ("mime", "application/rdf+xml", photo.metadata.xmp),
      (HEIFMetadata.iptcType, nil, photo.metadata.iptc),
    ] as [(FourCC, String?, [UInt8]?)] {
      let isReplaced = passthrough.replaceMetadata(data) { $0.type == type && $0.contentType == contentType }
      guard !isReplaced, let data else { continue }
      let item = passthrough.assembler.add(type: type, contentType: contentType, isHidden: true, data: data)
      passthrough.assembler.refer("cdsc", from: item, to: [passthrough.assembler.primary])
    }
  }

  /// Bits of a component of the picture.
  private var depth: Int { options.bitDepth ?? (photo.pixels.format.bitsPerComponent > 8 ? 10 : 8) }

  private func primaryEncoder() throws(PhotoFileError) -> HEIFPictureEncoder {
    guard [8, 10, 12].contains(depth) else {
      throw failure("\(depth) bits a component were requested; 8, 10 and 12 can be written")
    }
    return try colorEncoder(of: photo.pixels)
  }

  private func colorEncoder(of pixels: PixelBuffer) throws(PhotoFileError) -> HEIFPictureEncoder {
    // Colours are coded as without alpha.
    return .color(
      try ColorTileEncoder(
        pixels: pixels.alphaType == .premultiplied ? EncodablePixels.straightInteger(pixels) : pixels, codec: codec,
        quality: options.quality, depth: depth, speed: options.speed))
  }

  /// The brands whose rules all pictures of the file follow, copied ones included; the major brand first.
  private func brands(of document: HEIFDocument) -> [FourCC] {
    guard codec == .av1 else {
      return depth == 8 ? HEIFAssembler.appleBrands : ["heix", "mif1", "miaf", "heix"]
    }
    let isBaseline = document.properties.allSatisfy {
      $0.type != "av1C" || AV1Configuration.isBaseline($0.box.contents)
    }
    return ["avif", "avif", "mif1", "miaf"] + (isBaseline ? ["MA1B"] : [])
  }

  /// The file, if its numeric fields are large enough.
  private func checked(_ assembler: HEIFAssembler) throws(PhotoFileError) -> [UInt8] {
    guard assembler.itemCount <= 0xFFFF else {
      throw failure("\(assembler.itemCount) items are more than a file holds")
    }
    let file = assembler.file()
    guard file.count <= 0xFFFF_FFFF else { throw failure("\(file.count) bytes are more than a file holds") }
    return file
  }

  private func failure(_ reason: String) -> PhotoFileError {
    .encodingFailed(format: options.format, reason: reason)
  }
}
