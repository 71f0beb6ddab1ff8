import Imaging

/// The input inside a rectangle; the renderer makes the outside transparent.
struct CropOperation: PixelOperation {
  let rect: PixelRect
  var name: String { "crop \(rect)" }
  func extent(of inputs: [Extent]) -> Extent { inputs[0].intersection(Extent(rect)) }
  func components(of input: Int, for needed: Components) -> Components { needed }
  func passedOn(_ inputs: [ImageNode], in area: PixelRect) -> Int? { rect.contains(area) ? 0 : nil }
  func changedPart(_ inputs: [ImageNode], in area: PixelRect) -> PixelRect { .empty }
  func inputKeepingBlack(_ inputs: [ImageNode]) -> Int? { 0 }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {}
}
