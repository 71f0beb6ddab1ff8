import ArgumentParser
import Batch
import MatteKit

/// The frame rate of an image sequence on the command line, 0.001 to 100,000 frames a second: `25`, `30000/1001`, or
/// `29.97`, which means that fraction too.
struct FrameRateArgument: ExpressibleByArgument {
  let rate: FrameRate

  /// The default rate of an image sequence.
  static let `default` = FrameRateArgument(rate: 25)

  private static let highest: Int32 = 100_000

  private init(rate: FrameRate) { self.rate = rate }

  init?(argument: String) {
    // Rates of high-speed cameras exceed those of playback.
    if let whole = Int32(argument), (1...Self.highest).contains(whole) {
      rate = FrameRate(numerator: whole, denominator: 1)
      return
    }
    guard let parsed = PlaybackRate(argument), (0.001...Double(Self.highest)).contains(parsed.value) else { return nil }
    rate =
      argument.contains(".")
      ? FrameRate(parsed.value) : FrameRate(numerator: parsed.numerator, denominator: parsed.denominator)
  }

  /// The help of the option.
  static let help = ArgumentHelp(
    "Image sequences: frames a second, such as 29.97 or 30000/1001 (default: 25).",
    valueName: "rate")

  /// The error for a rate of another input than an image sequence.
  ///
  /// - Parameter name: the input's name in messages.
  static func needless(for name: String) -> ValidationError {
    ValidationError(
      "\(name): it has times of its own, and a frame rate is for image sequences; leave it out, or change its speed by "
        + "`mattetool retime`")
  }
}
