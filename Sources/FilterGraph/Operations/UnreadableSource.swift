import Imaging

/// A buffer whose colours cannot be converted: transparent, and an error when it is rendered.
struct UnreadableSource: SourceOperation {
  let size: PixelSize
  let error: RenderError?

  var name: String { "unreadable buffer \(size)" }
  func extent(of inputs: [Extent]) -> Extent { Extent(PixelRect(size)) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { false }
  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) { row.clear() }
}
