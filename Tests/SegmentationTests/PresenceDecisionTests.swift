import FaceMeta
import Imaging
import Inference
import Models
import Testing

@testable import Segmentation

@Suite struct PresenceDecisionTests {
  private static let qualities: [MatteQuality] = [.fast, .balanced]

  private func face(_ confidence: Double) -> Face {
    Face(bounds: NormalizedRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2), confidence: confidence)
  }

  @Test func `two networks need more certainty together than one, and less with a certain face`() {
    #expect(PresenceDecision.showsPerson(0.3, faces: []))
    #expect(!PresenceDecision.showsPerson(0.3, isPooled: true, faces: []))
    #expect(!PresenceDecision.showsPerson(0.3, isPooled: true, faces: [face(0.6)]))
    #expect(PresenceDecision.showsPerson(0.3, isPooled: true, faces: [face(0.6), face(0.9)]))
    #expect(PresenceDecision.showsPerson(0.1, faces: [face(0.9)]))
    #expect(!PresenceDecision.showsPerson(0.1, isPooled: true, faces: [face(0.9)]))
    #expect(!PresenceDecision.showsPerson(0.01, faces: [face(0.9)]))
  }

  @Test func `an uncertain portrait of uncertain people is no person, unless a face confirms them`() {
    #expect(!PresenceDecision.agrees(portraitOf: 0.56, with: 0.73, faces: []))
    #expect(!PresenceDecision.agrees(portraitOf: 0.78, with: 0.56, faces: [face(0.6)]))
    #expect(PresenceDecision.agrees(portraitOf: 0.56, with: 0.73, faces: [face(0.9)]))
    #expect(PresenceDecision.agrees(portraitOf: 0.71, with: 0.97, faces: []))
    // An invisible person has no portrait as evidence.
    #expect(PresenceDecision.agrees(portraitOf: nil, with: 0.7, faces: []))
  }

  @Test(.enabled(if: SamplePortrait.isReady, "needs set-up's networks and sample"), arguments: Self.qualities)
  func `a photo shows a person with the pooled probability of both networks`(quality: MatteQuality) throws {
    let (pixels, _) = try SamplePortrait.besideAWall()
    // Small and pale, so that they differ.
    let pale = PixelBuffer(
      size: pixels.size, format: .rgba8, bytes: pixels.bytes.map { UInt8(150 + Int($0) / 4) })
    let settings = QualitySettings(quality, weights: .research)
    let networks = try MatteNetworks(
      .research, store: .default, precision: .f32, settings: settings, peopleThreads: 1)
    let photo = try MattePicture(
      pale, orientation: .up, subjects: .foreground, faces: [], settings: settings, wantsTeeth: false)
    var time = Duration.zero
    let photos = PhotoPredictor(networks: networks)
    let people = try #require(photos.predictPeople(in: photo, networkTime: &time))
    let first = try #require(people.presence)
    let second = try #require(photos.predict(photo, byRegionOf: people, networkTime: &time).prediction.presence)
    let found = try MatteGenerator(quality: quality).mattes(for: pale, orientation: .up, faces: [], in: .upright)
    let confidence = try #require(found.confidence)
    try #require(abs(first - second) > 1e-4)
    #expect(abs(confidence - PresenceDecision.pooled(first, withPhotoNetwork: second)) < 1e-6)
  }
}
