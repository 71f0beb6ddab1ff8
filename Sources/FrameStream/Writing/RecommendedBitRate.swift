import Glibc
import Imaging

/// Bit rates by size, rate and codec.
extension MovieSettings {
  /// The allowed bit rates.
  static let bitRates = 1_000...2_000_000_000

  /// The recommended average bit rate for camera pictures, as of AVFoundation's `AVOutputSettingsAssistant`.
  ///
  /// 5 Mbit/s for H.264 of 1280x720 at 30 frames a second. Other sizes and rates take the power of 0.75 of their ratio
  /// to that (Ben Waggoner's rule): twice as many pixels are not twice as hard to code. HEVC and VP9 take six tenths of
  /// it, AV1 half.
  ///
  /// - Parameters:
  ///   - size: the size of a frame, in pixels.
  ///   - frameRate: frames a second.
  ///   - codec: the codec; ``VideoCodec/automatic`` counts as H.264.
  /// - Returns: bits a second, in whole thousands; nil for codecs without a bit rate.
  public static func recommendedBitRate(
    for size: PixelSize, frameRate: Double, codec: VideoCodec = .h264
  ) -> Int? {
    let share: Double
    switch codec {
    case .automatic, .h264: share = 1
    case .hevc, .vp9: share = 0.6
    case .av1: share = 0.5
    case .proRes4444, .ffv1: return nil
    }
    let ratio = Double(size.width) * Double(size.height) * max(frameRate, 1) / (1280 * 720 * 30)
    let thousands = 5000 * share * pow(ratio, 0.75)
    return min(max(Int(thousands.rounded()) * 1000, bitRates.lowerBound), bitRates.upperBound)
  }
}
