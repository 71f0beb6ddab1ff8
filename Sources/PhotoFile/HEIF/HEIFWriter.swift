import Imaging

/// Writes a photo as HEIC in the layout of an iPhone's files.
enum HEIFWriter {
  /// The file of a photo.
  ///
  /// Pixels are coded with 8 bits a component and without alpha; auxiliary images without loss, as they stand. IPTC has
  /// no place in HEIC and is left out. Works on all cores.
  ///
  /// - Parameter quality: `0...1`.
  static func data(for photo: Photo, quality: Double) throws(PhotoFileError) -> [UInt8] {
    try HEVCEncoder.requireCodec()
    try check(photo)
    guard let color = ColorInformation(photo.pixels.colorSpace) else {
      throw failure(
        "\(photo.pixels.colorSpace.name) has no place in HEIC; convert to sRGB or Display P3, or give a profile")
    }
    let tiles = ColorTileEncoder(pixels: photo.pixels, quality: Int((min(max(quality, 0), 1) * 100).rounded()))
    let (coded, auxiliary) = try encode(tiles, photo.auxiliaryImages)

    var assembler = HEIFAssembler()
    let transformations = OrientationProperties(photo.orientation)
    let primary = add(coded, of: tiles, color: color, transformations, to: &assembler)
    assembler.primary = primary
    if let exif = photo.metadata.exif {
      let header: [UInt8] = [0, 0, 0, 6] + Array("Exif\0\0".utf8)
      let item = assembler.add(type: "Exif", isHidden: true, data: header + exif)
      assembler.refer("cdsc", from: item, to: [primary])
    }
    if let xmp = photo.metadata.xmp { add(xmp: xmp, of: primary, to: &assembler) }
    for (image, picture) in zip(photo.auxiliaryImages, auxiliary) {
      add(picture, of: image, primary: primary, transformations, to: &assembler)
    }
    return assembler.file()
  }

  private static func check(_ photo: Photo) throws(PhotoFileError) {
    let size = photo.pixels.size
    guard max(size.width, size.height) <= 256 * ColorTileEncoder.longestTileSide else {
      throw failure("\(size) pixels are more than a grid of tiles can hold")
    }
    for image in photo.auxiliaryImages {
      guard image.pixels.format == .l8 else {
        throw failure("the auxiliary image \(image.type.rawValue) has not one 8-bit component")
      }
      guard HEVCConfiguration.level(for: image.pixels.size) != nil else {
        throw failure("the auxiliary image \(image.type.rawValue) of \(image.pixels.size) pixels is too large")
      }
    }
  }

  /// Codes tiles and auxiliary images side by side, the largest first.
  private static func encode(
    _ tiles: ColorTileEncoder, _ images: [AuxiliaryImage]
  ) throws(PhotoFileError) -> (tiles: [HEVCPicture], auxiliary: [HEVCPicture]) {
    let results = concurrentMap(images.count + tiles.grid.tileCount) { index -> Result<HEVCPicture, PhotoFileError> in
      do throws(PhotoFileError) {
        if index < images.count { return .success(try GrayPictureEncoder.encode(images[index].pixels)) }
        return .success(try tiles.encode(tile: index - images.count))
      } catch {
        return .failure(error)
      }
    }
    var pictures: [HEVCPicture] = []
    for result in results { pictures.append(try result.get()) }
    return (Array(pictures.dropFirst(images.count)), Array(pictures.prefix(images.count)))
  }

  /// Adds the primary picture, a grid of tiles or a single one, and returns its item.
  private static func add(
    _ pictures: [HEVCPicture], of tiles: ColorTileEncoder, color: ColorInformation,
    _ transformations: OrientationProperties, to assembler: inout HEIFAssembler
  ) -> Int {
    let primary: Int
    if tiles.isCodedWhole, let picture = pictures.first {
      primary = assembler.add(type: "hvc1", data: picture.data)
      assembler.associate(.hevcConfiguration(picture.configuration), with: primary, isEssential: true)
    } else {
      var items: [Int] = []
      for picture in pictures {
        let item = assembler.add(type: "hvc1", isHidden: true, data: picture.data)
        assembler.associate(.imageSize(tiles.tileSize), with: item, isEssential: true)
        assembler.associate(.color(color), with: item, isEssential: true)
        assembler.associate(.hevcConfiguration(picture.configuration), with: item, isEssential: true)
        items.append(item)
      }
      primary = assembler.add(type: "grid", in: .itemData, data: tiles.grid.payload)
      assembler.refer("dimg", from: primary, to: items)
    }
    assembler.associate(.color(color), with: primary, isEssential: true)
    assembler.associate(.imageSize(tiles.pixels.size), with: primary, isEssential: false)
    transform(primary, transformations, &assembler)
    assembler.associate(.bitDepths([8, 8, 8]), with: primary, isEssential: false)
    return primary
  }

  private static func add(
    _ picture: HEVCPicture, of image: AuxiliaryImage, primary: Int, _ transformations: OrientationProperties,
    to assembler: inout HEIFAssembler
  ) {
    let item = assembler.add(type: "hvc1", isHidden: true, data: picture.data)
    assembler.associate(.hevcConfiguration(picture.configuration), with: item, isEssential: true)
    assembler.associate(.imageSize(image.pixels.size), with: item, isEssential: false)
    transform(item, transformations, &assembler)
    assembler.associate(.bitDepths([8]), with: item, isEssential: false)
    assembler.associate(.auxiliaryType(image.type.rawValue, subtype: []), with: item, isEssential: true)
    assembler.refer("auxl", from: item, to: [primary])
    if let xmp = image.xmp ?? AuxiliaryXMP.packet(for: image.type, in: .heic) {
      add(xmp: xmp, of: item, to: &assembler)
    }
  }

  private static func add(xmp: [UInt8], of owner: Int, to assembler: inout HEIFAssembler) {
    let item = assembler.add(type: "mime", contentType: "application/rdf+xml", isHidden: true, data: xmp)
    assembler.refer("cdsc", from: item, to: [owner])
  }

  private static func transform(
    _ item: Int, _ transformations: OrientationProperties, _ assembler: inout HEIFAssembler
  ) {
    assembler.associate(.rotation(transformations.quarterTurns), with: item, isEssential: true)
    if let axis = transformations.mirrorAxis {
      assembler.associate(.mirror(axis), with: item, isEssential: true)
    }
  }

  private static func failure(_ reason: String) -> PhotoFileError {
    .encodingFailed(format: .heic, reason: reason)
  }
}
