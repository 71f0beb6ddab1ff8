/// The two sets of weights of the project's matte networks: files in `Weights`, listed with their hashes in
/// `Weights/SHA256SUMS`, a card each.
///
/// All are OpenVINO IR. All but the teeth networks have one architecture, the photo network with a larger encoder. Their
/// input `image` is f32 [1, 3, H, W]: RGB, 0...1, sides that are multiples of 32. Their output `mattes` is [1, 3, H, W],
/// of half that size from the people network: the probabilities of hair, skin and person. Some have another output
/// `presence` [1, 1]: the probability that the picture shows a person.
public enum ModelWeights: String, Sendable, Hashable, CaseIterable {
  /// Trained on all sources, some of which may be used for research only.
  case research
  /// Trained only on sources whose terms allow commercial use.
  case permissive

  /// The default weights.
  public static let `default` = ModelWeights.research

  /// The file of the network for whole pictures.
  public var fileName: String { "mattes-\(rawValue).xml" }
  /// The file of the network for photos that a head fills; nil if that of ``fileName`` is used for them.
  public var headFileName: String? { self == .research ? "heads-\(rawValue).xml" : nil }
  /// The file of a larger network for all photos; nil if there is none. At `balanced` and `accurate` its prediction is
  /// averaged with that of ``fileName`` or ``headFileName``. At `fast` it replaces that of ``fileName``.
  public var photoFileName: String? { self == .research ? "photos-\(rawValue).xml" : nil }
  /// The file of the network for frames, which finds all people, near or far, and whether there are any; nil if that of
  /// ``fileName`` is used for frames, and no network finds whether there are people.
  public var peopleFileName: String? { self == .research ? "people-\(rawValue).xml" : nil }
  /// The file of the teeth network, which has another architecture. Its input `image` is f32 [1, 3, 96, 128], a mouth
  /// turned level; its output `teeth` [1, 1, 96, 128], the probability of a tooth at each pixel.
  public var teethFileName: String { "teeth-\(rawValue).xml" }
  /// The names of all files of these weights.
  public var fileNames: [String] {
    [fileName] + [headFileName, photoFileName, peopleFileName].compactMap(\.self) + [teethFileName]
  }
  /// The folder of the weights in the checkout, from its root.
  public static let checkoutFolder = "Models/Weights"
  /// The folder of the weights beside an executable that was built with the package.
  public static let resourceFolder = "MatteKit_Models.resources/Weights"
}
