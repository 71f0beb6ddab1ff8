import CHEIF

/// How AV1 pictures are coded: by libaom.
enum AV1Encoder {
  /// Sets the parameters of libheif's encoder.
  static func configure(_ encoder: OpaquePointer, coding: PictureEncoder.Coding) throws(PhotoFileError) {
    try PictureEncoder.check(heif_encoder_set_parameter_integer(encoder, "speed", 8))
    try PictureEncoder.check(heif_encoder_set_parameter_integer(encoder, "threads", 1))
    switch coding {
    case .color(let quality):
      try PictureEncoder.check(heif_encoder_set_lossy_quality(encoder, Int32(min(max(quality, 0), 100))))
      try PictureEncoder.check(heif_encoder_set_parameter(encoder, "chroma", "420"))
    case .losslessGray: try PictureEncoder.check(heif_encoder_set_lossless(encoder, 1))
    }
  }
}
