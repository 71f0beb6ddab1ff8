/// The settings for coding a picture.
struct CodingSettings: Hashable {
  enum Content: Hashable {
    /// 4:2:0, BT.601 full range, with libheif's quality, `0...100`.
    case color(quality: Int)
    /// 4:0:0, full range, every sample kept.
    case losslessGray
  }

  var codec: PictureCodec
  var content: Content
  /// Bits of a sample: 8, 10 or 12.
  var depth: Int
  /// ``EncodingOptions/speed``
  var speed: Int?

  var isGray: Bool { content == .losslessGray }
  var bytesPerSample: Int { depth > 8 ? 2 : 1 }
}
