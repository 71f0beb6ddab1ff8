/// Indices into MediaPipe's canonical face mesh. Left and right are the subject's.
enum MeshTopology {
  static let count = 468
  static let rightEyeOuter = 33
  static let rightEyeInner = 133
  static let leftEyeInner = 362
  static let leftEyeOuter = 263

  static let mouthRight = 61
  static let mouthLeft = 291

  /// The lips' points from corner to corner, from the outer edge in four lines to the opening.
  static let upperLip = [
    [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291], [76, 184, 74, 73, 72, 11, 302, 303, 304, 408, 306],
    [62, 183, 42, 41, 38, 12, 268, 271, 272, 407, 292], [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  ]
  /// The corners are those of ``upperLip``.
  static let lowerLip = [
    [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291], [76, 77, 90, 180, 85, 16, 315, 404, 320, 307, 306],
    [62, 96, 89, 179, 86, 15, 316, 403, 319, 325, 292], [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
  ]

  /// Pairs of points that mirror each other, all over the face from temple to jaw.
  static let mirroredPairs: [(right: Int, left: Int)] = [
    (33, 263), (133, 362), (61, 291), (234, 454), (127, 356), (93, 323), (132, 361), (58, 288), (172, 397), (54, 284),
    (67, 297), (70, 300), (105, 334), (50, 280), (205, 425), (64, 294), (49, 279), (129, 358), (136, 365), (150, 379),
  ]

  /// Pairs of points on the midline, above and below its centre, at about the same distance in each pair.
  static let midline: [(upper: Int, lower: Int)] = [(10, 152), (151, 175), (9, 199), (8, 200), (168, 18), (6, 17)]

  /// The points that are their own mirror images.
  private static let onMidline: Set<Int> = [
    0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 94, 151, 152, 164, 168, 175, 195, 197, 199, 200,
  ]

  /// For each of the mesh's points, and of the irises' after them, its counterpart in a mirror image. The points of the
  /// subject's left half, from 248 on, are in the order of those of the right half.
  static let mirrored: [Int] = {
    var indices = Array(0..<count + 10)
    let right = (0..<248).filter { !onMidline.contains($0) }
    for (point, image) in zip(right + Array(count..<count + 5), Array(248..<count) + Array(count + 5..<count + 10)) {
      (indices[point], indices[image]) = (image, point)
    }
    return indices
  }()
}
