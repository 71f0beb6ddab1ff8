import Imaging

/// x265's settings for a picture, as names and values for libheif's encoder.
enum HEVCParameters {
  /// A size whose sides are multiples of this many pixels is coded in blocks of no less.
  static let largeBlock = 32

  static func parameters(for settings: CodingSettings, size: PixelSize) -> [(name: String, value: String)] {
    var parameters = [
      ("preset", preset(forSpeed: settings.speed)),
      // One thread a picture: many are coded at once.
      ("x265:pools", "none"), ("x265:frame-threads", "1"), ("x265:wpp", "0"),
      // Without sample adaptive offset, x265 3.5 does not free its buffers, 20 KB for each tile. With it the picture is
      // 0.05 dB closer, in the same time and bytes. 1.5 KB of every picture still leak.
      ("x265:selective-sao", "1"),
      // There is no later picture for a lookahead.
      ("x265:bframes", "0"), ("x265:rc-lookahead", "0"),
    ]
    if settings.speed == nil {
      parameters += quick
      if size.width.isMultiple(of: largeBlock), size.height.isMultiple(of: largeBlock) { parameters += large }
    }
    return parameters
  }

  /// The parameters that the default adds to `ultrafast`. The adaptive quantization is the mode without frame
  /// statistics: the others compare each block with the mean of its tile, so that the grain of a sky could change
  /// between tiles.
  private static let quick = [
    ("x265:rd", "1"), ("x265:signhide", "1"), ("x265:aq-mode", "1"), ("x265:aq-strength", "0.7"),
  ]

  /// The additional parameters for tiles and mattes whose sides are multiples of ``largeBlock``: x265 3.5 reads
  /// uninitialized memory if blocks of that size extend beyond a picture, and its result then varies.
  ///
  /// 32x32 pixels are predicted in one direction, and the residual is transformed in parts of 32 to 8. Measured against
  /// a prediction of 16x16 pixels with the same parts, on six photos of 12 megapixels: 0.57 of the processor time, 1.6
  /// % more bytes at equal PSNR and 1.5 % at equal SSIM; on six mattes 0.55 of the time and 7 % more bytes. Parts of no
  /// less than 16 would cost colours 9 % more.
  private static let large = [("x265:min-cu-size", "\(largeBlock)"), ("x265:tu-intra-depth", "3")]

  /// x265's preset for ``EncodingOptions/speed``.
  private static func preset(forSpeed speed: Int?) -> String {
    guard let speed else { return "ultrafast" }
    let presets = [
      "placebo", "placebo", "veryslow", "slower", "slow", "medium", "fast", "faster", "veryfast", "superfast",
      "ultrafast",
    ]
    return presets[min(max(speed, 0), presets.count - 1)]
  }
}
