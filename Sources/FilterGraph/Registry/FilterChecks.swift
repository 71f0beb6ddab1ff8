/// The checks of a filter's values that some callers leave out.
struct FilterChecks: OptionSet {
  let rawValue: Int

  /// Numbers are in the ranges of their parameters. A program may set others.
  static let ranges = FilterChecks(rawValue: 1 << 0)
  /// The steps of a filter that is itself a recipe accept the values. A recipe finds out when it is applied, which
  /// takes as long as trying.
  static let nestedRecipe = FilterChecks(rawValue: 1 << 1)

  static let all: FilterChecks = [.ranges, .nestedRecipe]
}

extension FilterDeclaration {
  /// Creates the filter with some values, and defaults for the rest.
  func makeFilter(
    _ values: [String: FilterValue], parameters: [FilterParameter], checks: FilterChecks
  ) throws(FilterError) -> any Filter {
    var filter = make()
    var missing = Set(parameters.indices.filter { parameters[$0].isRequired })
    for (key, given) in values.sorted(by: { $0.key < $1.key }) {
      guard let index = parameters.firstIndex(where: { $0.answers(to: key) }) else {
        throw .unknownParameter(
          key, filter: name, nearest: key.nearest(in: parameters.map(\.key)), known: parameters.map(\.key))
      }
      let parameter = parameters[index]
      let value = try parameter.converted(given, filter: name, checks: checks)
      guard self.parameters[index].set(&filter, value) else {
        throw .wrongType(key: parameter.key, filter: name, expected: parameter.type, got: value.type)
      }
      missing.remove(index)
    }
    if let first = missing.min() { throw .missingParameter(key: parameters[first].key, filter: name) }
    if !(filter is RecipeFilter) || checks.contains(.nestedRecipe) { try filter.validate() }
    return filter
  }
}

extension FilterParameter {
  /// A value in the parameter's type.
  ///
  /// - Throws: ``FilterError`` if the parameter does not accept it.
  fileprivate func converted(
    _ given: FilterValue, filter: String, checks: FilterChecks
  ) throws(FilterError) -> FilterValue {
    let value = given.converted(to: type)
    guard value.type == type else { throw .wrongType(key: key, filter: filter, expected: type, got: value.type) }
    if case .vector(let numbers) = value, let count, numbers.count != count {
      throw .wrongCount(key: key, filter: filter, expected: count, got: numbers.count)
    }
    guard value.isFinite else { throw .notFinite(key: key, filter: filter) }
    if checks.contains(.ranges), let range, case .number(let number) = value, !range.contains(number) {
      throw .outOfRange(key: key, filter: filter, value: number, range: range)
    }
    return value
  }
}
