import Imaging
import Kernels

/// Keeps uncertainty near the outline of people and removes it elsewhere. Away from people, uncertain pixels (a flag in
/// the color of a suit) would stay as haze. Deep inside a person, they would let the background show through.
enum OutlineBand {
  /// The probability of a person above which a pixel is one.
  private static let person: Float = 0.5
  /// The probability of hair above which strands may be near.
  private static let hair: Float = 0.3
  /// The distance from the outline (on both sides) and from hair within which uncertainty stays, in pixels of the
  /// network's input.
  private static let reach = (outline: 5, strands: 24)

  /// Sets all planes to 0 where no person is near, and the portrait to 1 far inside people. Pixels near hair keep their
  /// values.
  ///
  /// - Parameters:
  ///   - planes: one for each ``MatteChannel``, probabilities; changed in place.
  ///   - step: pixels of the network's input for one of the planes, a side.
  static func apply(to planes: inout PlanarBuffer<Float>, step: Int = 1) throws(SegmentationError) {
    let portrait = MatteChannel.portrait.rawValue
    let (nearPerson, nearOthers, nearHair): (PixelBuffer, PixelBuffer, PixelBuffer)
    do {
      nearPerson = try near(planes, portrait, reach.outline / step) { $0 > person }
      nearOthers = try near(planes, portrait, reach.outline / step) { $0 <= person }
      nearHair = try near(planes, MatteChannel.hair.rawValue, reach.strands / step) { $0 > hair }
    } catch {
      throw .kernel(error)
    }
    let area = planes.size.area
    planes.samples.withUnsafeMutableBufferPointer { samples in
      for index in 0..<area where nearHair.bytes[index] == 0 {
        if nearPerson.bytes[index] == 0 {
          for plane in MatteChannel.allCases { samples[plane.rawValue &* area &+ index] = 0 }
        } else if nearOthers.bytes[index] == 0 {
          samples[portrait &* area &+ index] = 1
        }
      }
    }
  }

  /// 255 within the radius of the pixels of a plane that count, 0 elsewhere.
  private static func near(
    _ planes: PlanarBuffer<Float>, _ plane: Int, _ radius: Int, where counts: (Float) -> Bool
  ) throws(KernelError) -> PixelBuffer {
    try ProbabilityMap.picture(of: planes[plane], size: planes.size) { counts($0) ? 255 : 0 }.dilated(radius: radius)
  }
}
