import Capture
import FrameStream
import Imaging

/// A device with gray pictures, each a step lighter than the one before.
enum VirtualCamera {
  static let size = PixelSize(width: 16, height: 12)

  static func device(
    _ name: String = "generator", sizes: [PixelSize] = [size], rates: ClosedRange<Int32> = 1...30,
    pictures: Int = .max
  ) -> CaptureDevice {
    CaptureDevice(
      name: name,
      formats: sizes.map {
        CaptureDeviceFormat(dimensions: $0, pixelFormat: .rgb24, frameRates: [FrameRateRange(rates)])
      },
      generating: { format, index in index < pictures ? picture(format.dimensions, index) : nil })
  }

  static func picture(_ size: PixelSize, _ index: Int) -> PixelBuffer {
    PixelBuffer(size: size, format: .rgba8) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: index))
    }
  }

  /// Frames at given times, then perhaps an error.
  struct Source: FrameSource {
    let times: [MediaTime]
    var failure: FrameStreamError?
    var index = 0

    init(times: [MediaTime], failure: FrameStreamError? = nil) {
      self.times = times
      self.failure = failure
    }

    mutating func nextFrame() throws(FrameStreamError) -> Frame? {
      guard index < times.count else {
        if let failure { throw failure }
        return nil
      }
      defer { index += 1 }
      return Frame(pixels: VirtualCamera.picture(VirtualCamera.size, index), time: times[index])
    }
  }

  static func device(times: [MediaTime], failure: FrameStreamError? = nil, rate: Int32 = 30) -> CaptureDevice {
    CaptureDevice(
      name: "sequence",
      formats: [CaptureDeviceFormat(dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(rate: rate)])],
      frames: { _ in FrameSequence(Source(times: times, failure: failure)) })
  }
}

extension MediaTime {
  /// So many parts of a second.
  static func parts(_ count: Int64, of timescale: Int32) -> MediaTime {
    MediaTime(value: count, timescale: timescale)
  }
}
