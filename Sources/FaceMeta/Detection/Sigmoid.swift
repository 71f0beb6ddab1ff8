import Glibc

/// The logistic function: converts a network's logit to a probability.
enum Sigmoid {
  static func value(_ logit: Float) -> Float { 1 / (1 + exp(-min(max(logit, -80), 80))) }

  /// - Precondition: `probability` is above 0 and below 1.
  static func inverse(_ probability: Float) -> Float { log(probability / (1 - probability)) }
}
