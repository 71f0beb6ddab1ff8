import ArgumentParser

/// Bits a second as an argument: 8M, 2.5M, 800k or 800000.
struct BitRateArgument: ExpressibleByArgument {
  let bitsPerSecond: Int

  init?(argument: String) {
    let units: [Character: Double] = ["k": 1_000, "K": 1_000, "M": 1_000_000]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = DecimalNumber.value(unit == nil ? argument : String(argument.dropLast())) else { return nil }
    let bits = (number * (unit ?? 1)).rounded()
    guard (1_000...2_000_000_000).contains(bits) else { return nil }
    bitsPerSecond = Int(bits)
  }
}
