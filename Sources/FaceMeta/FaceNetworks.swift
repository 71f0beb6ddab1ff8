import Inference
import Kernels
import Synchronization

/// The networks of this module, each loaded at its first use. May be shared by threads.
final class FaceNetworks: Sendable {
  /// A network, by what it is for, in the order in which they are loaded: those of the search come first, because it
  /// begins as soon as they are there; of the others the slowest.
  enum Part: CaseIterable {
    case fullRange, shortRange, regions, verifier, iris, mesh, yaw

    /// All of them, those of irises only if they are measured.
    static func all(irises: Bool) -> Set<Part> { irises ? Set(allCases) : Set(allCases).subtracting([.iris]) }

    /// Those that run for single candidates.
    static let ofCandidates: Set<Part> = [.verifier, .iris, .mesh, .yaw]
  }

  /// BlazeFace for large and for small faces.
  struct Detectors: Sendable {
    let shortRange: BlazeFace
    let fullRange: BlazeFace
  }

  /// File names of the networks that stills and streams use.
  static let fileNames =
    BlazeFace.Kind.allCases.map(\.fileName)
    + [FaceMesh.fileName, IrisNetwork.fileName, YawNetwork.fileName, CenterFace.fileName]

  /// With the network that only stills use.
  static let stillFileNames = fileNames + [FaceRegionNetwork.fileName]

  let store: NetworkStore
  /// How much the verification network sees.
  private let verifierInput: CenterFace.Input
  /// How many inferences of a network run at once. The networks are small: each run uses one core, and memory of its
  /// own.
  private let streams: Int
  /// The same for the networks that run for single candidates.
  private let candidateStreams: Int
  private let loading = Mutex(Loading())
  private let shortRange = Mutex<BlazeFace?>(nil)
  private let fullRange = Mutex<BlazeFace?>(nil)
  private let mesh = Mutex<FaceMesh?>(nil)
  private let iris = Mutex<IrisNetwork?>(nil)
  private let yaw = Mutex<YawNetwork?>(nil)
  private let verifier = Mutex<CenterFace?>(nil)
  private let regions = Mutex<FaceRegionNetwork?>(nil)

  private init(store: NetworkStore, verifierInput: CenterFace.Input, streams: Int, candidateStreams: Int? = nil) {
    self.store = store
    self.verifierInput = verifierInput
    self.streams = streams
    self.candidateStreams = candidateStreams ?? streams
  }

  /// For pictures, with many regions: on all cores.
  ///
  /// - Parameter isForOnePicture: whether they are loaded for a single picture: a stream of the mesh or of
  ///   ``CenterFace`` takes longer to create than to run for its candidates.
  static func stills(from store: NetworkStore, forOnePicture isForOnePicture: Bool = false) -> FaceNetworks {
    FaceNetworks(
      store: store, verifierInput: .still, streams: ProcessorCores.all, candidateStreams: isForOnePicture ? 1 : nil)
  }

  /// For frames, which mostly show few faces: on half the cores, because drawing and coding use the others, and in less
  /// memory.
  static func frames(from store: NetworkStore) -> FaceNetworks {
    FaceNetworks(store: store, verifierInput: .frame, streams: ProcessorCores.half)
  }

  /// Which networks threads are loading, or have loaded.
  private struct Loading {
    var begun: Set<Part> = []
    var threads = 0
    /// How often the networks of candidates were released.
    var releases = 0

    /// Whether a network was released after as many releases as there were when a caller began to load.
    func isReleased(_ part: Part, since releases: Int) -> Bool {
      releases != self.releases && Part.ofCandidates.contains(part)
    }

    /// The first of several networks that no thread has begun to load, and that were not released meanwhile; nil if
    /// there is none, or each core has a thread that loads: more threads than cores load more slowly.
    mutating func begin(_ parts: [Part], since releases: Int) -> Part? {
      guard threads < ProcessorCores.all,
        let part = parts.first(where: { !begun.contains($0) && !isReleased($0, since: releases) })
      else { return nil }
      begun.insert(part)
      threads += 1
      return part
    }
  }

  /// Loads those of several networks that are not loaded yet, on all cores: compiling takes longer than reading. Several
  /// callers share the work. Networks that are released meanwhile stay so.
  func load(_ parts: Set<Part>) throws(FaceError) {
    let parts = Part.allCases.filter(parts.contains)
    let releases = loading.withLock { $0.releases }
    _ = concurrentMap(parts.count) { _ in
      while let part = loading.withLock({ $0.begin(parts, since: releases) }) {
        // A failure is thrown below.
        try? load(part)
        let isReleased = loading.withLock { loading in
          loading.threads -= 1
          return loading.isReleased(part, since: releases)
        }
        if isReleased { release(part) }
      }
    }
    for part in parts where !loading.withLock({ $0.isReleased(part, since: releases) }) { try load(part) }
  }

