import Imaging

/// Several planes of samples of one size, one plane after the other, rows without padding.
@usableFromInline package struct PlanarBuffer<Sample: Sendable>: Sendable {
  @usableFromInline package let size: PixelSize
  @usableFromInline package let planeCount: Int
  /// `planeCount * size.area` samples.
  @usableFromInline package var samples: [Sample]

  /// - Precondition: `samples` holds that many planes.
  @inlinable package init(size: PixelSize, planeCount: Int, samples: [Sample]) {
    precondition(samples.count == planeCount * size.area, "samples do not match the size")
    self.size = size
    self.planeCount = planeCount
    self.samples = samples
  }

  // Inlined, so that samples are not copied one by one through the tables of their type.
  @inlinable package init(repeating sample: Sample, size: PixelSize, planeCount: Int) {
    self.init(size: size, planeCount: planeCount, samples: Array(repeating: sample, count: planeCount * size.area))
  }

  /// The samples of one plane.
  package subscript(plane: Int) -> ArraySlice<Sample> {
    samples[plane * size.area..<(plane + 1) * size.area]
  }
}
