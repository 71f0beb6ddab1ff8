import ArgumentParser

/// The encoding quality of a photo on the command line, `0...1`; higher is better.
struct EncodingQualityArgument: ExpressibleByArgument {
  let value: Double

  /// What --help says of the option.
  static let help = ArgumentHelp(
    "Photos: the encoding quality (default: 0.6 for HEIC, 0.8 for AVIF, 0.85 for JPEG).", valueName: "0...1")

  init?(argument: String) {
    guard let value = Double(argument), (0...1).contains(value) else { return nil }
    self.value = value
  }
}
