import Imaging
import Kernels

/// The state that the mattes of a frame take from earlier frames of the stream.
struct FrameHistory: Sendable {
  /// The regions of people.
  var regions: FrameRegions
  /// The model of the background.
  var background: BackgroundModel
  /// The verification of people without a face by the network for photos.
  var presenceVerification = PresenceVerification()
  /// Seconds since the last frame.
  var elapsed = 0.0

  /// - Parameter size: the size of the upright half-size picture.
  init(size: PixelSize) {
    regions = FrameRegions(size: size)
    background = BackgroundModel(size: size)
  }

  /// Weighs the predictions of a frame with what is known of its background, and learns from them.
  ///
  /// - Parameters:
  ///   - parts: the parts of the frame; changed in place. Elsewhere is nobody.
  ///   - picture: the upright half-size picture.
  /// - Returns: the evidence, for other predictions of the frame; nil where there is none.
  mutating func weigh(
    _ parts: inout [ShownPrediction], of picture: PixelBuffer
  ) throws(SegmentationError) -> BackgroundEvidence? {
    let portrait = Self.portrait(of: parts, in: picture.size, on: background.grid)
    let evidence = try evidence(of: picture, portrait: portrait)
    if let evidence {
      for index in parts.indices {
        evidence.apply(to: &parts[index].prediction.planes, in: parts[index].rect.normalized(in: picture.size))
      }
    }
    return evidence
  }

  /// Learns from a frame of which no mattes are made.
  ///
  /// - Parameters:
  ///   - parts: predictions of the frame. Elsewhere is nobody.
  ///   - picture: the upright half-size picture.
  /// - Returns: whether the camera stands where it stood in the frame before, and part of what is behind people was known.
  mutating func learn(_ parts: [ShownPrediction], of picture: PixelBuffer) throws(SegmentationError) -> Bool {
    let portrait = Self.portrait(of: parts, in: picture.size, on: background.grid)
    let evidence = try evidence(of: picture, portrait: portrait)
    regions.follow(portrait, on: background.grid)
    return evidence != nil
  }

  /// The evidence of the background about a frame, from which the model then learns.
  private mutating func evidence(
    of picture: PixelBuffer, portrait: [Float]
  ) throws(SegmentationError) -> BackgroundEvidence? {
    let cells: PixelBuffer
    do {
      cells = try picture.resized(to: background.grid)
    } catch {
      throw .kernel(error)
    }
    return background.evidence(of: cells, portrait: portrait, elapsed: elapsed)
  }

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
