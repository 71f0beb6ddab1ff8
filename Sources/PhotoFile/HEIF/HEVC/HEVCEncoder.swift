import CHEIF
import Imaging

/// Codes single pictures with the HEVC encoder behind libheif.
///
/// libheif writes each picture into a small file of its own, of which only the parameter sets and slices are used.
/// Every call has its own libheif context and x265 one thread, so that calls may run on all cores at once.
enum HEVCEncoder {
  /// The longest side of Apple's tiles.
  static let longestTileSide = 512

  /// The tiles for a picture: one of exactly its size if HEVC can code that and it is not larger than a tile; otherwise
  /// up to 512 on a side and a multiple of 64, as MIAF requires (ISO/IEC 23000-22, 7.3.11.4.2).
  static func tileSize(for size: PixelSize) -> PixelSize {
    func side(_ length: Int) -> Int { min(longestTileSide, (length + 63) / 64 * 64) }
    let isCodedWhole = [size.width, size.height].allSatisfy {
      (64...longestTileSide).contains($0) && $0.isMultiple(of: 2)
    }
    return isCodedWhole ? size : PixelSize(width: side(size.width), height: side(size.height))
  }

  /// Codes a picture whose samples `fill` writes.
  ///
  /// - Precondition: both sides of `size` are even and at least 64: otherwise libheif would pad and wrap in a grid.
  static func encode(
    size: PixelSize, settings: CodingSettings, fill: (PicturePlanes) -> Void
  ) throws(PhotoFileError) -> CodedPicture {
    precondition(size.width >= 64 && size.height >= 64 && size.width % 2 == 0 && size.height % 2 == 0)
    guard HEVCPreparation.isDone(depth: settings.depth) else {
      throw failure("x265 does not work with \(settings.depth) bits")
    }
    return try encodePrepared(size: size, settings: settings, fill: fill)
  }

  /// Codes a picture with an encoder that is known to work.
  static func encodePrepared(
    size: PixelSize, settings: CodingSettings, fill: (PicturePlanes) -> Void
  ) throws(PhotoFileError) -> CodedPicture {
    let image = try makeImage(size: size, settings: settings, fill: fill)
    defer { heif_image_release(image) }
    guard let context = heif_context_alloc() else { throw failure("no memory") }
    defer { heif_context_free(context) }
    var encoder: OpaquePointer?
    try check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder))
    guard let encoder else { throw failure("no encoder") }
    defer { heif_encoder_release(encoder) }
    switch settings.content {
    case .color(let quality):
      try check(heif_encoder_set_lossy_quality(encoder, Int32(min(max(quality, 0), 100))))
      try check(heif_encoder_set_parameter(encoder, "chroma", "420"))
    case .losslessGray: try check(heif_encoder_set_lossless(encoder, 1))
    }
    for (name, value) in HEVCParameters.parameters(for: settings, size: size) {
      try check(heif_encoder_set_parameter(encoder, name, value))
    }

    guard let options = heif_encoding_options_alloc() else { throw failure("no memory") }
    defer { heif_encoding_options_free(options) }
    var handle: OpaquePointer?
    try check(heif_context_encode_image(context, image, encoder, options, &handle))
    if let handle { heif_image_handle_release(handle) }
    return try picture(inFile: file(of: context))
  }

  private static func makeImage(
    size: PixelSize, settings: CodingSettings, fill: (PicturePlanes) -> Void
  ) throws(PhotoFileError) -> OpaquePointer {
    let (width, height, depth) = (Int32(size.width), Int32(size.height), Int32(settings.depth))
    let isGray = settings.isGray
    var created: OpaquePointer?
    try check(
      heif_image_create(
        width, height, isGray ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
        isGray ? heif_chroma_monochrome : heif_chroma_420, &created))
    guard let image = created else { throw failure("no image") }
    do throws(PhotoFileError) {
      try check(heif_image_add_plane(image, heif_channel_Y, width, height, depth))
      if !isGray {
        try check(heif_image_add_plane(image, heif_channel_Cb, (width + 1) / 2, (height + 1) / 2, depth))
        try check(heif_image_add_plane(image, heif_channel_Cr, (width + 1) / 2, (height + 1) / 2, depth))
      }
      try setColors(of: image, isGray: isGray)
      let (luma, lumaStride) = try plane(heif_channel_Y, of: image)
      if isGray {
        fill(PicturePlanes(luma: luma, lumaStride: lumaStride, chroma: nil))
      } else {
        let (cb, stride) = try plane(heif_channel_Cb, of: image)
        let (cr, otherStride) = try plane(heif_channel_Cr, of: image)
        guard stride == otherStride else { throw failure("planes of unequal strides") }
        fill(PicturePlanes(luma: luma, lumaStride: lumaStride, chroma: .init(cb: cb, cr: cr, stride: stride)))
      }
    } catch {
      heif_image_release(image)
      throw error
    }
    return image
  }

  /// Sets the coded picture's own parameters: full range, and BT.601 if there is chroma. The container states the
  /// colours themselves.
  private static func setColors(of image: OpaquePointer, isGray: Bool) throws(PhotoFileError) {
    guard let color = heif_nclx_color_profile_alloc() else { throw failure("no memory") }
    defer { heif_nclx_color_profile_free(color) }
    color.pointee.color_primaries = heif_color_primaries_unspecified
    color.pointee.transfer_characteristics = heif_transfer_characteristic_unspecified
    color.pointee.matrix_coefficients =
      isGray ? heif_matrix_coefficients_unspecified : heif_matrix_coefficients_ITU_R_BT_601_6
    color.pointee.full_range_flag = 1
    try check(heif_image_set_nclx_color_profile(image, color))
  }

  private static func plane(
    _ channel: heif_channel, of image: OpaquePointer
  ) throws(PhotoFileError) -> (UnsafeMutableRawPointer, Int) {
    var stride: Int32 = 0
    guard let samples = heif_image_get_plane(image, channel, &stride) else { throw failure("no memory for a plane") }
    return (UnsafeMutableRawPointer(samples), Int(stride))
  }

  /// The file that libheif makes of a context.
  private static func file(of context: OpaquePointer) throws(PhotoFileError) -> [UInt8] {
    var writer = heif_writer(
      writer_api_version: 1,
      write: { _, data, size, output in
        if let data, let output {
          let bytes = UnsafeRawBufferPointer(start: data, count: size)
          output.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: bytes)
        }
        return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
      })
    var output: [UInt8] = []
    try check(withUnsafeMutablePointer(to: &output) { heif_context_write(context, &writer, $0) })
    return output
  }

  private static func picture(inFile bytes: [UInt8]) throws(PhotoFileError) -> CodedPicture {
    do throws(HEIFError) {
      let document = try HEIFDocument(bytes, limits: .default)
      let id = document.primaryID
      let properties = try document.decodableProperties(of: id)
      guard let configuration = try CodecConfiguration(of: id, codec: .hevc, properties: properties, in: document)
      else { throw .malformed("no HEVC configuration") }
      return CodedPicture(configuration: configuration, data: try document.readData(of: id))
    } catch {
      throw failure("libheif wrote a picture of an unknown structure: \(error)")
    }
  }

  private static func check(_ status: heif_error) throws(PhotoFileError) {
    guard status.code != heif_error_Ok else { return }
    throw failure(status.message.map { String(cString: $0) } ?? "libheif error \(status.code.rawValue)")
  }

  private static func failure(_ reason: String) -> PhotoFileError {
    .encodingFailed(format: .heic, reason: reason)
  }
}
