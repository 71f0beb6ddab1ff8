import FoundationEssentials
import MatteKit
import Testing

@Suite struct ErrorDescriptionTests {
  private static let errors: [any Error & CustomStringConvertible] = [
    PhotoFileError.unreadable(file: "a.jpg", reason: "it is a folder"), KernelError(algorithm: "Lanczos", reason: "no"),
    InferenceError.failed(network: "a.onnx", reason: "no"), FaceError.network(.failed(network: "a.onnx", reason: "no")),
    FrameStreamError.unreadable(file: "a.mp4", reason: "it is a folder"),
    SceneError.faces(.pixels(KernelError(algorithm: "a", reason: "b"))),
    SegmentationError.kernel(KernelError(algorithm: "a", reason: "b")), RecipeError(path: "output", reason: "no"),
  ]

  @Test(arguments: Self.errors.indices)
  func `Foundation shows an error's own description`(index: Int) {
    let error: any Error = Self.errors[index]
    #expect((error as? any LocalizedError)?.errorDescription == "\(error)")
    #expect(!"\(error)".isEmpty)
  }
}
