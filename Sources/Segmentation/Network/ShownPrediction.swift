import Imaging

/// A prediction of a part of a picture, or of the whole.
struct ShownPrediction: Sendable {
  var prediction: CoarsePrediction
  /// The region of the prediction, in pixels of the upright half-size picture.
  let rect: PixelRect

  /// The scale of the network's input: its pixels per pixel of the half-size picture.
  var scale: Double { Double(prediction.inputSize.width) / Double(rect.width) }
}

extension [ShownPrediction] {
  /// The mean probability of the pixels that belong to a channel; nil if there are none.
  func certainty(of channel: MatteChannel) -> Double? {
    var (sum, count) = (Float(0), 0)
    for part in self {
      for value in part.prediction.planes[channel.rawValue] where value >= 0.5 {
        sum += value
        count += 1
      }
    }
    return count == 0 ? nil : Double(sum) / Double(count)
  }
}
