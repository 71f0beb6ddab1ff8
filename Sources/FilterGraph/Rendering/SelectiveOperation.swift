/// A region operation one of whose inputs says which of the others are read: a mask. What it does not choose is not made
/// for the tile.
protocol SelectiveOperation: RegionOperation {
  /// The input that is asked.
  var selector: Int { get }
  /// The inputs that are read where the selector's pixels are those of `tile`, in any order. Of the others the operation
  /// is given empty tiles.
  func inputs(chosenBy tile: Tile) -> [Int]
}
