/// What x265 is told for a picture, as names and values for libheif's encoder.
enum HEVCParameters {
  static func parameters(for settings: CodingSettings) -> [(name: String, value: String)] {
    [
      ("preset", preset(forSpeed: settings.speed)),
      // One thread a picture: many are coded at once.
      ("x265:pools", "none"), ("x265:frame-threads", "1"), ("x265:wpp", "0"),
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
