import CHEIF
import Imaging

/// How HEVC pictures are coded: by x265, each by one thread, so that many can be coded at once.
enum HEVCEncoder {
  /// Sets the parameters of libheif's encoder and, through it, of x265.
  static func configure(_ encoder: OpaquePointer, coding: PictureEncoder.Coding) throws(PhotoFileError) {
    // Measured on 12 megapixels: superfast takes three times as long for 0.6 dB, and twice for a matte an eighth smaller.
    var parameters = [("preset", "ultrafast"), ("x265:pools", "none"), ("x265:frame-threads", "1"), ("x265:wpp", "0")]
    // Without sample adaptive offset x265 3.5 forgets to free its buffers, 20 KB of a tile. With it the picture is 0.05 dB
    // closer, in the same time and bytes. 1.5 KB of every picture stay lost.
    parameters.append(("x265:selective-sao", "1"))
    switch coding {
    case .color(let quality):
      try PictureEncoder.check(heif_encoder_set_lossy_quality(encoder, Int32(min(max(quality, 0), 100))))
      parameters.append(("chroma", "420"))
    case .losslessGray: try PictureEncoder.check(heif_encoder_set_lossless(encoder, 1))
    }
    for (name, value) in parameters { try PictureEncoder.check(heif_encoder_set_parameter(encoder, name, value)) }
  }

  /// Whether x265 works, once it has coded a picture.
  ///
  /// x265 sets its tables up when it first encodes, without a lock: two threads that do so at once crash. So a small
  /// picture is encoded once before all others.
  static let isPrepared: Bool = {
    let size = PixelSize(width: 64, height: 64)
    let picture = try? PictureEncoder.encodePrepared(size: size, codec: .hevc, coding: .losslessGray) { planes in
      for y in 0..<size.height { (planes.luma + y * planes.lumaStride).update(repeating: 0, count: size.width) }
    }
    return picture != nil
  }()
}
