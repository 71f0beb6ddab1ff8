import Imaging
import Kernels

/// Solves the uncertain pixels of planes on the picture itself, in closed form (Levin, Lischinski, Weiss, "A Closed
/// Form Solution to Natural Image Matting", 2008). Single strands come from here.
///
/// The network's planes give the trimap: certain pixels are fixed, the others are unknown. In the unknown region the
/// matting Laplacian fits the values to the picture's colors, starting from the result of guided filter and color line.
struct TrimapRefinement {
  /// The planes to solve.
  var channels: [MatteChannel]
  /// Maximum number of steps of the solver.
  var iterations: Int

  /// Probabilities of the network that are uncertain.
  private static let uncertainRange: ClosedRange<Float> = 0.04...0.96
  /// The distance by which the unknown region reaches beyond uncertain pixels, in pixels of the network's input:
  /// anywhere, and near hair; and the probability of hair that counts as near.
  private static let reach = (edge: 2, strands: 8, hair: 10)
  /// Weight of the initial estimate, in 1/128: where only the guided filter made it, and where the color line is
  /// certain.
  private static let weight = (minimum: 6, confident: 249)

  /// The unknown pixels of a plane, with the weight of the initial estimate there: see
  /// ``MattingLaplacian/refine(_:weights:guide:)``.
  struct UnknownRegion {
    let channel: MatteChannel
    let weights: [UInt8]
  }

  /// The unknown regions of planes. Outside of them hair and portrait are set to 0 or 255.
  ///
  /// - Parameters:
  ///   - planes: at the picture's size; changed in place.
  ///   - coarse: the network's output.
  ///   - confidence: the color line's certainty for each pixel of the picture.
  ///   - size: the picture's, in pixels.
  func unknownRegions(
    of planes: inout PlanarBuffer<UInt8>, coarse: PlanarBuffer<Float>, confidence: ArraySlice<UInt8>, size: PixelSize
  ) throws(SegmentationError) -> [UnknownRegion] {
    var regions: [UnknownRegion] = []
    for channel in channels {
      let weights: [UInt8]
      do {
        weights = try Self.weights(of: channel, in: coarse, confidence: confidence, size: size)
        if channel != .skin { try Self.binarize(&planes, channel, outside: weights, coarse: coarse) }
      } catch {
        throw .kernel(error)
      }
      regions.append(UnknownRegion(channel: channel, weights: weights))
    }
    return regions
  }

  /// Solves the planes in their unknown regions, in place.
  func solve(_ regions: [UnknownRegion], of planes: inout PlanarBuffer<UInt8>, picture: PixelBuffer) {
    let solver = MattingLaplacian(iterations: iterations)
    let area = planes.size.area
    for region in regions {
      planes.samples.withUnsafeMutableBufferPointer { samples in
        let first = region.channel.rawValue * area
        solver.refine(
          UnsafeMutableBufferPointer(rebasing: samples[first..<first + area]), weights: region.weights, guide: picture)
      }
    }
    if channels.contains(.hair) { Self.limitHair(in: &planes) }
  }

  /// The unknown region of a plane at the network's size: 255 inside, 0 outside.
  private static func unknownMap(of channel: MatteChannel, in coarse: PlanarBuffer<Float>) throws(KernelError)
    -> PixelBuffer
  {
    let uncertain = bytes(of: coarse, channel) { uncertainRange.contains($0) ? 255 : 0 }
    var map = try uncertain.dilated(radius: reach.edge)
    guard channel != .skin else { return map }
    let wide = try uncertain.dilated(radius: reach.strands)
    let nearHair = try bytes(of: coarse, .hair) { $0 > 0.3 ? 255 : 0 }.dilated(radius: reach.hair)
    map.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = max(bytes[index], min(wide.bytes[index], nearHair.bytes[index])) }
    }
    return map
  }

  private static func bytes(
    of planes: PlanarBuffer<Float>, _ channel: MatteChannel, _ value: (Float) -> Float
  ) -> PixelBuffer {
    ProbabilityMap.picture(of: planes[channel.rawValue], size: planes.size, value)
  }

  /// The weight of the initial estimate in the unknown region; 0 outside, where the network's prediction is final.
  private static func weights(
    of channel: MatteChannel, in coarse: PlanarBuffer<Float>, confidence: ArraySlice<UInt8>, size: PixelSize
  ) throws(KernelError) -> [UInt8] {
    let band = try unknownMap(of: channel, in: coarse).resized(to: size, interpolation: .linear)
    var weights = [UInt8](repeating: 0, count: size.area)
    weights.withUnsafeMutableBufferPointer { weights in
      confidence.withUnsafeBufferPointer { confidence in
        band.bytes.withUnsafeBufferPointer { band in
          // Each band writes its own rows.
          nonisolated(unsafe) let (weights, confidence, band) = (weights, confidence, band)
          RowBands(height: size.height).concurrentPerform { rows in
            for index in rows.lowerBound &* size.width..<rows.upperBound &* size.width where band[index] > 77 {
              weights[index] = UInt8(
                truncatingIfNeeded: weight.minimum &+ (weight.confident &* Int(confidence[index])) / 255)
            }
          }
        }
      }
    }
    return weights
  }

  /// Sets a plane to 0 or 255 outside the unknown region, where the guided filter turns texture into haze. Skin stays
  /// as it is: the network resolves freckles and creases.
  private static func binarize(
    _ planes: inout PlanarBuffer<UInt8>, _ channel: MatteChannel, outside weights: [UInt8],
    coarse: PlanarBuffer<Float>
  ) throws(KernelError) {
    let size = planes.size
    let inside = try bytes(of: coarse, channel) { $0 * 255 }.resized(to: size, interpolation: .linear)
    planes.samples.withUnsafeMutableBufferPointer { samples in
      weights.withUnsafeBufferPointer { weights in
        inside.bytes.withUnsafeBufferPointer { inside in
          // Each band writes its own rows.
          nonisolated(unsafe) let (samples, weights, inside) = (samples, weights, inside)
          RowBands(height: size.height).concurrentPerform { rows in
            for index in rows.lowerBound &* size.width..<rows.upperBound &* size.width where weights[index] == 0 {
              samples[channel.rawValue &* size.area &+ index] = inside[index] > 127 ? 255 : 0
            }
          }
        }
      }
    }
  }

  /// Limits hair to the portrait.
  private static func limitHair(in planes: inout PlanarBuffer<UInt8>) {
    let area = planes.size.area
    let (hair, portrait) = (MatteChannel.hair.rawValue * area, MatteChannel.portrait.rawValue * area)
    planes.samples.withUnsafeMutableBufferPointer { samples in
      for index in 0..<area { samples[hair &+ index] = min(samples[hair &+ index], samples[portrait &+ index]) }
    }
  }
}
