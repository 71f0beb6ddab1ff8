import Imaging
import Kernels

/// Predicts regions of a picture by one network. May be shared by threads.
struct RegionPredictor: Sendable {
  let networks: MatteNetworks
  let network: NetworkEnsemble
  /// The pixels of all regions' inputs together.
  let area: Int
  /// The maximum number of input pixels per pixel of the picture, along a side.
  let mostDetail: Double
  /// The people network's prediction of the whole picture; nil if ``network`` is that one.
  var people: CoarsePrediction?
  /// That of a photo.
  var plan = PredictionPlan()

  /// Predicts the regions, which grow where their edges cut a person.
  ///
  /// - Parameter networkTime: increased by the time of inference.
  /// - Returns: nil if the region is the whole picture, or has grown to it.
  func predict(
    _ regions: inout PeopleRegions, of picture: MattePicture, networkTime: inout Duration
  ) throws(SegmentationError) -> [ShownPrediction]? {
    var growths = 0
    picture: while !regions.rects.isEmpty {
      let shownArea = regions.rects.reduce(0) { $0 + $1.size.area }
      var parts: [ShownPrediction] = []
      for (index, rect) in regions.rects.enumerated() {
        let share = Double(area) * Double(rect.size.area) / Double(shownArea)
        var part = try prediction(
          rect, share: share, of: picture, inputSizes: &regions.inputSizes, networkTime: &networkTime)
        if let people {
          try PeopleConfirmation.apply(to: &part, of: rect.normalized(in: picture.size), by: people, picture.faces)
        }
        if growths < PeopleRegions.maximumGrowths, regions.grow(index, for: part) {
          growths += 1
          continue picture
        }
        parts.append(ShownPrediction(prediction: part, rect: rect))
      }
      return parts
    }
    return nil
  }

  /// Predicts one region.
  ///
  /// - Parameter share: the pixels of its input, unless the picture has fewer.
  private func prediction(
    _ rect: PixelRect, share: Double, of picture: MattePicture, inputSizes: inout FrameInputSizes,
    networkTime: inout Duration
  ) throws(SegmentationError) -> CoarsePrediction {
    let input =
      picture.subjects == .all
      ? inputSizes.size(
        for: rect.size, area: min(share, mostDetail * mostDetail * Double(rect.size.area)), most: area)
      : MatteNetwork.inputSize(for: rect.size, area: Int(share), most: mostDetail)
    let guide: PixelBuffer
    do {
      guide = try picture.source.part(rect, at: input)
    } catch {
      throw .kernel(error)
    }
    return try networks.predict(of: guide, in: picture, by: network, plan: plan, networkTime: &networkTime)
  }
}
