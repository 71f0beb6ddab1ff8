/// The two sets of weights of the project's matte networks: files in `Weights`, listed with their hashes in
/// `Weights/SHA256SUMS`, a card each.
///
/// All are OpenVINO IR. All but the networks for teeth are of one build, that for photos with a larger encoder: input `image`
/// f32 [1, 3, H, W] (RGB, 0...1, multiples of 32), output `mattes` [1, 3, H, W] (hair, skin and person, one probability a
/// pixel each), of half that size from the network for frames; some have an output `presence` [1, 1] too, the probability that
/// anybody is there.
public enum ModelWeights: String, Sendable, Hashable, CaseIterable {
  /// Taught by all sources at hand; some of them may be used for research only.
  case research
  /// Taught only by sources whose terms allow commercial use.
  case permissive

  /// The default weights.
  public static let `default` = ModelWeights.research

  /// The name of the file to load.
  public var fileName: String { "mattes-\(rawValue).xml" }
  /// The name of the file whose weights have learnt to look at photos that a head fills; nil where those of ``fileName`` look
  /// at them, too.
  public var headFileName: String? { self == .research ? "heads-\(rawValue).xml" : nil }
  /// The name of the file of a larger network for photos, near and whole; nil where there is none. At the better qualities its
  /// answer is averaged with that of ``fileName`` or ``headFileName``; at `fast` it is asked in place of ``fileName``.
  public var photoFileName: String? { self == .research ? "photos-\(rawValue).xml" : nil }
  /// The name of the file whose weights have learnt to see everybody in a frame, near or far, and tell whether anybody is
  /// there; nil where those of ``fileName`` look at frames, too, and nothing tells.
  public var peopleFileName: String? { self == .research ? "people-\(rawValue).xml" : nil }
  /// The name of the file of the network for teeth, which is of another build: input `image` f32 [1, 3, 96, 128], a mouth
  /// cut out and turned level, output `teeth` [1, 1, 96, 128], the probability of a tooth at each pixel.
  public var teethFileName: String { "teeth-\(rawValue).xml" }
  /// All files that these weights are in.
  public var fileNames: [String] {
    [fileName] + [headFileName, photoFileName, peopleFileName].compactMap(\.self) + [teethFileName]
  }
  /// The folder of the weights in the checkout, from its root.
  public static let checkoutFolder = "Models/Weights"
  /// The folder of the weights beside an executable that was built with the package.
  public static let resourceFolder = "MatteKit_Models.resources/Weights"
}
