/// The region of the people in a photo, and how the networks predict it.
struct PhotoRegion: Sendable {
  /// The people network's prediction of the whole photo.
  let people: CoarsePrediction
  /// The region, or none if the whole photo is predicted.
  var regions: PeopleRegions
  let plan: PredictionPlan
  /// The pixels of the region's input.
  let inputArea: Int
  /// The maximum number of input pixels per pixel of the photo, along a side.
  let mostDetail: Double
}
