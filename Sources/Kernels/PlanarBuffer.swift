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

  // Inlined, so that samples are not copied one by one through witness tables.
  @inlinable package init(repeating sample: Sample, size: PixelSize, planeCount: Int) {
    self.init(size: size, planeCount: planeCount, samples: Array(repeating: sample, count: planeCount * size.area))
  }

  /// Replaces the samples of a rectangle, in all planes.
  ///
  /// - Precondition: `other` has the rectangle's size and as many planes, and the rectangle lies inside the planes.
  package mutating func replace(_ rect: PixelRect, with other: PlanarBuffer) {
    precondition(other.size == rect.size && other.planeCount == planeCount && PixelRect(size).contains(rect))
    let (width, height, area) = (size.width, rect.height, size.area)
    samples.withUnsafeMutableBufferPointer { target in
      other.samples.withUnsafeBufferPointer { source in
        for row in 0..<planeCount * height {
          let first = row / height * area + (rect.y + row % height) * width + rect.x
          _ = UnsafeMutableBufferPointer(rebasing: target[first..<first + rect.width])
            .update(fromContentsOf: source[row * rect.width..<(row + 1) * rect.width])
        }
      }
    }
  }

  /// The samples of one plane.
  package subscript(plane: Int) -> ArraySlice<Sample> {
    samples[plane * size.area..<(plane + 1) * size.area]
  }
}

extension PlanarBuffer<Float> {
  /// Multiplies the samples of all planes by the weight of their place.
  ///
  /// - Precondition: there are `size.area` weights.
  package mutating func scale(by weights: [Float]) {
    precondition(weights.count == size.area)
    samples.withUnsafeMutableBufferPointer { samples in
      for plane in 0..<planeCount {
        for index in 0..<size.area { samples[plane &* size.area &+ index] *= weights[index] }
      }
    }
  }
}
