import Imaging

extension PixelBuffer {
  /// The stored picture turned upright: samples are moved without change. `orientation.inverse` turns it back.
  public func oriented(by orientation: Orientation) -> PixelBuffer {
    guard orientation != .up else { return self }
    switch format.bytesPerPixel {
    case 1: return moved(by: orientation, as: UInt8.self)
    case 2: return moved(by: orientation, as: UInt16.self)
    case 4: return moved(by: orientation, as: UInt32.self)
    case 8: return moved(by: orientation, as: UInt64.self)
    default: return moved(by: orientation, as: SIMD4<UInt32>.self)
    }
  }

  /// - Precondition: a `Pixel` is as large as a pixel of the format.
  private func moved<Pixel: BitwiseCopyable & Sendable>(by orientation: Orientation, as type: Pixel.Type) -> PixelBuffer
  {
    let resultSize = orientation.apply(to: size)
    let pixelBytes = MemoryLayout<Pixel>.size
    let resultRowBytes = resultSize.width * pixelBytes
    // A step right or down in the result is a constant step in the source.
    let (acrossStep, downStep) = orientation.isTransposed ? (rowBytes, pixelBytes) : (pixelBytes, rowBytes)
    let across = orientation.flipsX ? -acrossStep : acrossStep
    let down = orientation.flipsY ? -downStep : downStep
    let first =
      (orientation.flipsX ? (resultSize.width - 1) * acrossStep : 0)
      + (orientation.flipsY ? (resultSize.height - 1) * downStep : 0)
    // Tiles keep the rows read and written in the L1 cache when the axes are exchanged.
    let tile = orientation.isTransposed ? 32 : resultSize.width

    return withUnsafeBytes { source in
      PixelBuffer(size: resultSize, format: format, colorSpace: colorSpace, alphaType: alphaType) { bytes in
        guard let source = source.baseAddress, let result = bytes.baseAddress else { return }
        // Bands write rows of their own.
        nonisolated(unsafe) let input = source
        nonisolated(unsafe) let output = result
        RowBands(height: resultSize.height, minimumRows: 32).concurrentPerform { rows in
          var left = 0
          while left < resultSize.width {
            let right = min(left &+ tile, resultSize.width)
            for y in rows {
              var from = input + (first &+ y &* down &+ left &* across)
              var to = output + (y &* resultRowBytes &+ left &* pixelBytes)
              for _ in left..<right {
                to.storeBytes(of: from.loadUnaligned(as: type), as: type)
                from += across
                to += pixelBytes
              }
            }
            left = right
          }
        }
      }
    }
  }
}

extension Matte {
  /// The matte in another coordinate space of its picture.
  ///
  /// - Parameter orientation: the orientation that turns the stored picture upright.
  package func transformed(to space: CoordinateSpace, orientation: Orientation) -> Matte {
    guard space != coordinateSpace else { return self }
    let turn = space == .upright ? orientation : orientation.inverse
    return Matte(kind: kind, pixels: pixels.oriented(by: turn), coordinateSpace: space, confidence: confidence)
  }
}

extension MatteSet {
  /// The mattes in another coordinate space of their picture.
  ///
  /// - Parameter orientation: the orientation that turns the stored picture upright.
  package func transformed(to space: CoordinateSpace, orientation: Orientation) -> MatteSet {
    var result = self
    for matte in self where matte.coordinateSpace != space {
      result.insert(matte.transformed(to: space, orientation: orientation))
    }
    return result
  }
}

extension Frame {
  /// The frame with its pixels rotated, for formats without orientation.
  package var upright: Frame {
    guard orientation != .up else { return self }
    var result = Frame(pixels: pixels.oriented(by: orientation), time: time)
    result.attachments = attachments
    return result
  }
}
