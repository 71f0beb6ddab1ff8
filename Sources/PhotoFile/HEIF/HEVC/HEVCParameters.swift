/// x265's settings for a picture, as names and values for libheif's encoder.
enum HEVCParameters {
  static func parameters(for settings: CodingSettings) -> [(name: String, value: String)] {
    var parameters = [
      ("preset", preset(forSpeed: settings.speed)),
      // One thread a picture: many are coded at once.
      ("x265:pools", "none"), ("x265:frame-threads", "1"), ("x265:wpp", "0"),
      // Where a preset leaves sample adaptive offset out, x265 3.5 forgets to free its buffers, 20 KB of a tile. With it the
      // picture is 0.05 dB closer, in the same time and bytes. 1.5 KB of every picture stay lost.
      ("x265:selective-sao", "1"),
    ]
    if settings.speed == nil { parameters += quick }
    return parameters
  }

  /// What the default adds to `ultrafast`.
  ///
  /// Measured on two pictures of 12 megapixels, at the size that `slow` has with libheif's `tune=ssim`: a sixth of its
  /// time, 0.1 to 0.2 dB more PSNR, 0.001 to 0.002 less SSIM. `superfast` takes three times as long for 0.2 dB, and twice
  /// for a matte an eighth smaller. The adaptive quantization is the mode that knows nothing of its frame: the others
  /// compare each block with the mean of its tile, so that a sky could change its grain from a tile to the next.
  private static let quick = [("x265:signhide", "1"), ("x265:aq-mode", "1"), ("x265:aq-strength", "0.7")]

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
