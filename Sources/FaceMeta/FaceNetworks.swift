import FoundationEssentials
import Imaging
import Inference
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
    try load(iris) { store, streams throws(InferenceError) in try IrisMesh(from: store, streams: streams) }
  }

  func loadYaw() throws(FaceError) -> YawNetwork {
    try load(yaw) { store, streams throws(InferenceError) in try YawNetwork(from: store, streams: streams) }
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
