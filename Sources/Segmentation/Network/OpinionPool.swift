import Glibc

/// The pooled probability of two networks (logarithmic opinion pool: Genest and Zidek, Combining Probability
/// Distributions: A Critique and an Annotated Bibliography, 1986): the odds are a geometric mean of theirs. A certain
/// prediction counts more beside an uncertain one than in the mean of probabilities, so that the insides of people and
/// hair stay opaque.
enum OpinionPool {
  /// The uncertainty that is left where a network predicts 0 or 1, so that the other one still counts.
  private static let doubt = 0.002

  /// Both count alike.
  static func pooled(_ p: Float, _ q: Float) -> Float {
    let doubt = Float(Self.doubt)
    let (p, q) = (min(max(p, doubt), 1 - doubt), min(max(q, doubt), 1 - doubt))
    let (yes, no) = ((p * q).squareRoot(), ((1 - p) * (1 - q)).squareRoot())
    return yes / (yes + no)
  }

  /// - Parameter weight: the weight of `q`, `0...1`; that of `p` is the rest.
  static func pooled(_ p: Float, _ q: Float, weight: Float) -> Float {
    let doubt = Float(Self.doubt)
    let (p, q) = (min(max(p, doubt), 1 - doubt), min(max(q, doubt), 1 - doubt))
    let logit = (1 - weight) * log(p / (1 - p)) + weight * log(q / (1 - q))
    return 1 / (1 + exp(-logit))
  }

  /// - Parameter weight: the weight of `q`, `0...1`; that of `p` is the rest.
  static func pooled(_ p: Double, _ q: Double, weight: Double) -> Double {
    let (p, q) = (min(max(p, doubt), 1 - doubt), min(max(q, doubt), 1 - doubt))
    let yes = pow(p, 1 - weight) * pow(q, weight)
    let no = pow(1 - p, 1 - weight) * pow(1 - q, weight)
    return yes / (yes + no)
  }
}
