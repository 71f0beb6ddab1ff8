/// Some of the components of pixels.
struct Components: OptionSet, Sendable {
  let rawValue: UInt8

  static let red = Components(rawValue: 1)
  static let green = Components(rawValue: 2)
  static let blue = Components(rawValue: 4)
  static let alpha = Components(rawValue: 8)
  static let color: Components = [.red, .green, .blue]
  static let all: Components = [.color, .alpha]

  var count: Int { rawValue.nonzeroBitCount }
}
