import ArgumentParser

/// A number of bytes on the command line: `64M`, `2G`, or a plain number.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  let bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let shifts: [Character: Int] = ["k": 10, "m": 20, "g": 30]
    let shift = argument.lowercased().last.flatMap { shifts[$0] }
    let digits = shift == nil ? argument[...] : argument.dropLast()
    guard let number = Int(digits), number > 0, number < 1 << 32 else { return nil }
    bytes = number << (shift ?? 0)
  }

  var description: String { bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : "\(bytes)" }
}
