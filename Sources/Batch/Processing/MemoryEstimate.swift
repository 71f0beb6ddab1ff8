import MatteKit

/// Estimates of the memory for processing a photo or a movie, in bytes: upper bounds, which are measured values with a
/// margin. A batch that exceeds its budget may be killed, while one that stays below it only runs fewer jobs at once.
package enum MemoryEstimate {
  /// The face networks after photos of many shapes, with the libraries that run them: a whole process took 225 MiB on
  /// two cores with AVX-512.
  static let faceNetworks = 200 << 20

  /// The face and matte networks in the same way: a whole process took 450 MiB at `fast`. `batch mattes --jobs 1` of 16
  /// photos of up to 4 megapixels, each of another shape, took 562 MiB at both other qualities if they show one person,
  /// and 713 MiB at `balanced` and 894 MiB at `accurate` if they show groups, which have larger inputs. 140 MiB of
  /// these are the estimate for a photo.
  ///
  /// Photos are assumed to show groups: what a photo shows is known only when its networks run, and they keep the memory
  /// of their largest input. A batch of portraits is estimated 180 MiB too large at `balanced`, and 360 MiB at
  /// `accurate`, once for the process and not for each job.
  static func networks(for quality: MatteQuality) -> Int {
    switch quality {
    case .fast: 420 << 20
    case .balanced: 600 << 20
    case .accurate: 780 << 20
    }
  }

  /// For every photo: tables, threads, small pictures for the networks.
  static let base = 48 << 20
  /// For each pixel: the decoded picture, the mattes and their refinement, the rendered picture, and its coding.
  static let perPixel = 24
  /// Coding HEIC, AVIF and JPEG XL keeps more copies than other formats.
  static let perCodedPixel = 8

  static func bytes(for summary: PhotoSummary, fileBytes: Int, as format: PhotoFormat) -> Int {
    let depth = max(1, (summary.bitsPerComponent + 7) / 8)
    let codec = [.heic, .avif, .jpegXL].contains(format) ? perCodedPixel : 0
    let limit = ReadingLimits.default.pixels
    // A larger picture is refused, with the limit's name, before it is decoded.
    let picture = pixels(of: summary.size)
    let size = picture > limit ? 0 : picture
    let auxiliary = summary.auxiliaryImages.reduce(0) { sum, image in
      sum + min(pixels(of: image.size), limit) * image.componentCount * max(1, (image.bitsPerComponent + 7) / 8)
    }
    return base + size * depth * (perPixel + codec) + 2 * auxiliary + 4 * fileBytes
  }

  /// The number of pixels stated by a header, which may overflow an integer.
  private static func pixels(of size: PixelSize) -> Int {
    let (area, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
    return isTooLarge ? .max : area
  }

  /// For every movie: networks of its own, FFmpeg's libraries and their threads.
  static let movieBase = 420 << 20
  /// For each pixel of a frame: the few frames in progress at once, their mattes, and the frames that an H.264 encoder
  /// holds back. `blur-background` took 405 MB at 640x360, 555 MB at 1280x720, 705 MB at 1920x1080 and 1,468 MB at
  /// 3840x2160.
  static let perMoviePixel = 180
  /// HEVC and VP9 hold more frames back: `sticker` at 1920x1080 took 100 MB and 145 MB more than with H.264.
  static let perHeldPixel = 70

  /// - Parameters:
  ///   - format: the format of the movie that is read.
  ///   - frameRate: frames a second; nil if unknown.
  ///   - lookAhead: the look-ahead of the effects in seconds: frames wait for as long.
  static func bytes(for format: VideoFormat, frameRate: Double?, lookAhead: Double, as codec: VideoCodec) -> Int {
    // More than 8 bits are 16 in memory.
    let depth = (format.bitsPerComponent ?? 8) > 8 ? 2 : 1
    let waiting = Int((lookAhead * min(frameRate ?? 30, 240)).rounded(.up))
    let held = codec == .hevc || codec == .vp9 ? perHeldPixel : 0
    return movieBase + format.size.area * depth * (perMoviePixel + held + 4 * waiting)
  }
}
