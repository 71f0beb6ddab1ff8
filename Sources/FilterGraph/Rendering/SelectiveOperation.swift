/// A region operation with an input that selects which of the others are read: a mask. Inputs that are not selected are
/// not rendered for the tile.
protocol SelectiveOperation: RegionOperation {
  /// The selecting input.
  var selector: Int { get }
  /// The inputs that are read for the selector's pixels `tile`, in any order. For the others the operation gets empty
  /// tiles.
  func inputs(chosenBy tile: Tile) -> [Int]
}
