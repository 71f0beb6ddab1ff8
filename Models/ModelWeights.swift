/// The weights of the project's own networks: files in `Weights`, listed with their hashes in `Weights/SHA256SUMS`.
public enum ModelWeights: String, Sendable, Hashable, CaseIterable {
  /// Hair, skin and person of a picture: OpenVINO IR, input `image` f32 [1, 3, H, W] (RGB, 0...1, multiples of 32),
  /// output `mattes` [1, 3, H, W].
  case mattes = "mattes.xml"

  /// The name of the file to load.
  public var fileName: String { rawValue }
  /// The folder of the weights in the checkout, from its root.
  public static let checkoutFolder = "Models/Weights"
  /// The folder of the weights beside an executable that was built with the package.
  public static let resourceFolder = "MatteKit_Models.resources/Weights"
}
