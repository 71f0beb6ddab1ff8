import Imaging

/// Several planes of samples of one size, one plane after the other, rows without padding.
public struct PlanarBuffer<Sample: Sendable>: Sendable {
  public let size: PixelSize
  public let planeCount: Int
  /// `planeCount * size.area` samples.
  public var samples: [Sample]

  /// - Precondition: `samples` holds that many planes.
  public init(size: PixelSize, planeCount: Int, samples: [Sample]) {
    precondition(samples.count == planeCount * size.area, "samples do not match the size")
    self.size = size
    self.planeCount = planeCount
    self.samples = samples
  }

  public init(repeating sample: Sample, size: PixelSize, planeCount: Int) {
    self.init(size: size, planeCount: planeCount, samples: Array(repeating: sample, count: planeCount * size.area))
  }

  /// The samples of one plane.
  public subscript(plane: Int) -> ArraySlice<Sample> {
    samples[plane * size.area..<(plane + 1) * size.area]
  }
}
