/// Confirms new faces by the verification network: BlazeFace and the mesh also agree on drawn faces, animals and things.
enum FaceConfirmation {
  /// The most new faces in a frame that is not searched whole. Each costs about as much as two meshes.
  private static let maximumFaces = 2
  /// The number of frames in which the network sees none, after which a new face is dropped.
  private static let maximumTries = 4

  /// Asks about new faces, those that were asked about least first.
  ///
  /// - Parameter isWhole: whether the frame was searched whole; then it asks about all.
  static func confirm(_ tracks: inout FaceTrackList, isWhole: Bool, in step: TrackingStep) throws(FaceError) {
    // The network sees few faces that motion blurs; tracks of such ones need quick motion.
    let doubtful = tracks.visibleIndices.filter {
      !tracks[$0].isConfirmed && !tracks[$0].isExcess && !tracks[$0].last.isBlurred
    }
    guard !doubtful.isEmpty else { return }
    let asked =
      isWhole
      ? doubtful
      : Array(doubtful.sorted { [tracks] in tracks[$0].confirmations < tracks[$1].confirmations }.prefix(maximumFaces))
    let (faces, analysis) = (tracks, step.analysis)
    let seen = try FaceObservation.concurrently(for: asked) { index throws(FaceError) in
      try analysis.confirms(faces[index].last) ? faces[index].last : nil
    }
    // Where there is not room for all, the largest are reported.
    for index in asked.sorted(by: { faces[$0].last.box.area > faces[$1].last.box.area }) {
      tracks[index].confirmations += 1
      if seen[index] != nil {
        tracks.confirm(index)
      } else if tracks[index].confirmations >= maximumTries {
        tracks[index].markMissing(at: step.time)
      }
    }
  }
}
