import CPixelKernels

/// The largest or the smallest of red, green and blue in all three, and then perhaps a power of it.
struct GrayComponentOperation: PixelOperation {
  enum Choice: String, Sendable { case maximum, minimum }

  let choice: Choice
  private let power: PowerCurve?

  init(_ choice: Choice, power: PowerCurve? = nil) {
    self.choice = choice
    self.power = power
  }

  var name: String { "\(choice)Component" }

  /// This and then a power, which is taken once instead of three times.
  func followed(by next: PowerCurve) -> GrayComponentOperation? {
    power == nil ? GrayComponentOperation(choice, power: next) : nil
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    switch choice {
    case .maximum: pk_maximum(row.red, row.green, row.blue, row.count)
    case .minimum: pk_minimum(row.red, row.green, row.blue, row.count)
    }
    guard let power else { return }
    power.apply(to: row.red, count: row.count)
    row.green.update(from: row.red, count: row.count)
    row.blue.update(from: row.red, count: row.count)
  }
}
