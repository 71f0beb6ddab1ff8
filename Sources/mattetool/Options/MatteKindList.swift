import ArgumentParser
import MatteKit

/// A list of matte kinds on the command line: `hair,skin`.
struct MatteKindList: ExpressibleByArgument {
  let kinds: [MatteKind]

  init(kinds: [MatteKind]) { self.kinds = kinds }

  init?(argument: String) {
    var kinds: [MatteKind] = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = MatteKind(rawValue: word.trimmed), MatteKind.generated.contains(kind) else { return nil }
      kinds.append(kind)
    }
    self.init(kinds: kinds)
  }

  /// Refuses a kind that is named twice.
  ///
  /// - Parameter option: the option's name.
  /// - Throws: `ValidationError`.
  func checkRepetition(_ option: String) throws {
    guard let index = kinds.indices.first(where: { kinds[..<$0].contains(kinds[$0]) }) else { return }
    throw ValidationError("\(option): \(kinds[index].rawValue) is named twice; name each kind of matte once")
  }

  var defaultValueDescription: String { kinds.map(\.rawValue).joined(separator: ",") }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
