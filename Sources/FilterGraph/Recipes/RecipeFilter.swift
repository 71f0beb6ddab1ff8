import Imaging

/// A filter that a recipe defines: its steps, with the values of its parameters in their places.
struct RecipeFilter: Filter {
  let definition: RecipeFilterDefinition
  var values: [String: FilterValue] = [:]

  /// A placeholder: the declaration of each filter is that of its definition.
  static let declaration = FilterDeclaration<RecipeFilter>(
    "recipe", coreImageName: nil, .colorEffect, "A recipe as a filter.",
    make: { RecipeFilter(definition: RecipeFilterDefinition()) })

  var declaration: FilterDeclaration<RecipeFilter> { definition.declaration }

  func validate() throws(FilterError) { _ = try image(of: RecipeFilterDefinition.sample) }

  func output(for input: Image) -> Image {
    do {
      return try image(of: input)
    } catch {
      return Image(InvalidOperation(error), input)
    }
  }

  /// - Throws: `FilterError` for values that do not fit the filters of the steps.
  func image(of input: Image) throws(FilterError) -> Image {
    do throws(RecipeError) {
      return try definition.recipe(values).image(of: RecipeInputs(images: definition.images(input, values)))
    } catch {
      throw .invalidValue(key: definition.key(of: error), filter: definition.name, reason: error.description)
    }
  }

  static func == (left: RecipeFilter, right: RecipeFilter) -> Bool {
    left.definition.name == right.definition.name && left.values == right.values
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(definition.name)
    hasher.combine(values)
  }
}
