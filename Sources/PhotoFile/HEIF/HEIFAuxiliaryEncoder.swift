import Imaging
import Kernels

/// Codes the auxiliary images of a HEIF file, and adds them as items.
///
/// Images of one component are coded without loss, others in colour at quality 0.95.
struct HEIFAuxiliaryEncoder {
  let format: PhotoFormat
  let codec: PictureCodec
  /// Bits of a component of the picture, which its alpha shares.
  let pictureDepth: Int
  let speed: Int?
  /// Whether gray images carry a profile.
  var hasProfiles = false

  /// - Throws: `encodingFailed` if the image is too large or has floating-point samples.
  func encoder(for image: AuxiliaryImage) throws(PhotoFileError) -> HEIFPictureEncoder {
    if image.type == .isoGainMap, image.gainMap == nil {
      throw failure("the gain map has no metadata that say what its samples mean")
    }
    switch image.pixels.format {
    case .l8, .l16:
      // Alpha is as large as the picture; the level without limits is better than losing it.
      if codec == .hevc, !image.type.isAlpha, HEVCConfiguration.level(for: image.pixels.size) == nil {
        throw failure("the auxiliary image \(image.type.rawValue) of \(image.pixels.size) pixels is too large")
      }
      // MIAF requires alpha to have the picture's depth (ISO/IEC 23000-22, 7.3.5.2).
      return .gray(
        GrayPictureEncoder(
          pixels: image.pixels, codec: codec, depth: image.type.isAlpha ? pictureDepth : nil, speed: speed))
    case .rgba8, .rgba16:
      let depth = image.pixels.format == .rgba8 ? 8 : 10
      return .color(
        try ColorTileEncoder(pixels: image.pixels, codec: codec, quality: 0.95, depth: depth, speed: speed))
    case .lFloat, .rgbaFloat:
      throw failure("the auxiliary image \(image.type.rawValue) has samples of floating point; make them integers")
    }
  }

  /// Adds a coded image with its properties, and returns its item.
  func add(
    _ pieces: [CodedPicture], of encoder: HEIFPictureEncoder, image: AuxiliaryImage, orientation: Orientation,
    to assembler: inout HEIFAssembler
  ) -> Int {
    let item = assembler.add(
      pieces, of: encoder, color: profile(of: image), transformations: OrientationProperties(orientation),
      isHidden: true)
    // A gain map is identified by the item that is derived from it.
    if image.type == .isoGainMap { return item }
    let representation =
      image.type == .depth ? image.depthRepresentation ?? DepthRepresentation(xmp: image.xmp) : nil
    assembler.associate(
      .auxiliaryType(image.type.rawValue, subtype: representation?.subtype ?? []), with: item, isEssential: true)
    return item
  }

  private func profile(of image: AuxiliaryImage) -> ColorInformation? {
    guard hasProfiles, codec == .hevc, image.pixels.format.componentCount == 1, !image.type.isAlpha else { return nil }
    return ICCProfile.bytes(for: .linearGray).map { .profile($0) }
  }

  /// The XMP packet to write with an image: its own, or that of Apple's files for the type.
  func xmp(of image: AuxiliaryImage) -> [UInt8]? {
    image.xmp ?? AuxiliaryXMP.packet(for: image.type, in: format)
  }

  /// Codes an image without a file, stored upright; an unchanged one from a file of the format is copied.
  ///
  /// - Throws: `encodingFailed`, `codecMissing`.
  static func encodedImage(
    _ image: AuxiliaryImage, for format: PhotoFormat
  ) throws(PhotoFileError) -> EncodedAuxiliaryImage {
    let codec: PictureCodec = format == .avif ? .av1 : .hevc
    try codec.requireEncoder()
    if let coded = image.encoded.value, coded.format == format, case .heif(let tree) = coded.body {
      let upright = tree.transformed(by: OrientationProperties(.up)).marking("auxC", essential: true)
      return EncodedAuxiliaryImage(
        upright, type: image.type, xmp: image.xmp, gainMap: image.gainMap, orientation: .up)
    }
    do throws(PhotoFileError) {
      let coder = HEIFAuxiliaryEncoder(format: format, codec: codec, pictureDepth: 8, speed: nil)
      let encoder = try coder.encoder(for: image)
      let pieces = try HEIFPictureEncoder.encode([encoder])[0]
      var assembler = HEIFAssembler()
      let item = coder.add(pieces, of: encoder, image: image, orientation: .up, to: &assembler)
      let tree = try Self.tree(UInt32(item), of: assembler.document, format: format)
      return EncodedAuxiliaryImage(
        tree, type: image.type, xmp: coder.xmp(of: image), gainMap: image.gainMap, orientation: .up)
    } catch {
      throw error.coding(as: format)
    }
  }

  private static func tree(
    _ id: UInt32, of document: HEIFDocument, format: PhotoFormat
  ) throws(PhotoFileError) -> CodedItemTree {
    do throws(HEIFError) {
      return try CodedItemTree(id, of: document)
    } catch {
      throw .encodingFailed(format: format, reason: error.reason)
    }
  }

  private func failure(_ reason: String) -> PhotoFileError { .encodingFailed(format: format, reason: reason) }
}
