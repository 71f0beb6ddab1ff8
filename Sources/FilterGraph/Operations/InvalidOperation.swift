/// A filter with invalid parameters: transparent, and an error when it is rendered.
struct InvalidOperation: PixelOperation {
  let error: RenderError?

  init(_ error: FilterError) { self.error = .filter(error) }

  var name: String { "invalid" }
  var changesAlpha: Bool { true }
  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) { row.clear() }
}
