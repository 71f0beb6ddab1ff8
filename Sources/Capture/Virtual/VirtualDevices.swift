import FoundationEssentials
import FrameStream
import Imaging

/// Devices without hardware. Their frames come at the rate of their own times on the session's clock, the first when
/// the session starts.
extension CaptureDevice {
  /// Creates a camera that gives the frames of a movie file. It ends with the last frame, and restarts when the
  /// session is started again.
  ///
  /// - Parameter url: the movie file.
  /// - Throws: ``CaptureError/frames(_:)`` if the file cannot be read, or its video is HDR or interlaced.
  public convenience init(movie url: URL) throws(CaptureError) {
    let movie: VideoFile
    do throws(FrameStreamError) {
      movie = try VideoFile(contentsOf: url)
      try movie.requireRenderable()
    } catch { throw .frames(error) }
    let pixelFormat: CapturePixelFormat = movie.format.color.isFullRange ? .yuv420FullRange : .yuv420VideoRange
    self.init(
      uniqueID: url.path, localizedName: url.lastPathComponent, size: movie.size, pixelFormat: pixelFormat,
      rate: movie.nominalFrameRate ?? 25, pixelAspectRatio: movie.format.pixelAspectRatio,
      driver: SequenceDriver(
        endingAt: movie.endTime,
        checking: { () throws(CaptureError) in
          do throws(FrameStreamError) { _ = try VideoFile(contentsOf: url) } catch { throw .frames(error) }
        }
      ) { _ in movie.frames })
  }

  /// Creates a camera that gives the pictures of an image sequence.
  ///
  /// - Parameters:
  ///   - images: pictures of one size.
  ///   - name: the name for users and in messages.
  /// - Throws: ``CaptureError/frames(_:)`` if the first picture cannot be read.
  public convenience init(images: ImageSequence, name: String) async throws(CaptureError) {
    var first: Frame?
    do throws(FrameStreamError) {
      var iterator = images.frames.makeAsyncIterator()
      first = try await iterator.next()
    } catch { throw .frames(error) }
    guard let first else { throw .frames(.unreadable(file: name, reason: "it has no pictures")) }
    self.init(
      uniqueID: name, localizedName: name, size: first.size, pixelFormat: .rgb24,
      rate: images.frameRate.value, driver: SequenceDriver { _ in images.frames })
  }

  /// Creates a camera that gives the frames of a pipe, which can be read once.
  ///
  /// - Parameters:
  ///   - pipe: a y4m stream.
  ///   - name: the name for users and in messages.
  public convenience init(pipe: Y4MStream, name: String) {
    self.init(
      uniqueID: name, localizedName: name, size: pipe.size, pixelFormat: .yuv420VideoRange,
      rate: pipe.nominalFrameRate, pixelAspectRatio: pipe.pixelAspectRatio,
      driver: SequenceDriver { _ in pipe.frames })
  }

  /// Creates a camera that delivers the frames of any source.
  ///
  /// - Parameters:
  ///   - name: the name for users and in messages.
  ///   - uniqueID: the identifier of the device; nil for its name.
  ///   - position: the position of the device.
  ///   - formats: the formats of the device, at least one.
  ///   - frames: makes the frames of a format, each time that the device starts.
  /// - Precondition: there is a format.
  public convenience init(
    name: String, uniqueID: String? = nil, position: CaptureDevicePosition = .unspecified,
    formats: [CaptureDeviceFormat], frames: @escaping @Sendable (CaptureDeviceFormat) -> FrameSequence
  ) {
    precondition(!formats.isEmpty, "a device has a format")
    self.init(
      uniqueID: uniqueID ?? name, localizedName: name, deviceType: .virtual, position: position, formats: formats,
      driver: SequenceDriver(frames))
  }

  /// Creates a camera whose pictures the program makes, at any rate of the formats.
  ///
  /// - Parameters:
  ///   - name: the name for users and in messages.
  ///   - uniqueID: the identifier of the device; nil for its name.
  ///   - position: the position of the device.
  ///   - formats: the formats of the device, at least one.
  ///   - picture: makes the picture with an index, from 0 up, in the format's dimensions; nil ends the stream. It is
  ///     called by one thread at a time.
  /// - Precondition: there is a format.
  public convenience init(
    name: String, uniqueID: String? = nil, position: CaptureDevicePosition = .unspecified,
    formats: [CaptureDeviceFormat], generating picture: @escaping @Sendable (CaptureDeviceFormat, Int) -> PixelBuffer?
  ) {
    precondition(!formats.isEmpty, "a device has a format")
    self.init(
      uniqueID: uniqueID ?? name, localizedName: name, deviceType: .virtual, position: position, formats: formats,
      driver: GeneratorDriver(picture))
  }

  private convenience init(
    uniqueID: String, localizedName: String, size: PixelSize, pixelFormat: CapturePixelFormat, rate: Double,
    pixelAspectRatio: PixelAspectRatio = .square, driver: any CaptureDriver
  ) {
    let rate = rate.isFinite && rate > 0.01 ? rate : 25
    let duration = MediaTime(seconds: 1 / rate, preferredTimescale: 1_000_000)
    let whole = MediaTime(value: 1, timescale: max(1, Int32(clamping: Int(rate.rounded()))))
    let isWhole = abs(rate - rate.rounded()) < 0.001 && rate >= 1
    let interval = isWhole ? whole : duration
    self.init(
      uniqueID: uniqueID, localizedName: localizedName, deviceType: .virtual, position: .unspecified,
      formats: [
        CaptureDeviceFormat(
          dimensions: size, pixelFormat: pixelFormat,
          frameRates: [FrameRateRange(minFrameDuration: interval, maxFrameDuration: interval)])
      ], pixelAspectRatio: pixelAspectRatio, driver: driver)
  }
}
