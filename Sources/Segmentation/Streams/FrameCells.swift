import Imaging
import Kernels

/// The input of the background model from a frame: a colour and the probability of a person for each cell of a grid.
struct FrameCells {
  /// One pixel for each cell, of format `rgba8`.
  let picture: PixelBuffer
  /// The network's probability of a person for each cell.
  let portrait: [Float]

  /// - Parameters:
  ///   - picture: the upright half-size picture.
  ///   - parts: the predictions of its parts. There are no people elsewhere.
  ///   - grid: the size of the grid, in cells.
  init(_ picture: PixelBuffer, _ parts: [ShownPrediction], on grid: PixelSize) throws(SegmentationError) {
    do {
      self.picture = try picture.resized(to: grid)
    } catch {
      throw .kernel(error)
    }
    portrait = Self.portrait(of: parts, in: picture.size, on: grid)
  }

  /// Cells that are there already.
  init(picture: PixelBuffer, portrait: [Float]) { (self.picture, self.portrait) = (picture, portrait) }

  /// The probability of a person in the middle of each cell of a grid over the frame.
  private static func portrait(of parts: [ShownPrediction], in size: PixelSize, on grid: PixelSize) -> [Float] {
    var cells = [Float](repeating: 0, count: grid.area)
    for part in parts {
      let (shown, planes) = (part.rect.normalized(in: size), part.prediction.planes)
      let portrait = planes[MatteChannel.portrait.rawValue]
      func places(_ count: Int, from start: Double, _ length: Double, on samples: Int) -> [Int?] {
        (0..<count).map { cell in
          let position = ((Double(cell) + 0.5) / Double(count) - start) / length
          return position >= 0 && position < 1 ? min(Int(position * Double(samples)), samples - 1) : nil
        }
      }
      let columns = places(grid.width, from: shown.x, shown.width, on: planes.size.width)
      let rows = places(grid.height, from: shown.y, shown.height, on: planes.size.height)
      for (y, row) in rows.enumerated() {
        guard let row else { continue }
        for (x, column) in columns.enumerated() {
          guard let column else { continue }
          cells[y * grid.width + x] = portrait[portrait.startIndex + row * planes.size.width + column]
        }
      }
    }
    return cells
  }
}
