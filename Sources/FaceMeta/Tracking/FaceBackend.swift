import Imaging

/// Finds faces in frames. The tracker uses faces only through it, so that its rules can be tested without networks.
protocol FaceBackend: Sendable {
  func analysis(of frame: Frame) throws(FaceError) -> any FrameAnalysis
}
