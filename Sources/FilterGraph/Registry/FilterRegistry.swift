/// All filters, by our name (`gammaAdjust`) or Core Image's (`CIGammaAdjust`).
///
/// A program's own filters are a separate list, `filters`: each is the ``Filter/description`` of a type, or defined by
/// a JSON document (``FilterDescription/init(json:filters:)``). ``Recipe/init(json:filters:)`` and `mattetool render
/// --filters` take such lists.
public enum FilterRegistry {
  /// Every filter, by name.
  public static let all: [FilterDescription] = (BlendMode.descriptions + ConvolutionFilter.descriptions + single)
    .sorted { $0.name < $1.name }

  /// The filter with a name, ours or Core Image's, in any case.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - own: a program's own, which come before ours.
  public static func filter(
    named name: String, filters own: [FilterDescription] = []
  ) throws(FilterError) -> FilterDescription {
    let all = own + all
    if let found = all.first(where: { $0.answers(to: name) }) { return found }
    let alike = name.nearest(inGroups: all.map { [$0.name] + [$0.coreImageName].compactMap { $0 } })
    throw .unknownFilter(name, nearest: alike.isEmpty ? filters(speakingOf: name, among: all) : alike)
  }

  /// The names of filters that contain a word, then of those with a parameter of that name, then of those whose summary
  /// contains it; at most three, the shortest first.
  private static func filters(speakingOf name: String, among all: [FilterDescription]) -> [String] {
    let word = (name.hasPrefix("CI") ? String(name.dropFirst(2)) : name).lowercased()
    guard word.count > 2 else { return [] }
    let tests: [(FilterDescription) -> Bool] = [
      { $0.name.lowercased().contains(word) },
      { $0.parameters.contains { $0.key.lowercased() == word } },
      { $0.summary.lowercased().split { !$0.isLetter }.contains { $0 == word } },
    ]
    for test in tests {
      let found = all.filter(test).map(\.name).sorted { ($0.count, $0) < ($1.count, $1) }
      if !found.isEmpty { return Array(found.prefix(3)) }
    }
    return []
  }

  /// Creates a filter by its name, with values for its parameters.
  ///
  /// - Parameters:
  ///   - name: the filter's name, or Core Image's.
  ///   - values: the values by key, or by Core Image's key.
  ///   - filters: custom filters, which take precedence over the registered ones.
  public static func makeFilter(
    _ name: String, _ values: [String: FilterValue] = [:], filters: [FilterDescription] = []
  ) throws(FilterError) -> any Filter {
    try filter(named: name, filters: filters).makeFilter(values)
  }
}

extension Image {
  /// Applies a filter by its name to the image.
  ///
  /// - Parameters:
  ///   - name: the filter's name, or Core Image's.
  ///   - parameters: the values by key, or by Core Image's key.
  ///   - filters: custom filters, which take precedence over the registered ones.
  public func applyingFilter(
    _ name: String, parameters: [String: FilterValue] = [:], filters: [FilterDescription] = []
  ) throws(FilterError) -> Image {
    applying(try FilterRegistry.makeFilter(name, parameters, filters: filters))
  }
}
