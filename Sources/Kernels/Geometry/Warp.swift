import COpenCV
import Imaging

extension PixelBuffer {
  /// The treatment of samples beyond the picture's edge.
  public enum Border: Sendable, Hashable, CaseIterable {
    /// The nearest sample of the edge.
    case replicate
    /// Zero in every component, alpha too.
    case zero
  }

  /// A picture of `newSize` whose points are sampled bilinearly from this picture at their image under `map`.
  ///
  /// If the result is much smaller than its part of the picture, the part is first reduced by area, so that a large
  /// face in a small crop does not alias.
  ///
  /// - Parameter map: from the result's pixels to this picture's.
  /// - Throws: ``KernelError`` if the map is degenerate or not finite.
  public func warped(
    by map: AffineTransform2D, to newSize: PixelSize, border: Border = .replicate
  ) throws(KernelError) -> PixelBuffer {
    guard map.isFinite, map.inverse != nil, newSize.width > 0, newSize.height > 0 else {
      throw KernelError(algorithm: "warp", reason: "the map \(map) has no inverse, or \(newSize) has no pixels")
    }
    let shrink = Self.shrink(of: map)
    let region = Self.covered(by: map, in: size, to: newSize)
    var source = self
    var fromResult = map.then(.translation(x: -Double(region.x), y: -Double(region.y)))
    var window = region
    if shrink > 1.5 {
      let reduced = PixelSize(
        width: max(1, Int((Double(region.width) / shrink).rounded(.up))),
        height: max(1, Int((Double(region.height) / shrink).rounded(.up))))
      source = try resized(region, to: reduced, interpolation: .area)
      window = PixelRect(reduced)
      fromResult = fromResult.then(
        AffineTransform2D(
          a: Double(reduced.width) / Double(region.width), b: 0, c: 0,
          d: Double(reduced.height) / Double(region.height), tx: 0, ty: 0))
    }
    guard window.width < Int(Int16.max), window.height < Int(Int16.max) else {
      throw KernelError(algorithm: "warp", reason: "a part of \(window.size) is larger than 32766 pixels a side")
    }
    // OpenCV's coordinates are relative to the centre of the first pixel.
    let matrix = [
      fromResult.a, fromResult.c, fromResult.tx + 0.5 * (fromResult.a + fromResult.c) - 0.5,
      fromResult.b, fromResult.d, fromResult.ty + 0.5 * (fromResult.b + fromResult.d) - 0.5,
    ]
    let beyond = border == .replicate ? MKBorderReplicate : MKBorderZero
    return try source.made(from: window, as: newSize, with: "warp") { source, result, message, capacity in
      mk_warp(source, result, matrix, MKFilterLinear, beyond, message, capacity)
    }
  }

  /// Source pixels per result pixel, along the direction of the largest reduction.
  private static func shrink(of map: AffineTransform2D) -> Double {
    max((map.a * map.a + map.b * map.b).squareRoot(), (map.c * map.c + map.d * map.d).squareRoot())
  }

  /// The pixels of a picture of `size` that a warp to `newSize` reads, at least one.
  package static func covered(by map: AffineTransform2D, in size: PixelSize, to newSize: PixelSize) -> PixelRect {
    let margin = shrink(of: map) * 2 + 2
    let (width, height) = (Double(newSize.width), Double(newSize.height))
    let corners = [
      map.apply(x: 0, y: 0), map.apply(x: width, y: 0), map.apply(x: 0, y: height),
      map.apply(x: width, y: height),
    ]
    func range(_ values: [Double], _ extent: Int) -> Range<Int> {
      let low = min(max((values.min() ?? 0) - margin, 0), Double(extent - 1))
      let high = min(max((values.max() ?? 0) + margin, low + 1), Double(extent))
      return Int(low)..<max(Int(low) + 1, Int(high.rounded(.up)))
    }
    let columns = range(corners.map(\.x), size.width)
    let rows = range(corners.map(\.y), size.height)
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}
