import Imaging
import Kernels

/// Upsamples the network's planes to the size of a picture, along the picture's edges (He, Sun, Tang, "Guided Image
/// Filtering", 2010).
struct EdgeRefinement {
  /// Radius of the guided filter's window at sharp edges and at soft ones, in pixels of the planes. A wide window
  /// smooths noise and spans the blur of motion, but leaves haze where the background has texture.
  var radius: (sharp: Int, soft: Int)
  /// Variance below which the guide counts as flat, of samples in `0...1`.
  var epsilon: Float = 1e-4
  /// Radius within which the colors of hair and background are collected, in pixels of the planes.
  var colorRadius: Int

  /// Refinement of the uncertain pixels on the picture itself; nil for none.
  var trimap: TrimapRefinement?

  /// - Parameter step: pixels of the network's input for one of the planes, a side: 1 or 2.
  init(step: Int = 1, trimap: TrimapRefinement?) {
    // The trimap's solver replaces uncertain values, haze included.
    radius = (sharp: (trimap == nil ? 4 : 8) / step, soft: 8 / step)
    colorRadius = 24 / step
    self.trimap = trimap
  }

  /// The planes as bytes at the size of `picture`.
  ///
  /// - Parameter guide: the picture at the planes' size.
  func refined(
    _ planes: PlanarBuffer<Float>, guide: PixelBuffer, picture: PixelBuffer
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    var (refined, regions) = try firstGuess(planes, guide: guide, picture: picture)
    trimap?.solve(regions, of: &refined, picture: picture)
    return refined
  }

  /// The planes after guided filter and color line, and the regions that are still uncertain. A function of its own, so
  /// that its memory is freed before the solver runs.
  private func firstGuess(
    _ planes: PlanarBuffer<Float>, guide: PixelBuffer, picture: PixelBuffer
  ) throws(SegmentationError) -> (PlanarBuffer<UInt8>, [TrimapRefinement.UnknownRegion]) {
    // One core fits the color line while the others fit the filter.
    let (line, model) = concurrently { [colorRadius] in
      Result { () throws(KernelError) in
        try ColorLine(
          portrait: planes[MatteChannel.portrait.rawValue], hair: planes[MatteChannel.hair.rawValue], guide: guide,
          radius: colorRadius)
      }
    } _: {
      Result { () throws(KernelError) in try filter(planes, guide: guide) }
    }
    var refined: PlanarBuffer<UInt8>
    let strands: PlanarBuffer<UInt8>
    do {
      (refined, strands) = try model.get().applied(to: picture, with: line.get())
    } catch {
      throw .kernel(error)
    }
    Self.lay(strands, over: &refined)
    let regions =
      try trimap?.unknownRegions(of: &refined, coarse: planes, confidence: strands[1], size: picture.size) ?? []
    return (refined, regions)
  }

  /// The guided filter's model, with the window that fits each pixel.
  private func filter(_ planes: PlanarBuffer<Float>, guide: PixelBuffer) throws(KernelError) -> LinearModel {
    let model = try GuidedFilter.model(of: planes, guide: guide, radius: radius.sharp, epsilon: epsilon)
    guard radius.soft != radius.sharp else { return model }
    let softness = EdgeSoftness.values(
      of: planes[MatteChannel.portrait.rawValue], size: planes.size, radius: radius.soft)
    return model.mixed(
      with: try GuidedFilter.model(of: planes, guide: guide, radius: radius.soft, epsilon: epsilon), by: softness)
  }

  /// Removes haze from the planes. Where color separates hair from background, the color line's alpha replaces the
  /// portrait and limits hair and skin.
  private static func lay(_ strands: PlanarBuffer<UInt8>, over planes: inout PlanarBuffer<UInt8>) {
    let area = planes.size.area
    let width = planes.size.width
    let portrait = MatteChannel.portrait.rawValue
    strands.samples.withUnsafeBufferPointer { strands in
      planes.samples.withUnsafeMutableBufferPointer { samples in
        curve.withUnsafeBufferPointer { curve in
          // Each band writes its own rows.
          nonisolated(unsafe) let (strands, samples, curve) = (strands, samples, curve)
          RowBands(height: planes.size.height).concurrentPerform { rows in
            for index in rows.lowerBound &* width..<rows.upperBound &* width {
              let weight = Int(strands[area &+ index])
              let alpha = Int(strands[index])
              for plane in 0..<3 {
                let place = plane &* area &+ index
                let value = Int(curve[Int(samples[place])])
                let target = plane == portrait ? alpha : min(value, alpha)
                // Exact division by 255.
                let sum = value &* (255 &- weight) &+ target &* weight &+ 128
                samples[place] = UInt8(truncatingIfNeeded: (sum &+ (sum >> 8)) >> 8)
              }
            }
          }
        }
      }
    }
  }

  /// Maps values near 0 and 255 to 0 and 255: a linear model leaves haze where the picture has texture.
  private static let curve: [UInt8] = (0...255).map { value in
    let low: Float = 0.06
    let high: Float = 0.94
    return UInt8((min(max((Float(value) / 255 - low) / (high - low), 0), 1) * 255).rounded())
  }
}
