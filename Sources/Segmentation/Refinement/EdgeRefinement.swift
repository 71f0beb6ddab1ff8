import Imaging
import Kernels

/// Takes the network's coarse planes to the size of a picture, along the picture's own edges.
struct EdgeRefinement {
  /// Radius of the guided filter's window, in pixels of the network's picture.
  var radius = 8
  /// Variance below which the picture counts as flat.
  var epsilon: Float = 1e-4
  /// Radius that the colours of hair and background are gathered from, in pixels of the network's picture.
  var colorRadius = 24

  /// What is done after it on the picture itself, where there is time for it.
  var band: BandRefinement?

  /// The planes as bytes at the size of `picture`, given the small version of it that the network saw.
  func refined(
    _ planes: PlanarBuffer<Float>, small: PixelBuffer, picture: PixelBuffer
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    var (refined, bands) = try firstGuess(planes, small: small, picture: picture)
    band?.solve(bands, of: &refined, picture: picture)
    return refined
  }

  /// What the guided filter and the colour line make of the planes, and what of that is to be solved. By itself, so that
  /// all else that it takes is gone when the solver begins.
  private func firstGuess(
    _ planes: PlanarBuffer<Float>, small: PixelBuffer, picture: PixelBuffer
  ) throws(SegmentationError) -> (PlanarBuffer<UInt8>, [BandRefinement.Band]) {
    // One core fits the line while the others fit the filter.
    let (line, model) = concurrently { [colorRadius] in
      Result { () throws(KernelError) in
        try ColorLine(
          portrait: planes[MatteChannel.portrait.rawValue], hair: planes[MatteChannel.hair.rawValue], guide: small,
          radius: colorRadius)
      }
    } _: {
      Result { () throws(KernelError) in
        try GuidedFilter.model(of: planes, guide: small, radius: radius, epsilon: epsilon)
      }
    }
    var refined: PlanarBuffer<UInt8>
    let strands: PlanarBuffer<UInt8>
    do {
      (refined, strands) = try model.get().applied(to: picture, with: line.get())
    } catch {
      throw .kernel(error)
    }
    Self.lay(strands, over: &refined)
    let bands = try band?.bands(of: &refined, coarse: planes, told: strands[1], size: picture.size) ?? []
    return (refined, bands)
  }

  /// Takes haze off the planes. Then, where the edge of hair is told by its colour, the person ends there, and with them
  /// hair and skin.
  private static func lay(_ strands: PlanarBuffer<UInt8>, over planes: inout PlanarBuffer<UInt8>) {
    let area = planes.size.area
    let width = planes.size.width
    let portrait = MatteChannel.portrait.rawValue
    strands.samples.withUnsafeBufferPointer { strands in
      planes.samples.withUnsafeMutableBufferPointer { samples in
        curve.withUnsafeBufferPointer { curve in
          // Bands of rows of their own.
          nonisolated(unsafe) let (strands, samples, curve) = (strands, samples, curve)
          RowBands(height: planes.size.height).concurrentPerform { rows in
            for index in rows.lowerBound &* width..<rows.upperBound &* width {
              let share = Int(strands[area &+ index])
              let alpha = Int(strands[index])
              for plane in 0..<3 {
                let place = plane &* area &+ index
                let value = Int(curve[Int(samples[place])])
                let target = plane == portrait ? alpha : min(value, alpha)
                // Divided by 255 exactly.
                let sum = value &* (255 &- share) &+ target &* share &+ 128
                samples[place] = UInt8(truncatingIfNeeded: (sum &+ (sum >> 8)) >> 8)
              }
            }
          }
        }
      }
    }
  }

  /// Takes the haze off both ends, which a linear model leaves where the picture has texture.
  private static let curve: [UInt8] = (0...255).map { value in
    let low: Float = 0.06
    let high: Float = 0.94
    return UInt8((min(max((Float(value) / 255 - low) / (high - low), 0), 1) * 255).rounded())
  }
}
