import FoundationEssentials
import Imaging
import Inference
import Kernels
import Synchronization

/// The networks that find faces, each loaded when it is first needed. May be shared by threads.
final class FaceNetworks: Sendable {
  struct Detectors: Sendable {
    let shortRange: BlazeFace
    let fullRange: BlazeFace
  }

  static let fileNames =
    BlazeFace.Kind.allCases.map(\.fileName) + [FaceMesh.fileName, IrisMesh.fileName, YawNetwork.fileName]

  /// Those that only stills need besides.
  static let stillFileNames = fileNames + [CenterFace.fileName]

  let store: NetworkStore
  private let detectors = Mutex<Detectors?>(nil)
  private let mesh = Mutex<FaceMesh?>(nil)
  private let iris = Mutex<IrisMesh?>(nil)
  private let yaw = Mutex<YawNetwork?>(nil)
  private let second = Mutex<CenterFace?>(nil)

  init(store: NetworkStore) { self.store = store }

  /// Loads all that stills need, as far as it is not loaded: on all cores, as each has more to do than to read.
  func loadAll(iris: Bool) throws(FaceError) {
    // The one that takes longest first.
    let answers = concurrentMap(5) { index in
      Result { () throws(FaceError) in
        switch index {
        case 0: _ = try loadSecond()
        case 1: _ = try loadDetectors()
        case 2: _ = try loadMesh()
        case 3: _ = try loadYaw()
        default: if iris { _ = try loadIris() }
        }
      }
    }
    for answer in answers { try answer.get() }
  }

  func loadDetectors() throws(FaceError) -> Detectors {
    try load(detectors) { store, streams throws(InferenceError) in
      try Detectors(
        shortRange: BlazeFace(.shortRange, from: store, streams: streams),
        fullRange: BlazeFace(.fullRange, from: store, streams: streams))
    }
  }

  func loadMesh() throws(FaceError) -> FaceMesh {
    try load(mesh) { store, streams throws(InferenceError) in try FaceMesh(from: store, streams: streams) }
  }

  func loadIris() throws(FaceError) -> IrisMesh {
    // Each stream that runs a network takes as long to make as the network itself; these two have little to do.
    try load(iris) { store, _ throws(InferenceError) in try IrisMesh(from: store, streams: 1) }
  }

  func loadYaw() throws(FaceError) -> YawNetwork {
    try load(yaw) { store, _ throws(InferenceError) in try YawNetwork(from: store, streams: 1) }
  }

  func loadSecond() throws(FaceError) -> CenterFace {
    try load(second) { store, streams throws(InferenceError) in try CenterFace(from: store, streams: streams) }
  }

  /// Loads once; the networks are small, so that each inference takes one core and several run at once.
  private func load<Loaded: Sendable>(
    _ loaded: borrowing Mutex<Loaded?>, _ make: (NetworkStore, Int) throws(InferenceError) -> Loaded
  ) throws(FaceError) -> Loaded {
    try loaded.withLock { loaded throws(FaceError) in
      if let loaded { return loaded }
      do throws(InferenceError) {
        let made = try make(store, ProcessInfo.processInfo.activeProcessorCount)
        loaded = made
        return made
      } catch {
        throw .network(error)
      }
    }
  }
}
