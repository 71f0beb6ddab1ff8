/// What x265 is told for a picture, as names and values for libheif's encoder.
enum HEVCParameters {
  static func parameters(for settings: CodingSettings) -> [(name: String, value: String)] {
    [
      ("preset", preset(forSpeed: settings.speed)),
      // One thread a picture: many are coded at once.
      ("x265:pools", "none"), ("x265:frame-threads", "1"), ("x265:wpp", "0"),
      // Where a preset leaves sample adaptive offset out, x265 3.5 forgets to free its buffers, 20 KB of a tile. With it the
      // picture is 0.05 dB closer, in the same time and bytes. 1.5 KB of every picture stay lost.
      ("x265:selective-sao", "1"),
    ]
  }

  /// x265's preset for ``EncodingOptions/speed``.
  private static func preset(forSpeed speed: Int?) -> String {
    // Measured on 12 megapixels: superfast takes three times as long for 0.6 dB, and twice for a matte an eighth smaller.
    guard let speed else { return "ultrafast" }
    let presets = [
      "placebo", "placebo", "veryslow", "slower", "slow", "medium", "fast", "faster", "veryfast", "superfast",
      "ultrafast",
    ]
    return presets[min(max(speed, 0), presets.count - 1)]
  }
}
