/// Indices into MediaPipe's canonical face mesh. Left and right are the subject's.
enum MeshTopology {
  static let count = 468
  static let rightEyeOuter = 33
  static let rightEyeInner = 133
  static let leftEyeInner = 362
  static let leftEyeOuter = 263

  /// Pairs of points that mirror each other, all over the face from temple to jaw.
  static let mirroredPairs: [(right: Int, left: Int)] = [
    (33, 263), (133, 362), (61, 291), (234, 454), (127, 356), (93, 323), (132, 361), (58, 288), (172, 397), (54, 284),
    (67, 297), (70, 300), (105, 334), (50, 280), (205, 425), (64, 294), (49, 279), (129, 358), (136, 365), (150, 379),
  ]

  /// Pairs of points on the midline, above and below its centre, at about the same distance in each pair.
  static let midline: [(upper: Int, lower: Int)] = [(10, 152), (151, 175), (9, 199), (8, 200), (168, 18), (6, 17)]
}
