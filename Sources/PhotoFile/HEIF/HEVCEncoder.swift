import CHEIF
import Imaging

/// Codes single pictures with the HEVC encoder behind libheif.
///
/// libheif writes each picture into a small file of its own, of which only the parameter sets and slices are kept.
/// Every call has its own libheif context and x265 one thread, so that calls may run on all cores at once.
enum HEVCEncoder {
  enum Coding: Hashable {
    /// 4:2:0, BT.601 full range, with libheif's quality, `0...100`.
    case color(quality: Int)
    /// 4:0:0, full range, every sample kept.
    case losslessGray
  }

  /// The memory that a caller fills with samples.
  struct Planes {
    let luma: UnsafeMutablePointer<UInt8>
    let lumaStride: Int
    /// Nil in a gray picture.
    let chroma: (cb: UnsafeMutablePointer<UInt8>, cr: UnsafeMutablePointer<UInt8>, stride: Int)?
  }

  /// Throws unless libheif can encode HEVC.
  static func requireCodec() throws(PhotoFileError) {
    guard heif_have_encoder_for_format(heif_compression_HEVC) != 0 else {
      throw .codecMissing(codec: "HEVC", advice: "install libheif with its x265 encoder (Debian: libheif1)")
    }
  }

  /// Codes a picture whose samples `fill` writes.
  ///
  /// - Precondition: both sides of `size` are even and at least 64: others libheif would pad and wrap in a grid.
  static func encode(
    size: PixelSize, coding: Coding, fill: (Planes) -> Void
  ) throws(PhotoFileError) -> HEVCPicture {
    precondition(size.width >= 64 && size.height >= 64 && size.width % 2 == 0 && size.height % 2 == 0)
    guard isPrepared else { throw failure("x265 does not work") }
    return try encodePrepared(size: size, coding: coding, fill: fill)
  }

  /// x265 sets its tables up when it first encodes, without a lock: two threads that do so at once crash. So a small
  /// picture is encoded once before all others.
  private static let isPrepared: Bool = {
    let size = PixelSize(width: 64, height: 64)
    let picture = try? encodePrepared(size: size, coding: .losslessGray) { planes in
      for y in 0..<size.height { (planes.luma + y * planes.lumaStride).update(repeating: 0, count: size.width) }
    }
    return picture != nil
  }()

  private static func encodePrepared(
    size: PixelSize, coding: Coding, fill: (Planes) -> Void
  ) throws(PhotoFileError) -> HEVCPicture {
    let image = try makeImage(size: size, isGray: coding == .losslessGray, fill: fill)
    defer { heif_image_release(image) }
    guard let context = heif_context_alloc() else { throw failure("no memory") }
    defer { heif_context_free(context) }
    var encoder: OpaquePointer?
    try check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder))
    guard let encoder else { throw failure("no encoder") }
    defer { heif_encoder_release(encoder) }
    try configure(encoder, coding: coding)

    guard let options = heif_encoding_options_alloc() else { throw failure("no memory") }
    defer { heif_encoding_options_free(options) }
    var handle: OpaquePointer?
    try check(heif_context_encode_image(context, image, encoder, options, &handle))
    if let handle { heif_image_handle_release(handle) }
    return try picture(inFile: file(of: context))
  }

  private static func makeImage(
    size: PixelSize, isGray: Bool, fill: (Planes) -> Void
  ) throws(PhotoFileError) -> OpaquePointer {
    let (width, height) = (Int32(size.width), Int32(size.height))
    var created: OpaquePointer?
    try check(
      heif_image_create(
        width, height, isGray ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
        isGray ? heif_chroma_monochrome : heif_chroma_420, &created))
    guard let image = created else { throw failure("no image") }
    do throws(PhotoFileError) {
      try check(heif_image_add_plane(image, heif_channel_Y, width, height, 8))
      if !isGray {
        try check(heif_image_add_plane(image, heif_channel_Cb, width / 2, height / 2, 8))
        try check(heif_image_add_plane(image, heif_channel_Cr, width / 2, height / 2, 8))
      }
      // The video usability information then says: full range, and BT.601 where there is chroma. The colours
      // themselves are the container's business.
      guard let color = heif_nclx_color_profile_alloc() else { throw failure("no memory") }
      defer { heif_nclx_color_profile_free(color) }
      color.pointee.color_primaries = heif_color_primaries_unspecified
      color.pointee.transfer_characteristics = heif_transfer_characteristic_unspecified
      color.pointee.matrix_coefficients =
        isGray ? heif_matrix_coefficients_unspecified : heif_matrix_coefficients_ITU_R_BT_601_6
      color.pointee.full_range_flag = 1
      try check(heif_image_set_nclx_color_profile(image, color))

      let (luma, lumaStride) = try plane(heif_channel_Y, of: image)
      if isGray {
        fill(Planes(luma: luma, lumaStride: lumaStride, chroma: nil))
      } else {
        let (cb, stride) = try plane(heif_channel_Cb, of: image)
        let (cr, otherStride) = try plane(heif_channel_Cr, of: image)
        guard stride == otherStride else { throw failure("planes of unequal strides") }
        fill(Planes(luma: luma, lumaStride: lumaStride, chroma: (cb, cr, stride)))
      }
    } catch {
      heif_image_release(image)
      throw error
    }
    return image
  }

  private static func plane(
    _ channel: heif_channel, of image: OpaquePointer
  ) throws(PhotoFileError) -> (UnsafeMutablePointer<UInt8>, Int) {
    var stride: Int32 = 0
    guard let samples = heif_image_get_plane(image, channel, &stride) else { throw failure("no memory for a plane") }
    return (samples, Int(stride))
  }

  private static func configure(_ encoder: OpaquePointer, coding: Coding) throws(PhotoFileError) {
    // Measured on 12 megapixels: superfast takes three times as long for 0.6 dB, and twice for a matte an eighth smaller.
    var parameters = [("preset", "ultrafast"), ("x265:pools", "none"), ("x265:frame-threads", "1"), ("x265:wpp", "0")]
    switch coding {
    case .color(let quality):
      try check(heif_encoder_set_lossy_quality(encoder, Int32(min(max(quality, 0), 100))))
      parameters.append(("chroma", "420"))
    case .losslessGray: try check(heif_encoder_set_lossless(encoder, 1))
    }
    for (name, value) in parameters { try check(heif_encoder_set_parameter(encoder, name, value)) }
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

  private static func picture(inFile bytes: [UInt8]) throws(PhotoFileError) -> HEVCPicture {
    do throws(HEIFFault) {
      let container = try HEIFContainer(bytes: bytes, limits: .default)
      let id = container.primaryID
      let data = try container.data(of: id)
      for case .hevcConfiguration(let range) in try container.properties(of: id) {
        return HEVCPicture(configuration: try HEVCConfiguration(range, in: bytes), data: data)
      }
      throw .malformed("no HEVC configuration")
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
