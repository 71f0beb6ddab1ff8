import Imaging

/// Writes a photo as HEIC in the layout of an iPhone's files.
enum HEIFWriter {
  /// The file of a photo.
  ///
  /// The picture is coded with 8 bits a component and without alpha, what is transparent shown on white; auxiliary images
  /// of one component are coded without loss. IPTC has no place in HEIC and is left out. Works on all cores.
  ///
  /// - Parameter quality: `0...1`.
  static func data(for photo: Photo, quality: Double) throws(PhotoFileError) -> [UInt8] {
    try PictureCodec.hevc.requireEncoder()
    let pixels = photo.pixels
    guard let color = ColorInformation(describing: pixels) else {
      throw failure("no ICC profile could be made of \(pixels.colorSpace.name)")
    }
    var encoders = [
      HEIFPictureEncoder.color(
        try tiles(
          pixels.alphaType == .opaque ? pixels : EncodablePixels.opaqueEightBit(pixels), quality: quality))
    ]
    for image in photo.auxiliaryImages { encoders.append(try encoder(for: image)) }
    let pictures = try HEIFPictureEncoder.encode(encoders)

    var assembler = HEIFAssembler()
    let transformations = OrientationProperties(photo.orientation)
    let primary = assembler.add(
      pictures[0], of: encoders[0], color: color, transformations: transformations, isHidden: false)
    assembler.primary = primary
    if let exif = photo.metadata.exif {
      let header: [UInt8] = [0, 0, 0, 6] + Array("Exif\0\0".utf8)
      let item = assembler.add(type: "Exif", isHidden: true, data: header + exif)
      assembler.refer("cdsc", from: item, to: [primary])
    }
    if let xmp = photo.metadata.xmp { assembler.add(xmp: xmp, of: primary) }
    for (index, image) in photo.auxiliaryImages.enumerated() {
      let item = assembler.add(
        pictures[index + 1], of: encoders[index + 1], color: nil, transformations: transformations, isHidden: true)
      let subtype =
        image.type == .depth ? (image.depthRepresentation ?? DepthRepresentation(xmp: image.xmp))?.subtype : nil
      assembler.associate(.auxiliaryType(image.type.rawValue, subtype: subtype ?? []), with: item, isEssential: true)
      assembler.refer("auxl", from: item, to: [primary])
      if let xmp = image.xmp ?? AuxiliaryXMP.packet(for: image.type, in: .heic) { assembler.add(xmp: xmp, of: item) }
    }
    return try checked(assembler)
  }

  private static func encoder(for image: AuxiliaryImage) throws(PhotoFileError) -> HEIFPictureEncoder {
    switch image.pixels.format {
    case .l8:
      guard HEVCConfiguration.level(for: image.pixels.size) != nil else {
        throw failure("the auxiliary image \(image.type.rawValue) of \(image.pixels.size) pixels is too large")
      }
      return .gray(image.pixels)
    case .rgba8: return .color(try tiles(image.pixels, quality: 0.95))
    default: throw failure("the auxiliary image \(image.type.rawValue) has not 8 bits a component")
    }
  }

  private static func tiles(_ pixels: PixelBuffer, quality: Double) throws(PhotoFileError) -> ColorTileEncoder {
    guard max(pixels.width, pixels.height) <= 256 * ColorTileEncoder.longestTileSide else {
      throw failure("\(pixels.size) pixels are more than a grid of tiles can hold")
    }
    return ColorTileEncoder(pixels: pixels, quality: Int((min(max(quality, 0), 1) * 100).rounded()))
  }

  /// The file, if its numbers hold what they have to.
  private static func checked(_ assembler: HEIFAssembler) throws(PhotoFileError) -> [UInt8] {
    guard assembler.itemCount <= 0xFFFF else {
      throw failure("\(assembler.itemCount) items are more than a file holds")
    }
    let file = assembler.file()
    guard file.count <= 0xFFFF_FFFF else { throw failure("\(file.count) bytes are more than a file holds") }
    return file
  }

  private static func failure(_ reason: String) -> PhotoFileError {
    .encodingFailed(format: .heic, reason: reason)
  }
}
