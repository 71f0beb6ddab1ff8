import Imaging
import Inference
import PhotoFile
import Support
import Testing

@testable import FaceMeta

/// Which networks are loaded for a picture: loading takes longer than the search of a small one.
@Suite(.enabled(if: FaceDetectorTests.hasSample, "needs the networks and the sample photo"))
struct NetworkLoadingTests {
  private func loaded(by detector: FaceDetector) -> Set<FaceNetworks.Part> {
    Set(FaceNetworks.Part.allCases.filter(detector.networks.isLoaded))
  }

  @Test func `an empty picture needs the detectors alone`() throws {
    let detector = try FaceDetector()
    #expect(loaded(by: detector).isEmpty)
    #expect(try detector.faces(in: PixelBuffer(size: PixelSize(width: 400, height: 300), format: .rgba8)).isEmpty)
    #expect(loaded(by: detector) == [.shortRange, .fullRange])
  }

  @Test func `a small portrait needs no search for regions`() throws {
    let detector = try FaceDetector()
    #expect(try detector.faces(in: Photo(contentsOf: FaceDetectorTests.sample).pixels).count == 1)
    #expect(loaded(by: detector).isSuperset(of: [.shortRange, .fullRange, .mesh, .yaw, .iris]))
    #expect(!loaded(by: detector).contains(.regions))
  }

  @Test func `before a search only detectors are loaded, on request all networks that may be needed`() throws {
    let detector = try FaceDetector(measuresIrises: false)
    try detector.prepareSearch()
    #expect(loaded(by: detector) == [.shortRange, .fullRange])
    try detector.prepare()
    #expect(loaded(by: detector) == Set(FaceNetworks.Part.allCases).subtracting([.iris]))
  }

  @Test func `a detector for one picture finds the same faces`() throws {
    let pixels = try Photo(contentsOf: FaceDetectorTests.sample).pixels
    #expect(try FaceDetector.forOnePicture().faces(in: pixels) == FaceDetector().faces(in: pixels))
  }

  @Test func `released networks of candidates are loaded again on demand`() throws {
    let pixels = try Photo(contentsOf: FaceDetectorTests.sample).pixels
    let detector = try FaceDetector.forOnePicture()
    let faces = try detector.faces(in: pixels)
    detector.releaseCandidateNetworks()
    #expect(loaded(by: detector) == [.shortRange, .fullRange])
    #expect(try detector.faces(in: pixels) == faces)
  }

  @Test func `networks that are released while they are loaded are not loaded again`() async throws {
    let detector = try FaceDetector.forOnePicture()
    let preparation = Task.detached { try detector.prepare() }
    while !detector.networks.isLoaded(.fullRange) { try await Task.sleep(for: .milliseconds(1)) }
    detector.releaseCandidateNetworks()
    try await preparation.value
    #expect(loaded(by: detector) == [.shortRange, .fullRange, .regions])
    try detector.prepare()
    #expect(loaded(by: detector) == Set(FaceNetworks.Part.allCases))
  }

  @Test func `reliable candidates need the mesh and its measures, doubtful ones their verification`() throws {
    func needed(_ side: Float, _ scores: Float..., irises: Bool = true, source: FaceAnalysisSettings.Source = .still)
      -> Set<FaceNetworks.Part>
    {
      let settings = FaceAnalysisSettings(for: source, measuresIrises: irises)
      return FaceLandmarker(.stills(from: .default), settings: settings).networksNeeded(
        for: scores.map { NonMaximumSuppressionTests.candidate(0, 0, side, side, $0) })
    }
    #expect(needed(100).isEmpty)
    #expect(needed(100, 0.95) == [.mesh, .yaw, .iris])
    #expect(needed(100, 0.95, irises: false) == [.mesh, .yaw])
    #expect(needed(30, 0.95) == [.mesh, .yaw])
    #expect(needed(30, 0.85) == [.verifier, .mesh, .yaw])
    #expect(needed(100, 0.4) == [.verifier])
    #expect(needed(30, 0.4, 0.95) == [.verifier, .mesh, .yaw])
    // Streams verify in turn.
    #expect(needed(100, 0.4, source: .stream) == [.mesh, .yaw, .iris])
  }
}
