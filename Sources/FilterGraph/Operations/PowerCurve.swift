import CPixelKernels

/// Powers with one exponent: the sign is kept, results are limited to 65504. Tables, if the exponent allows them, are
/// made once.
struct PowerCurve: Sendable {
  let exponent: Float
  private let tables: [Float]

  init(_ exponent: Float) {
    self.exponent = exponent
    guard (-1...3).contains(exponent), exponent != 0.5 else {
      tables = []
      return
    }
    tables = [Float](unsafeUninitializedCapacity: 128) { tables, count in
      guard let base = tables.baseAddress else { return }
      pk_power_tables(exponent, base)
      count = 128
    }
  }

  func apply(to plane: UnsafeMutablePointer<Float>, count: Int) {
    if tables.isEmpty { pk_power(plane, count, exponent) } else { pk_power_tabled(plane, count, exponent, tables) }
  }
}
