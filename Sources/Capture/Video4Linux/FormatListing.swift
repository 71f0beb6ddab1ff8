import CVideo4Linux
import Imaging

/// Lists the formats of a device: pixel formats, their sizes, the rates of each.
struct FormatListing {
  let handle: DeviceHandle

  /// A longer list is a driver's fault.
  private static let mostEntries: UInt32 = 256
  /// The sizes listed for a device that supports any size within limits, besides the smallest and the largest.
  private static let usualSizes = [
    (160, 120), (320, 180), (320, 240), (640, 360), (640, 480), (800, 600), (960, 540), (1024, 768), (1280, 720),
    (1280, 960), (1920, 1080), (2560, 1440), (3840, 2160),
  ].map { PixelSize(width: $0.0, height: $0.1) }

  /// The formats whose frames can be delivered.
  func formats() -> [CaptureDeviceFormat] {
    var formats: [CaptureDeviceFormat] = []
    var pixelFormat = cv4l_pixel_format()
    for index in 0..<Self.mostEntries {
      guard cv4l_get_pixel_format(handle.pointer, index, &pixelFormat) == 0 else { break }
      guard let layout = Self.layout(pixelFormat.code) else { continue }
      for size in sizes(of: pixelFormat.code) {
        let ranges = rates(of: pixelFormat.code, size)
        let format = CaptureDeviceFormat(
          dimensions: size, pixelFormat: layout,
          // A driver that states no rate still gives frames.
          frameRates: ranges.isEmpty ? [FrameRateRange(1...30)] : ranges)
        // Two codes of one layout (planes one after the other, or chroma interleaved) are one format.
        if !formats.contains(where: { $0.dimensions == size && $0.pixelFormat == layout }) { formats.append(format) }
      }
    }
    return formats
  }

  /// The layout of pixels for a FourCC; nil if it is not supported.
  static func layout(_ code: UInt32) -> CapturePixelFormat? {
    let characters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
    return switch String(decoding: characters, as: UTF8.self) {
    case "YU12", "NV12": .yuv420VideoRange
    case "YUYV": .yuyv422
    case "UYVY": .uyvy422
    case "MJPG", "JPEG": .motionJPEG
    case "H264": .h264
    case "GREY": .gray
    case "RGB3": .rgb24
    case "BGR3": .bgr24
    default: nil
    }
  }

  /// The codes of a layout, the one to be preferred first.
  static func codes(of layout: CapturePixelFormat) -> [UInt32] {
    let names =
      switch layout {
      case .yuv420VideoRange, .yuv420FullRange: ["YU12", "NV12"]
      case .yuyv422: ["YUYV"]
      case .uyvy422: ["UYVY"]
      case .motionJPEG: ["MJPG", "JPEG"]
      case .h264: ["H264"]
      case .gray: ["GREY"]
      case .rgb24: ["RGB3"]
      case .bgr24: ["BGR3"]
      }
    return names.map { name in
      name.utf8.enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
    }
  }

  private func sizes(of code: UInt32) -> [PixelSize] {
    var found: [PixelSize] = []
    var entry = cv4l_frame_sizes()
    for index in 0..<Self.mostEntries {
      guard cv4l_get_frame_sizes(handle.pointer, code, index, &entry) == 0 else { break }
      let smallest = PixelSize(width: Int(entry.min_width), height: Int(entry.min_height))
      let largest = PixelSize(width: Int(entry.max_width), height: Int(entry.max_height))
      guard smallest.width > 0, smallest.height > 0, largest.width <= 16_384, largest.height <= 16_384 else { continue }
      let steps = (max(1, Int(entry.step_width)), max(1, Int(entry.step_height)))
      found.append(smallest)
      found += Self.usualSizes.filter { size in
        size.width > smallest.width && size.width < largest.width && size.height > smallest.height
          && size.height < largest.height && (size.width - smallest.width) % steps.0 == 0
          && (size.height - smallest.height) % steps.1 == 0
      }
      if largest != smallest { found.append(largest) }
    }
    return found
  }

  private func rates(of code: UInt32, _ size: PixelSize) -> [FrameRateRange] {
    var found: [FrameRateRange] = []
    var entry = cv4l_frame_interval()
    for index in 0..<Self.mostEntries {
      let (width, height) = (UInt32(size.width), UInt32(size.height))
      guard cv4l_get_frame_interval(handle.pointer, code, width, height, index, &entry) == 0 else { break }
      guard let shortest = Self.time(entry.min_numerator, entry.min_denominator),
        let longest = Self.time(entry.max_numerator, entry.max_denominator), shortest <= longest
      else { continue }
      found.append(FrameRateRange(minFrameDuration: shortest, maxFrameDuration: longest))
    }
    return found
  }

  /// Nil if it is not a positive time.
  static func time(_ numerator: UInt32, _ denominator: UInt32) -> MediaTime? {
    guard numerator > 0, denominator > 0, let timescale = Int32(exactly: denominator) else { return nil }
    return MediaTime(value: Int64(numerator), timescale: timescale)
  }
}
