import Imaging

/// The operation of a node of the graph. Every operation also conforms to one of the protocols below, which render it.
///
/// The value of a pixel depends only on the operation, the inputs and the pixel's place: never on the rendered region
/// or tile. Outside its extent an image is transparent, which the renderer ensures.
protocol ImageOperation: Sendable {
  /// The name in the render plan.
  var name: String { get }
  func extent(of inputs: [Extent]) -> Extent
  /// Whether alpha is exactly 1 in all of the extent.
  func isOpaque(_ inputs: [ImageNode]) -> Bool
  /// The input whose pixels equal those of the result outside the changed part; nil if every pixel may differ.
  ///
  /// - Parameter area: where it matters.
  func passedOn(_ inputs: [ImageNode], in area: PixelRect) -> Int?
  /// The part of `area` outside of which the input's pixels are unchanged.
  func changedPart(_ inputs: [ImageNode], in area: PixelRect) -> PixelRect
  /// An input whose black stays black: the result's red, green and blue are 0 wherever that input's are. Nil if none is
  /// known.
  func inputKeepingBlack(_ inputs: [ImageNode]) -> Int?
  /// Why the operation cannot be rendered; thrown at the rendering.
  var error: RenderError? { get }
}

extension ImageOperation {
  func passedOn(_ inputs: [ImageNode], in area: PixelRect) -> Int? { nil }
  func changedPart(_ inputs: [ImageNode], in area: PixelRect) -> PixelRect { area }
  func inputKeepingBlack(_ inputs: [ImageNode]) -> Int? { nil }
  var error: RenderError? { nil }
}

/// Generates pixels: a buffer, a colour, a gradient.
protocol SourceOperation: ImageOperation {
  /// Writes the needed components of every pixel of the row, which lies inside the extent.
  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?)
  /// Prefetches the pixels of a row that are read next, all inside the extent, while other work continues.
  func prepare(_ pixels: PixelRect, in memory: UnsafeRawPointer?)
  /// Whether there is such memory.
  var readsMemory: Bool { get }
  /// Calls `body` with the memory that the other two methods read, if any: obtaining it for every run would cost atomic
  /// reference counting shared by all threads.
  func withMemory(_ body: (UnsafeRawPointer?) -> Void)
}

extension SourceOperation {
  var readsMemory: Bool { false }
  func prepare(_ pixels: PixelRect, in memory: UnsafeRawPointer?) {}
  func withMemory(_ body: (UnsafeRawPointer?) -> Void) { body(nil) }
}

/// Computes a pixel from the pixels at the same place of its inputs.
protocol PixelOperation: ImageOperation {
  /// Whether the operation is defined on straight colours; the renderer converts both ways. Only for operations of one
  /// input.
  var wantsStraightAlpha: Bool { get }
  /// Whether alpha may change.
  var changesAlpha: Bool { get }
  /// One operation equivalent to `previous` followed by this one, within rounding; nil if there is none.
  func merged(after previous: any PixelOperation) -> (any PixelOperation)?
  /// The components of an input that the needed components of the result depend on.
  func components(of input: Int, for needed: Components) -> Components
  /// The input and its component that is the weight of the first input: where it is 0, the result is the second input's
  /// pixel, whatever the first one's is.
  var mask: (input: Int, component: Components)? { get }
  /// Whether red, green and blue of the result are equal.
  var isGray: Bool { get }
  /// The operation for a first input whose red, green and blue are equal: it reads green alone. Nil if there is none.
  var forGrayInput: (any PixelOperation)? { get }
  /// Changes `row`, the first input, in place. `others` are the further inputs.
  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>)
  /// The same, but the first input is another row, which is unchanged.
  func process(_ row: PixelRow, from first: PixelRow, with others: UnsafePointer<PixelRow>)
  /// Completes `row` where the mask is 1 and the result is the first input: `row` has only those components of it that
  /// the operation reads.
  func passFirst(_ row: PixelRow)
}

extension PixelOperation {
  var wantsStraightAlpha: Bool { false }
  var changesAlpha: Bool { false }
  func merged(after previous: any PixelOperation) -> (any PixelOperation)? { nil }
  func components(of input: Int, for needed: Components) -> Components { .all }
  var mask: (input: Int, component: Components)? { nil }
  var isGray: Bool { false }
  var forGrayInput: (any PixelOperation)? { nil }
  func passFirst(_ row: PixelRow) {}
  func process(_ row: PixelRow, from first: PixelRow, with others: UnsafePointer<PixelRow>) {
    row.copy(from: first, components(of: 0, for: row.needed))
    process(row, with: others)
  }
  func extent(of inputs: [Extent]) -> Extent { inputs.first ?? .empty }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { !changesAlpha && inputs.first?.isOpaque ?? false }
}

/// Computes pixels from a neighbourhood, or from other places.
protocol RegionOperation: ImageOperation {
  /// The pixels of an input that `region` depends on.
  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect
  /// Whether the inputs contain only what their extents have of the regions of interest: for regions far larger than
  /// pictures. Beyond them an input is transparent.
  var readsExtentsOnly: Bool { get }
  /// Number of rows above and below a pixel that are summed for it: if it is large, tiles that read a kept picture are
  /// tall, so that few rows are summed twice.
  var verticalReach: Int { get }
  /// Whether the pixels of `region`, which lies in the extent, are those of the first input, so that nothing needs to
  /// be rendered.
  func passesOn(_ region: PixelRect) -> Bool
  /// Whether `output` may be a part of a larger tile with a row stride; otherwise it is whole.
  var writesParts: Bool { get }
  /// Writes every pixel of `output`. The inputs are whole tiles, which contain at least their regions of interest,
  /// transparent outside the input, or only what ``readsExtentsOnly`` says.
  func render(into output: Tile, from inputs: [Tile])
}

extension RegionOperation {
  var readsExtentsOnly: Bool { false }
  var verticalReach: Int { 0 }
  func passesOn(_ region: PixelRect) -> Bool { false }
  var writesParts: Bool { false }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { false }
}

/// Computes a few pixels from a whole area of its input: a mean, a histogram.
///
/// Workers process the area's pixels in runs, in any order and of any length; the result must not depend on that. So
/// states are integers, whose sums are exact.
protocol ReductionOperation: ImageOperation {
  /// The pixels of the input that are read.
  var area: PixelRect { get }
  /// The result's size; its origin is 0.
  var size: PixelSize { get }
  /// Number of values of a worker's state. They begin as `neutral`.
  var stateCount: Int { get }
  var neutral: Int64 { get }
  func accumulate(_ row: PixelRow, into state: UnsafeMutablePointer<Int64>)
  func merge(_ other: UnsafePointer<Int64>, into state: UnsafeMutablePointer<Int64>)
  /// The premultiplied pixels, row by row.
  func result(of state: UnsafePointer<Int64>) -> [SIMD4<Float>]
}

extension ReductionOperation {
  var neutral: Int64 { 0 }
  func extent(of inputs: [Extent]) -> Extent { Extent(PixelRect(size)) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { false }
  func merge(_ other: UnsafePointer<Int64>, into state: UnsafeMutablePointer<Int64>) {
    for index in 0..<stateCount { state[index] &+= other[index] }
  }
}

/// Keeps its input in memory, as far as it is needed, during a render.
struct Materialize: ImageOperation {
  var name: String { "materialize" }
  func extent(of inputs: [Extent]) -> Extent { inputs.first ?? .empty }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { inputs.first?.isOpaque ?? false }
}
