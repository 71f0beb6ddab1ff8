import Capture
import Effects
import FoundationEssentials
import FrameStream
import Imaging

/// The examples of Capture.docc, compiled and run.
enum CaptureSnippets {
  struct NoCamera: Error {}

  static func overview() async throws {
    let search = DiscoverySession()
    guard let camera = search.devices.first else { throw NoCamera() }
    let session = CaptureSession()
    let (video, faces) = (VideoDataOutput(), MetadataOutput())

    await session.beginConfiguration()
    try await session.add(CaptureInput(device: camera))
    try await session.add(video)
    try await session.add(faces)
    try await session.commitConfiguration()
    try faces.setMetadataObjectTypes([.face])

    try await session.startRunning()
    for try await frame in video.frames { print(frame.time.seconds, frame.size) }
  }

  static func zoom(_ camera: CaptureDevice) throws {
    try camera.configure { (device) throws(CaptureError) in
      try device.setVideoZoomFactor(1)
      try device.ramp(toVideoZoomFactor: 4, withRate: 1)  // doubles each second
    }
  }

  static func movie(_ session: CaptureSession, url: URL) async throws -> CapturedMovie? {
    let movie = MovieFileOutput()
    try await session.add(movie)
    var settings = movie.recommendedMovieSettings
    settings.averageBitRate = 8_000_000  // instead of constant quality
    try movie.startRecording(to: url, settings: settings)
    try await Task.sleep(for: .seconds(1))
    let recorded = await movie.stopRecording()
    return recorded
  }

  static func photos(_ session: CaptureSession, url: URL) async throws {
    let photos = PhotoOutput()
    try await session.add(photos)
    try photos.setEnabledMattes([.portrait, .hair])
    try await photos.prepare()
    for await event in try photos.capturePhoto(with: PhotoSettings(encoding: .heic(), mattes: [.portrait])) {
      if case .didFinishProcessing(let photo) = event { try Data(photo.fileData).write(to: url) }
    }
  }

  static func effects(_ session: CaptureSession) async throws -> VideoEffectOutput {
    let movie = MovieFileOutput()
    let effects = VideoEffectOutput(EffectStack([.blurBackground()]), outputs: [movie])
    try await session.add(effects)
    await effects.prepare()
    return effects
  }

  static func sound(_ session: CaptureSession) async throws {
    try await session.add(CaptureInput(device: CaptureDevice(microphone: "alsa:hw:0")))
    let sound = AudioDataOutput()
    try await session.add(sound)
    for await buffer in sound.buffers { print(buffer.time.seconds, buffer.frameCount) }
  }
}
