import Imaging
import Testing

@testable import FaceMeta

@Suite struct FaceAnalysisSettingsTests {
  private let size = PixelSize(width: 3840, height: 2160)

  @Test func `the smallest face is fixed in stills and grows with the frame in streams`() {
    #expect(FaceAnalysisSettings(for: .still).smallestFace(in: size) == 16)
    #expect(FaceAnalysisSettings(for: .still).smallestFace(in: PixelSize(width: 11_552, height: 8664)) == 24)
    #expect(FaceAnalysisSettings(for: .stream).smallestFace(in: size) == 60)
    #expect(FaceAnalysisSettings(for: .stream).smallestFace(in: PixelSize(width: 240, height: 320)) == 16)
  }

  @Test(arguments: [FaceAnalysisSettings.Source.still, .stream])
  func `a size set by the caller applies to both, from 8 pixels on`(source: FaceAnalysisSettings.Source) {
    #expect(FaceAnalysisSettings(for: source, search: FaceSearch(minimumFaceSize: 40)).smallestFace(in: size) == 40)
    #expect(FaceAnalysisSettings(for: source, search: FaceSearch(minimumFaceSize: 3)).smallestFace(in: size) == 8)
    #expect(FaceAnalysisSettings(for: source, search: FaceSearch(minimumFaceSize: 40)).smallestReported(in: size) == 30)
  }

  @Test func `only stills report faces below the default size`() {
    #expect(FaceAnalysisSettings(for: .still).smallestReported(in: size) == 0)
    #expect(FaceAnalysisSettings(for: .stream).smallestReported(in: size) == 45)
  }

  @Test func `the score of candidates follows the requested confidence, within limits`() {
    let settings = FaceAnalysisSettings(for: .still, search: FaceSearch(minimumConfidence: 0.5))
    #expect(abs(settings.candidateScore(0.8) - 0.4) < 1e-6)
    #expect(FaceAnalysisSettings(for: .still, search: FaceSearch(minimumConfidence: 0)).candidateScore(0.8) == 0.05)
    #expect(FaceAnalysisSettings(for: .still, search: FaceSearch(minimumConfidence: 2)).candidateScore(0.8) == 0.95)
  }
}
