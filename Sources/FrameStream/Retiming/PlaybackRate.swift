/// A playback rate as a fraction: at 1/4 a movie takes four times as long. A value.
public struct PlaybackRate: Sendable, Hashable, CustomStringConvertible {
  /// Seconds of the movie...
  public let numerator: Int32
  /// ... that are shown in so many.
  public let denominator: Int32

  /// The rates at which sound is played, as in AVFoundation.
  public static let slowest = PlaybackRate(numerator: 1, denominator: 32)
  /// The opposite of ``slowest``.
  public static let fastest = PlaybackRate(numerator: 32, denominator: 1)

  /// The fraction in lowest terms, both of whose numbers must be above zero.
  public init(numerator: Int32, denominator: Int32) {
    precondition(numerator > 0 && denominator > 0, "a rate is above zero")
    var (divisor, rest) = (numerator, denominator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Parses `0.25`, `1/4` or `2`; nil if it is not a number above zero, or has more than six decimals.
  public init?(_ text: some StringProtocol) {
    func digits(_ text: some StringProtocol) -> Int32? {
      text.allSatisfy { ("0"..."9").contains($0) } && text.count <= 7 ? Int32(text) : nil
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let numerator = digits(parts[0]), let denominator = digits(parts[1]), numerator > 0, denominator > 0 else {
        return nil
      }
      self.init(numerator: numerator, denominator: denominator)
      return
    }
    let decimal = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(decimal.count), let whole = digits(decimal[0].isEmpty ? "0" : decimal[0]), whole <= 999
    else {
      return nil
    }
    let places = decimal.count == 2 ? decimal[1] : ""
    guard places.count <= 6, let fraction = digits(places.isEmpty ? "0" : places) else { return nil }
    let denominator = places.reduce(Int32(1)) { product, _ in product * 10 }
    let numerator = whole * denominator + fraction
    guard numerator > 0 else { return nil }
    self.init(numerator: numerator, denominator: denominator)
  }

  /// The rate as a number.
  public var value: Double { Double(numerator) / Double(denominator) }
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
