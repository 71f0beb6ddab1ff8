import MatteKit

/// How much memory it takes to process a photo, in bytes: measured, with room to spare.
package enum MemoryEstimate {
  /// The networks, compiled for the shapes of many photos, with the libraries that run them.
  static let networks = 320 << 20
  /// For every photo: tables, threads, small pictures for the networks.
  static let base = 48 << 20
  /// For each pixel: the decoded picture, mattes and what refines them, the rendered picture, and its coding.
  static let perPixel = 24
  /// Coding HEIC and AVIF keeps more copies than JPEG and PNG.
  static let perCodedPixel = 8

  static func bytes(for summary: PhotoSummary, fileBytes: Int, as format: PhotoFormat) -> Int {
    let depth = max(1, (summary.bitsPerComponent + 7) / 8)
    let codec = format == .heic || format == .avif ? perCodedPixel : 0
    let auxiliary = summary.auxiliaryImages.reduce(0) { sum, image in
      sum + image.size.area * image.componentCount * max(1, (image.bitsPerComponent + 7) / 8)
    }
    return base + summary.size.area * depth * (perPixel + codec) + 2 * auxiliary + 4 * fileBytes
  }
}
