import CFFmpeg

/// Decodes single pictures with FFmpeg's codecs.
///
/// A decoder receives one picture and parameter sets that were parsed and validated here. So nothing of an untrusted
/// file's structure reaches it, and no picture whose parameter sets contradict the container. Calls may run on all
/// cores at once.
///
/// FFmpeg rather than libheif's decoders: its HEVC takes half the time, and agrees bit for bit with x265's checksums,
/// while libde265 1.0 is off by up to 9 levels in pictures that clip.
enum PictureDecoder {
  /// Samples of a decoded picture, valid during the call of `body`.
  struct Planes {
    let luma: UnsafeRawPointer
    let lumaStride: Int
    let cb: UnsafeRawPointer?
    let cr: UnsafeRawPointer?
    let chromaStride: Int
  }

  /// Decodes a picture and calls `body` with its samples.
  static func decode(_ picture: CodedPicture, body: (Planes) -> Void) throws(HEIFError) {
    let parameters = picture.configuration.parameters
    try picture.verify()
    // FFmpeg includes the margins that it allocates around a picture.
    let pixelLimit = Int64(parameters.codedSize.width + 256) * Int64(parameters.codedSize.height + 256)
    let configuration = picture.configuration.bytes
    var decoded: OpaquePointer?
    var samples = cffmpeg_samples()
    var message = cffmpeg_message()
    let status = cffmpeg_decode_picture(
      picture.configuration.codec.decoder, configuration, configuration.count, picture.data, picture.data.count,
      pixelLimit, &decoded, &samples, &message)
    defer { cffmpeg_decoded_free(decoded) }
    guard status == CFFMPEG_OK else { throw failure(status, message, codec: picture.configuration.codec) }
    guard Int(samples.width) == parameters.size.width, Int(samples.height) == parameters.size.height,
      Int(samples.depth) == parameters.depth, Int(samples.chroma_format) == parameters.chromaFormat,
      let luma = samples.planes.0
    else { throw .malformed("the decoded picture is not of the size or kind that its parameter set says") }

    let strides = samples.strides
    if parameters.isGray {
      body(Planes(luma: luma, lumaStride: strides.0, cb: nil, cr: nil, chromaStride: 0))
    } else {
      guard let cb = samples.planes.1, let cr = samples.planes.2, strides.1 == strides.2 else {
        throw .malformed("chroma planes of unequal strides")
      }
      body(Planes(luma: luma, lumaStride: strides.0, cb: cb, cr: cr, chromaStride: strides.1))
    }
  }

  private static func failure(_ status: cffmpeg_status, _ message: cffmpeg_message, codec: PictureCodec) -> HEIFError {
    let text = PictureCodec.text(of: message)
    switch status {
    case CFFMPEG_RUNTIME_MISSING: return .codecMissing(codec, codec.decoderAdvice)
    case CFFMPEG_UNSUPPORTED: return .unsupported("the \(codec.name) picture: \(text)")
    case CFFMPEG_LIMIT_EXCEEDED: return .limitExceeded("the \(codec.name) picture: \(text)")
    default: return .malformed("the \(codec.name) picture: \(text)")
    }
  }
}
