import Imaging
import Kernels

/// The chunks gAMA and cHRM of a picture (ISO/IEC 15948, 11.3.3.1 and 11.3.3.2), used if it has neither sRGB nor a
/// profile. Values are multiplied by 100000; invalid ones count as missing.
struct PNGColorimetry {
  /// The exponent that encodes light.
  private let gamma: Int?
  /// x and y of white, red, green and blue.
  private let chromaticities: [Int]?

  private static let linear = 100_000
  /// 1 / 2.2: the value of sRGB's writers, and of spaces with its curve or a similar one.
  private static let common = 45_455
  private static let sRGB = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
  private static let displayP3 = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]
  private static let adobeRGB = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]

  init(gamma: ArraySlice<UInt8>?, chromaticities: ArraySlice<UInt8>?) {
    func numbers(_ bytes: ArraySlice<UInt8>?, count: Int) -> [Int]? {
      guard let bytes, bytes.count == 4 * count else { return nil }
      return (0..<count).map { bytes.dropFirst(4 * $0).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
    }
    self.gamma = numbers(gamma, count: 1)?.first.flatMap { (10_000...1_000_000).contains($0) ? $0 : nil }
    self.chromaticities = numbers(chromaticities, count: 8)
  }

  /// The space of the samples: a named one if the numbers are close to its own, otherwise a profile made from them.
  var colorSpace: ColorSpace {
    let gamma = gamma ?? Self.common
    let isCommon = abs(gamma - Self.common) < 200
    let isLinear = abs(gamma - Self.linear) < 200
    if chromaticities.map({ Self.isNear($0, Self.sRGB) }) ?? true {
      if isCommon { return .sRGB }
      if isLinear { return .extendedLinearSRGB }
    } else if isCommon, let chromaticities {
      if Self.isNear(chromaticities, Self.displayP3) { return .displayP3 }
      if Self.isNear(chromaticities, Self.adobeRGB) { return .adobeRGB }
    }
    let points = chromaticities.map { numbers in
      stride(from: 0, to: 8, by: 2).map { (x: Double(numbers[$0]) / 100_000, y: Double(numbers[$0 + 1]) / 100_000) }
    }
    let power = Double(Self.linear) / Double(gamma)
    let description = "gAMA and cHRM"
    if let profile = ICCProfile.bytes(gamma: power, chromaticities: points, description: description) {
      return .icc(profile)
    }
    // Without valid primaries the exponent still counts.
    if isCommon { return .sRGB }
    if isLinear { return .extendedLinearSRGB }
    return ICCProfile.bytes(gamma: power, description: description).map { .icc($0) } ?? .sRGB
  }

  private static func isNear(_ numbers: [Int], _ others: [Int]) -> Bool {
    zip(numbers, others).allSatisfy { abs($0 - $1) <= 100 }
  }
}
