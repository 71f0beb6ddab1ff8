import CHEIF
import Imaging

/// Decodes single pictures with the decoders behind libheif.
///
/// libheif gets each picture in a small file made here, so that nothing of a foreign file's structure reaches it, and no
/// picture whose parameter sets ask for more than the container says. Calls may run on all cores at once.
enum PictureDecoder {
  /// Samples of a decoded picture, valid during the call that hands them out.
  struct Planes {
    let luma: UnsafeRawPointer
    let lumaStride: Int
    let cb: UnsafeRawPointer?
    let cr: UnsafeRawPointer?
    let chromaStride: Int
  }

  /// Decodes a picture and calls `body` with its samples.
  static func decode(_ picture: CodedPicture, body: (Planes) -> Void) throws(HEIFFault) {
    let parameters = picture.configuration.parameters
    try picture.verify()
    guard let context = heif_context_alloc() else { throw .malformed("no memory to decode") }
    defer { heif_context_free(context) }
    heif_context_set_maximum_image_size_limit(
      context, Int32(max(parameters.size.width, parameters.size.height) + 1))
    heif_context_set_max_decoding_threads(context, 1)

    let file = miniature(picture)
    var fault: HEIFFault?
    file.withUnsafeBytes { bytes in
      do throws(HEIFFault) {
        try check(heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
        try decodePrimary(of: context, parameters: parameters, body: body)
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
  }

  private static func decodePrimary(
    of context: OpaquePointer, parameters: PictureParameters, body: (Planes) -> Void
  ) throws(HEIFFault) {
    var handle: OpaquePointer?
    try check(heif_context_get_primary_image_handle(context, &handle))
    defer { if let handle { heif_image_handle_release(handle) } }
    guard let options = heif_decoding_options_alloc() else { throw .malformed("no memory to decode") }
    defer { heif_decoding_options_free(options) }
    options.pointee.ignore_transformations = 1
    var decoded: OpaquePointer?
    // Asked for nothing, libheif converts to RGB.
    let chromas = [heif_chroma_monochrome, heif_chroma_420, heif_chroma_422, heif_chroma_444]
    try check(
      heif_decode_image(
        handle, &decoded, parameters.isGray ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
        chromas[parameters.chromaFormat], options))
    guard let image = decoded else { throw .malformed("nothing was decoded") }
    defer { heif_image_release(image) }

    let (luma, lumaStride) = try plane(heif_channel_Y, of: image, size: parameters.size, depth: parameters.depth)
    guard !parameters.isGray else {
      return body(Planes(luma: luma, lumaStride: lumaStride, cb: nil, cr: nil, chromaStride: 0))
    }
    let (cb, stride) = try plane(heif_channel_Cb, of: image, size: parameters.chromaSize, depth: parameters.depth)
    let (cr, otherStride) = try plane(heif_channel_Cr, of: image, size: parameters.chromaSize, depth: parameters.depth)
    guard stride == otherStride else { throw .malformed("chroma planes of unequal strides") }
    return body(Planes(luma: luma, lumaStride: lumaStride, cb: cb, cr: cr, chromaStride: stride))
  }

  private static func plane(
    _ channel: heif_channel, of image: OpaquePointer, size: PixelSize, depth: Int
  ) throws(HEIFFault) -> (UnsafeRawPointer, Int) {
    var stride: Int32 = 0
    guard let samples = heif_image_get_plane_readonly(image, channel, &stride),
      Int(heif_image_get_width(image, channel)) >= size.width,
      Int(heif_image_get_height(image, channel)) >= size.height,
      Int(heif_image_get_bits_per_pixel_range(image, channel)) == depth
    else { throw .malformed("the decoded picture is not of the size or depth that its parameter set says") }
    return (UnsafeRawPointer(samples), Int(stride))
  }

  /// A file of nothing but the picture.
  private static func miniature(_ picture: CodedPicture) -> [UInt8] {
    let size = picture.configuration.parameters.size
    var assembler = HEIFAssembler()
    let item = assembler.add(type: picture.configuration.codec.itemType, data: picture.data)
    assembler.associate(.imageSize(size), with: item, isEssential: false)
    assembler.associate(.configuration(picture.configuration), with: item, isEssential: true)
    // libheif converts samples whose range or matrix is not this one to it, by way of RGB. Told that they have it, it
    // leaves them alone.
    let points = ColorCodePoints(primaries: 1, transfer: 13, matrix: 6, isFullRange: true)
    assembler.associate(.color(.codePoints(points)), with: item, isEssential: false)
    assembler.primary = item
    return assembler.file()
  }

  private static func check(_ status: heif_error) throws(HEIFFault) {
    guard status.code != heif_error_Ok else { return }
    let message = status.message.map { String(cString: $0) } ?? "libheif error \(status.code.rawValue)"
    if status.code == heif_error_Unsupported_feature { throw .unsupported("a coded picture: \(message)") }
    throw .malformed("a coded picture: \(message)")
  }
}
