import CPixelKernels

/// The maximum or minimum of red, green and blue in all three, optionally raised to a power.
struct GrayComponentOperation: PixelOperation {
  enum Choice: String, Sendable { case maximum, minimum }

  let choice: Choice
  private let power: PowerCurve?

  init(_ choice: Choice, power: PowerCurve? = nil) {
    self.choice = choice
    self.power = power
  }

  var name: String { "\(choice)Component" }
  var isGray: Bool { true }

  /// This followed by a power, which is computed once instead of three times.
  func followed(by next: PowerCurve) -> GrayComponentOperation? {
    power == nil ? GrayComponentOperation(choice, power: next) : nil
  }

  func components(of input: Int, for needed: Components) -> Components { needed.union(.color) }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) { choose(row, from: row) }

  func process(_ row: PixelRow, from first: PixelRow, with others: UnsafePointer<PixelRow>) {
    choose(row, from: first)
    row.copy(from: first, row.needed.intersection(.alpha))
  }

  private func choose(_ row: PixelRow, from first: PixelRow) {
    switch choice {
    case .maximum: pk_maximum(row.green, first.red, first.green, first.blue, row.count)
    case .minimum: pk_minimum(row.green, first.red, first.green, first.blue, row.count)
    }
    power?.apply(to: row.green, count: row.count)
    row.spreadGreen()
  }
}
