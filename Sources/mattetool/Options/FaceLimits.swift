import ArgumentParser

/// The ranges of the options of face detection.
enum FaceLimits {
  /// - Throws: `ValidationError` for an invalid confidence, or a face that is too small or has no size.
  static func check(minimumConfidence: Double, minimumFaceSize: Double?) throws {
    guard (0...1).contains(minimumConfidence) else {
      throw RefusedValue.error("--minimum-confidence", takes: "a number from 0 to 1", not: minimumConfidence)
    }
    if let minimumFaceSize, !(minimumFaceSize >= 1 && minimumFaceSize.isFinite) {
      throw RefusedValue.error("--minimum-face-size", takes: "a number from 1", not: minimumFaceSize)
    }
  }
}
