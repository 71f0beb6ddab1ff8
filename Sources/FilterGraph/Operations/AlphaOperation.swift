import CPixelKernels

/// An operation on alpha, or of colour and alpha.
enum AlphaOperation: PixelOperation {
  case premultiply
  case unpremultiply
  case setOne

  var name: String {
    switch self {
    case .premultiply: "premultiplyAlpha"
    case .unpremultiply: "unpremultiplyAlpha"
    case .setOne: "setAlphaOne"
    }
  }

  var changesAlpha: Bool { self == .setOne }

  func isOpaque(_ inputs: [ImageNode]) -> Bool { self == .setOne || inputs[0].isOpaque }

  func components(of input: Int, for needed: Components) -> Components {
    self == .setOne ? needed.subtracting(.alpha) : needed.union(.alpha)
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    switch self {
    case .premultiply: pk_premultiply(row.red, row.green, row.blue, row.alpha, row.count)
    case .unpremultiply: pk_unpremultiply(row.red, row.green, row.blue, row.alpha, row.count)
    case .setOne: row.alpha.update(repeating: 1, count: row.count)
    }
  }
}
