/// A photo that has to show a person does not.
struct NobodyFound: Error, CustomStringConvertible {
  let input: String
  var description: String { "\(input): nobody was found in the picture" }
}
