import Dispatch
import MatteKit
import Synchronization

/// The networks for the faces and mattes of photos, each loaded on first use. May be shared by threads and by
/// processors of several effects.
public final class PhotoNetworks: Sendable {
  /// The weights of the network that makes the mattes.
  public let weights: ModelWeights
  /// The quality of mattes.
  public let quality: MatteQuality
  /// Whether networks stay loaded for further photos; if not, the processor releases those of mattes after their use, so
  /// that the coder has their memory. Releasing those of faces takes a tenth of a second of a core: the smaller ones
  /// stay until the process ends.
  let keepsNetworks: Bool
  private let detector = Mutex<FaceDetector?>(nil)
  private let generator = Mutex<MatteGenerator?>(nil)

  /// - Parameters:
  ///   - weights: ``weights``.
  ///   - quality: ``quality``.
  public convenience init(weights: ModelWeights = .default, quality: MatteQuality = .balanced) {
    self.init(weights: weights, quality: quality, keepsNetworks: true)
  }

  /// The networks that options state.
  ///
  /// - Parameter keepsNetworks: whether networks stay loaded for further photos; false for a single photo, by one
  ///   processor.
  package convenience init(for options: ProcessingOptions, keepingNetworks keepsNetworks: Bool = true) {
    self.init(weights: options.weights, quality: options.matteQuality, keepsNetworks: keepsNetworks)
  }

  private init(weights: ModelWeights, quality: MatteQuality, keepsNetworks: Bool) {
    self.weights = weights
    self.quality = quality
    self.keepsNetworks = keepsNetworks
  }

  /// The memory of all networks, in bytes: see ``MemoryEstimate``.
  package var memory: Int { MemoryEstimate.networks(for: quality) }

  /// Loads the networks now, rather than for the first photo.
  ///
  /// - Throws: ``ProcessingError`` if OpenVINO or a network cannot be found or loaded.
  public func prepare() throws(ProcessingError) {
    do {
      try loadedDetector().prepare()
      _ = try loadedGenerator()
    } catch {
      throw ProcessingError(error)
    }
  }

  /// Loads the face networks in the background, if they are not loaded yet. Failures are reported when they are used.
  ///
  /// - Parameter work: to wait for before the photo is done: a process that exits while OpenVINO works may crash.
  func beginLoadingDetector(in work: DispatchGroup) {
    // Made now: a late start, after the photo is done, would load other networks.
    guard let detector = try? loadedDetector() else { return }
    DispatchQueue.global().async(group: work) { try? detector.prepare() }
  }

  /// Releases most memory of the face networks in the background, while those of mattes are loaded.
  ///
  /// - Parameter work: see ``beginLoadingDetector(in:)``.
  func beginReducingDetector(in work: DispatchGroup) {
    DispatchQueue.global().async(group: work) { [self] in
      detector.withLock { $0 }?.releaseCandidateNetworks()
    }
  }

  func loadedDetector() throws -> FaceDetector {
    try detector.withLock { detector in
      if let detector { return detector }
      let made = keepsNetworks ? try FaceDetector() : try .forOnePicture()
      detector = made
      return made
    }
  }

  func loadedGenerator() throws -> MatteGenerator {
    try generator.withLock { generator in
      if let generator { return generator }
      let made = try MatteGenerator(weights: weights, quality: quality, keepsNetworks: keepsNetworks)
      generator = made
      return made
    }
  }

  func releaseGenerator() { generator.withLock { $0 = nil } }
}
