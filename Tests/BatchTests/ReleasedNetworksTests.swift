import Foundation
import MatteKit
import Support
import Testing

@testable import Batch

/// Networks that are released while a photo is processed, as the command line does for one photo.
@Suite struct ReleasedNetworksTests {
  private func processor(
    keepingNetworks: Bool, _ options: ProcessingOptions = ProcessingOptions()
  ) throws -> EffectProcessor {
    EffectProcessor(
      IdentifiedEffects(try EffectPreset(named: "blur-background")), options: options,
      networks: PhotoNetworks(for: options, keepingNetworks: keepingNetworks))
  }

  @Test func `results are the same, for the next photo too`() throws {
    let portrait = ProjectFolder.dependencies.appending(path: "samples/astronaut.png")
    let data = [UInt8](try Data(contentsOf: portrait))
    let keeping = try processor(keepingNetworks: true)
    let releasing = try processor(keepingNetworks: false)
    let expected = try keeping.process(data, as: .heic)
    for _ in 0..<2 { #expect(try releasing.process(data, as: .heic).data == expected.data) }
  }

  @Test func `the weights and the quality of given networks count, also for the digest of a result`() throws {
    let effects = IdentifiedEffects(try EffectPreset(named: "blur-background"))
    var options = ProcessingOptions()
    (options.matteQuality, options.weights) = (.fast, .permissive)
    let networks = PhotoNetworks(weights: .permissive, quality: .fast)
    let (own, shared) = (
      EffectProcessor(effects, options: options), EffectProcessor(effects, networks: networks)
    )
    #expect(shared.options == options && shared.recipe == own.recipe)
  }

  @Test func `a photo that fails after its faces were searched does not leave work behind`() throws {
    var options = ProcessingOptions()
    options.requiresPerson = true
    let processor = try processor(keepingNetworks: false, options)
    let gray = PixelBuffer(
      size: PixelSize(width: 160, height: 120), format: .rgba8, bytes: [UInt8](repeating: 128, count: 160 * 120 * 4))
    let data = try Photo(pixels: gray).data(as: .png)
    for _ in 0..<2 {
      let error = #expect(throws: ProcessingError.self) { try processor.process(data) }
      guard case .noPersonFound(input: "photo")? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    options.matteQuality = .fast
    let networks = PhotoNetworks(for: options, keepingNetworks: false)
    let work = DispatchGroup()
    networks.beginLoadingDetector(in: work)
    networks.beginReducingDetector(in: work)
    #expect(work.wait(timeout: .now() + 60) == .success)
  }
}
