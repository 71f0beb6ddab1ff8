import FoundationEssentials
import Glibc

/// Generates code from the declarations of filters: each filter's public initialiser and its factory, and the list of
/// all. The build runs it (`Plugins/FilterFactories`) on the files in `Sources/FilterGraph/Filters`.
///
///     FilterFactoryWriter OUTPUT FILE ...
@main enum FilterFactoryWriter {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else { end(with: "usage: FilterFactoryWriter OUTPUT FILE ...", status: 64) }
    do {
      var filters: [FilterSourceFile] = []
      for path in arguments.dropFirst() {
        let text = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        if let filter = try FilterSourceFile(text, path: path) { filters.append(filter) }
      }
      try Data(swift(filters.sorted { $0.type < $1.type }).utf8).write(to: URL(filePath: output), options: .atomic)
    } catch {
      end(with: "\(error)", status: 1)
    }
  }

  private static func end(with message: String, status: Int32) -> Never {
    let bytes = Array((message + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(status)
  }

  private static func swift(_ filters: [FilterSourceFile]) -> String {
    let list = filters.map { "    \($0.type).description,\n" }.joined()
    let head = "// Written in the build by FilterFactoryWriter from the files in Filters.\nimport Imaging\n"
    return head + """

      extension FilterRegistry {
        /// The filters with a type of their own.
        static let single: [FilterDescription] = [
      \(list)  ]
      }

      """ + filters.map(\.factories).joined()
  }
}