  /// Loads a network, or waits for the thread that does.
  private func load(_ part: Part) throws(FaceError) {
    switch part {
    case .verifier: _ = try loadVerifier()
    case .fullRange: _ = try loadFullRange()
    case .iris: _ = try loadIris()
    case .mesh: _ = try loadMesh()
    case .shortRange: _ = try loadShortRange()
    case .yaw: _ = try loadYaw()
    case .regions: _ = try loadRegions()
    }
  }

  /// Whether a network is loaded.
  func isLoaded(_ part: Part) -> Bool {
    switch part {
    case .verifier: verifier.withLock { $0 != nil }
    case .fullRange: fullRange.withLock { $0 != nil }
    case .iris: iris.withLock { $0 != nil }
    case .mesh: mesh.withLock { $0 != nil }
    case .shortRange: shortRange.withLock { $0 != nil }
    case .yaw: yaw.withLock { $0 != nil }
    case .regions: regions.withLock { $0 != nil }
    }
  }

  /// Releases the networks that run for single candidates. They are loaded again on demand, not by a ``load(_:)`` in
  /// progress.
  func releaseCandidateNetworks() {
    loading.withLock { loading in
      loading.releases += 1
      loading.begun.subtract(Part.ofCandidates)
    }
    for part in Part.allCases where Part.ofCandidates.contains(part) { release(part) }
  }

  private func release(_ part: Part) {
    switch part {
    case .verifier: verifier.withLock { $0 = nil }
    case .fullRange: fullRange.withLock { $0 = nil }
    case .iris: iris.withLock { $0 = nil }
    case .mesh: mesh.withLock { $0 = nil }
    case .shortRange: shortRange.withLock { $0 = nil }
    case .yaw: yaw.withLock { $0 = nil }
    case .regions: regions.withLock { $0 = nil }
    }
  }

  func loadDetectors() throws(FaceError) -> Detectors {
    try Detectors(shortRange: loadShortRange(), fullRange: loadFullRange())
  }

  private func loadShortRange() throws(FaceError) -> BlazeFace {
    try load(shortRange) { store, streams throws(InferenceError) in
      try BlazeFace(.shortRange, from: store, streams: streams)
    }
  }

  private func loadFullRange() throws(FaceError) -> BlazeFace {
    try load(fullRange) { store, streams throws(InferenceError) in
      try BlazeFace(.fullRange, from: store, streams: streams)
    }
  }

  func loadMesh() throws(FaceError) -> FaceMesh {
    try load(mesh, streams: candidateStreams) { store, streams throws(InferenceError) in
      try FaceMesh(from: store, streams: streams)
    }
  }

  func loadIris() throws(FaceError) -> IrisNetwork {
    // Each inference stream takes as long to create as the network itself, and these two networks do little work.
    try load(iris, streams: 1) { store, streams throws(InferenceError) in
      try IrisNetwork(from: store, streams: streams)
    }
  }

  func loadYaw() throws(FaceError) -> YawNetwork {
    try load(yaw, streams: 1) { store, streams throws(InferenceError) in try YawNetwork(from: store, streams: streams) }
  }

  func loadVerifier() throws(FaceError) -> CenterFace {
    try load(verifier, streams: candidateStreams) { store, streams throws(InferenceError) in
      try CenterFace(from: store, streams: streams, input: verifierInput)
    }
  }

  func loadRegions() throws(FaceError) -> FaceRegionNetwork {
    try load(regions) { store, streams throws(InferenceError) in try FaceRegionNetwork(from: store, streams: streams) }
  }

  /// Loads a network once.
  ///
  /// - Parameter streams: how many of its inferences run at once; nil for ``streams``.
  private func load<Loaded: Sendable>(
    _ loaded: borrowing Mutex<Loaded?>, streams: Int? = nil,
    _ make: (NetworkStore, Int) throws(InferenceError) -> Loaded
  ) throws(FaceError) -> Loaded {
    try loaded.withLock { loaded throws(FaceError) in
      if let loaded { return loaded }
      do throws(InferenceError) {
        let made = try make(store, streams ?? self.streams)
        loaded = made
        return made
      } catch {
        throw .network(error)
      }
    }
  }
}
