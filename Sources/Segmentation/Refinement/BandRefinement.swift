import Imaging
import Kernels

/// Solves planes once more on the picture itself, only where they are in doubt: single strands come from here.
///
/// The network's planes say where doubt is; within it the matting Laplacian moves the values to where the picture's own
/// colours would have them, starting from what the guided filter and the colour line found.
struct BandRefinement {
  /// The planes that are worth it.
  var channels: [MatteChannel]
  /// Steps of the solver, at most.
  var iterations: Int

  /// What the network gives between these is in doubt.
  private static let doubt: ClosedRange<Float> = 0.04...0.96
  /// How far the band reaches beyond that, in pixels of the network's picture: elsewhere, near hair, and what is near.
  private static let reach = (edge: 2, strands: 8, hair: 10)
  /// How much the first guess counts, in 1/128: where only the guided filter made it, and where the colour line is sure.
  private static let weight = (least: 6, told: 249)

  /// Where a plane is in doubt, and how much the first guess counts there: see ``MattingLaplacian/refine(_:weights:guide:)``.
  struct Band {
    let channel: MatteChannel
    let weights: [UInt8]
  }

  /// What is to be solved of planes; what is not in doubt becomes all or nothing.
  ///
  /// - Parameters:
  ///   - planes: at the picture's size.
  ///   - coarse: the network's planes that they were made from.
  ///   - told: how sure the colour line is at each pixel of the picture.
  ///   - size: the picture's.
  func bands(
    of planes: inout PlanarBuffer<UInt8>, coarse: PlanarBuffer<Float>, told: ArraySlice<UInt8>, size: PixelSize
  ) throws(SegmentationError) -> [Band] {
    var bands: [Band] = []
    for channel in channels {
      let weights: [UInt8]
      do {
        weights = try Self.weights(of: channel, in: coarse, told: told, size: size)
        if channel != .skin { try Self.settle(&planes, channel, outside: weights, coarse: coarse) }
      } catch {
        throw .kernel(error)
      }
      bands.append(Band(channel: channel, weights: weights))
    }
    return bands
  }

  /// Solves the planes in their bands, in place.
  func solve(_ bands: [Band], of planes: inout PlanarBuffer<UInt8>, picture: PixelBuffer) {
    let solver = MattingLaplacian(iterations: iterations)
    let area = planes.size.area
    for band in bands {
      planes.samples.withUnsafeMutableBufferPointer { samples in
        let first = band.channel.rawValue * area
        solver.refine(
          UnsafeMutableBufferPointer(rebasing: samples[first..<first + area]), weights: band.weights, guide: picture)
      }
    }
    if channels.contains(.hair) { Self.limitHair(in: &planes) }
  }

  /// Where a plane is in doubt: 255, and 0 elsewhere, at the network's size.
  private static func band(of channel: MatteChannel, in coarse: PlanarBuffer<Float>) throws(KernelError) -> PixelBuffer
  {
    let doubtful = bytes(of: coarse, channel) { doubt.contains($0) ? 255 : 0 }
    var band = try doubtful.dilated(radius: reach.edge)
    guard channel != .skin else { return band }
    let wide = try doubtful.dilated(radius: reach.strands)
    let nearHair = try bytes(of: coarse, .hair) { $0 > 0.3 ? 255 : 0 }.dilated(radius: reach.hair)
    band.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = max(bytes[index], min(wide.bytes[index], nearHair.bytes[index])) }
    }
    return band
  }

  private static func bytes(
    of planes: PlanarBuffer<Float>, _ channel: MatteChannel, _ value: (Float) -> Float
  ) -> PixelBuffer {
    PixelBuffer(
      size: planes.size, format: .l8, colorSpace: .linearGray,
      bytes: planes[channel.rawValue].map { UInt8(min(max(value($0), 0), 255)) })
  }

  /// How much the first guess counts inside the band; 0 outside, where the network is believed.
  private static func weights(
    of channel: MatteChannel, in coarse: PlanarBuffer<Float>, told: ArraySlice<UInt8>, size: PixelSize
  ) throws(KernelError) -> [UInt8] {
    let band = try band(of: channel, in: coarse).resized(to: size, interpolation: .linear)
    var weights = [UInt8](repeating: 0, count: size.area)
    weights.withUnsafeMutableBufferPointer { weights in
      told.withUnsafeBufferPointer { told in
        band.bytes.withUnsafeBufferPointer { band in
          // Bands of rows of their own.
          nonisolated(unsafe) let (weights, told, band) = (weights, told, band)
          RowBands(height: size.height).concurrentPerform { rows in
            for index in rows.lowerBound &* size.width..<rows.upperBound &* size.width where band[index] > 77 {
              weights[index] = UInt8(truncatingIfNeeded: weight.least &+ (weight.told &* Int(told[index])) / 255)
            }
          }
        }
      }
    }
    return weights
  }

  /// Outside the band a plane becomes all or nothing: what the guided filter makes of texture there is haze. Skin keeps it:
  /// freckles and creases of the network's own.
  private static func settle(
    _ planes: inout PlanarBuffer<UInt8>, _ channel: MatteChannel, outside weights: [UInt8],
    coarse: PlanarBuffer<Float>
  ) throws(KernelError) {
    let size = planes.size
    let inside = try bytes(of: coarse, channel) { $0 * 255 }.resized(to: size, interpolation: .linear)
    planes.samples.withUnsafeMutableBufferPointer { samples in
      weights.withUnsafeBufferPointer { weights in
        inside.bytes.withUnsafeBufferPointer { inside in
          // Bands of rows of their own.
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

  /// Hair is the person's.
  private static func limitHair(in planes: inout PlanarBuffer<UInt8>) {
    let area = planes.size.area
    let (hair, portrait) = (MatteChannel.hair.rawValue * area, MatteChannel.portrait.rawValue * area)
    planes.samples.withUnsafeMutableBufferPointer { samples in
      for index in 0..<area { samples[hair &+ index] = min(samples[hair &+ index], samples[portrait &+ index]) }
    }
  }
}
