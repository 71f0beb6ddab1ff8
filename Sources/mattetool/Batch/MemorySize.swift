import ArgumentParser

/// An amount of memory on the command line: `2G`, `500M`, `1.5g`, or bytes.
struct MemorySize: Sendable, Hashable, ExpressibleByArgument {
  let bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let units: [Character: Double] = ["k": 0x1p10, "m": 0x1p20, "g": 0x1p30, "t": 0x1p40]
    var text = argument.lowercased()[...]
    if text.hasSuffix("ib") { text = text.dropLast(2) }
    if text.hasSuffix("b") { text = text.dropLast() }
    var factor = 1.0
    if let unit = text.last.flatMap({ units[$0] }) {
      factor = unit
      text = text.dropLast()
    }
    guard let number = DecimalNumber.value(text), number > 0, number * factor < 1e18 else { return nil }
    bytes = Int(number * factor)
  }
}
