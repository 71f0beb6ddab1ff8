import Glibc

/// Estimates a value at time 0 from samples at other times: local linear regression with a Gaussian kernel, and with
/// samples of unequal reliability (weighted least squares).
struct LocalRegression {
  /// The times of the samples, in seconds.
  let times: [Double]
  /// The inverse of each sample's variance, relative to that of the best samples; above 0, up to 1.
  let reliabilities: [Double]
  /// The reliability of the sample at time 0; 0 if there is none.
  let ownReliability: Double
  /// From this width of the kernel values are averaged, in seconds: nothing is assumed to change.
  let meanWidth: Double

  /// The slope's ridge penalty without a sample at time 0, as a multiple of the kernel's width squared. A line fitted
  /// to samples of one side extrapolates badly; between samples of both sides it has no effect.
  private static let ridge = 0.5

  /// The weights of the samples, with a sum of 1.
  ///
  /// - Parameter width: the standard deviation of the kernel, in seconds.
  func weights(width: Double) -> [Double] {
    guard width < meanWidth else { return kernel(width: width) }
    let kernel = kernel(width: width)
    let first = zip(kernel, times).reduce(0) { $0 + $1.0 * $1.1 }
    let penalty = Self.ridge * (1 - ownReliability) * width * width
    let second = zip(kernel, times).reduce(penalty) { $0 + $1.0 * $1.1 * $1.1 }
    let determinant = second - first * first
    guard determinant > 1e-12 else { return kernel }
    return zip(kernel, times).map { $0 * (second - first * $1) / determinant }
  }

  /// The number of reliable samples within a kernel.
  func support(width: Double) -> Double { unscaledKernel(width: width).reduce(0, +) }

  /// The weights of a mean: the kernel itself, with a sum of 1.
  func kernel(width: Double) -> [Double] {
    let kernel = unscaledKernel(width: width)
    let sum = kernel.reduce(0, +)
    return sum > 0 ? kernel.map { $0 / sum } : kernel
  }

  private func unscaledKernel(width: Double) -> [Double] {
    zip(times, reliabilities).map { $1 * exp(-0.5 * ($0 / width) * ($0 / width)) }
  }

  /// The standard deviation of an estimate, relative to that of the best samples.
  func deviation(of weights: [Double]) -> Double {
    zip(weights, reliabilities).reduce(0) { $0 + $1.0 * $1.0 / $1.1 }.squareRoot()
  }
}
