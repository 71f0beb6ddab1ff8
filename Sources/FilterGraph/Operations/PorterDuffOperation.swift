import CPixelKernels
import Imaging

/// Porter and Duff's compositing (1984) of premultiplied pixels: each image weighted by the other's alpha.
struct PorterDuffOperation: PixelOperation {
  enum Weight: Int32, Sendable {
    case zero = 0
    case one = 1
    case alpha = 2
    case inverseAlpha = 3
  }

  let name: String
  private let top: Weight
  private let bottom: Weight

  static let over = PorterDuffOperation(name: "sourceOver", top: .one, bottom: .inverseAlpha)
  static let inside = PorterDuffOperation(name: "sourceIn", top: .alpha, bottom: .zero)
  static let outside = PorterDuffOperation(name: "sourceOut", top: .inverseAlpha, bottom: .zero)
  static let atop = PorterDuffOperation(name: "sourceAtop", top: .alpha, bottom: .inverseAlpha)
  static let addition = PorterDuffOperation(name: "addition", top: .one, bottom: .one)

  var changesAlpha: Bool { true }

  func extent(of inputs: [Extent]) -> Extent {
    switch (top, bottom) {
    case (.alpha, .zero): inputs[0].intersection(inputs[1])
    case (_, .zero): inputs[0]
    case (.alpha, _): inputs[1]
    default: inputs[0].union(inputs[1])
    }
  }

  func isOpaque(_ inputs: [ImageNode]) -> Bool {
    guard bottom == .inverseAlpha, inputs[1].isOpaque else { return false }
    // Over an opaque background without edges: 1 - a + a may differ from 1 by a rounding error, which `process`
    // corrects.
    return extent(of: inputs.map(\.extent)) == inputs[1].extent
  }

  func passedOn(_ inputs: [ImageNode], in area: PixelRect) -> Int? { bottom == .inverseAlpha ? 1 : nil }
  func changedPart(_ inputs: [ImageNode], in area: PixelRect) -> PixelRect { inputs[0].extent.intersection(area) }

  /// Each weight is the other image's alpha.
  func components(of input: Int, for needed: Components) -> Components {
    let weight = input == 0 ? bottom : top
    return weight == .alpha || weight == .inverseAlpha ? needed.union(.alpha) : needed
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    let other = others[0]
    let n = row.count
    for component in [Components.red, .green, .blue] where row.needed.contains(component) {
      pk_porter_duff(
        row.plane(component), other.plane(component), row.alpha, other.alpha, n, top.rawValue, bottom.rawValue)
    }
    guard row.needed.contains(.alpha) else { return }
    if bottom == .inverseAlpha {
      // Written as background + top * (rest of the background), so that an opaque background gives exactly 1.
      for i in 0..<n {
        let under = other.alpha[i]
        let own = top == .alpha ? 0 : row.alpha[i] * (1 - under)
        row.alpha[i] = under + own
      }
    } else {
      withUnsafeTemporaryAllocation(of: Float.self, capacity: n) { copy in
        guard let own = copy.baseAddress else { return }
        own.update(from: row.alpha, count: n)
        pk_porter_duff(row.alpha, other.alpha, own, other.alpha, n, top.rawValue, bottom.rawValue)
      }
    }
  }
}
