import CPixelKernels
import Imaging

/// The first input where the third is 1, the second where it is 0, linearly between.
struct MaskBlendOperation: PixelOperation {
  /// The component of the mask that counts.
  enum Component: String, Sendable { case red, green, blue, alpha }

  private let component: Component
  /// Whether the first input's red, green and blue are equal, so that only green is read.
  private var isFirstGray = false

  init(_ component: Component) { self.component = component }

  var forGrayInput: (any PixelOperation)? {
    var copy = self
    copy.isFirstGray = true
    return copy
  }

  var name: String { component == .green ? "blendWithMask" : "blendWithMask(\(component))" }
  var changesAlpha: Bool { true }
  func extent(of inputs: [Extent]) -> Extent { inputs[0].intersection(inputs[2]).union(inputs[1]) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool {
    guard inputs[0].isOpaque, inputs[1].isOpaque else { return false }
    // The image must cover all places where the mask is not 0; otherwise transparent pixels are mixed in.
    let covers = inputs[0].extent.union(inputs[2].extent) == inputs[0].extent
    return covers && extent(of: inputs.map(\.extent)) == inputs[1].extent
  }

  func passedOn(_ inputs: [ImageNode], in area: PixelRect) -> Int? { 1 }

  func changedPart(_ inputs: [ImageNode], in area: PixelRect) -> PixelRect {
    component == .alpha ? inputs[2].extent.intersection(area) : inputs[2].nonzeroBounds(in: area)
  }

  func components(of input: Int, for needed: Components) -> Components {
    switch input {
    case 0 where isFirstGray: needed.subtracting(.color).union(.green)
    case 2: decidingComponent
    default: needed
    }
  }

  var mask: (input: Int, component: Components)? { (2, decidingComponent) }

  private var decidingComponent: Components {
    switch component {
    case .red: .red
    case .green: .green
    case .blue: .blue
    case .alpha: .alpha
    }
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    let background = others[0]
    let mask = others[1].plane(decidingComponent)
    if isFirstGray {
      pk_mix_gray(row.red, row.green, row.blue, background.red, background.green, background.blue, mask, row.count)
    } else {
      pk_mix_color(row.red, row.green, row.blue, background.red, background.green, background.blue, mask, row.count)
    }
    if row.needed.contains(.alpha), !row.isKnownOpaque { pk_mix(row.alpha, background.alpha, mask, row.count) }
  }

  func passFirst(_ row: PixelRow) {
    if isFirstGray { row.spreadGreen() }
  }
}
