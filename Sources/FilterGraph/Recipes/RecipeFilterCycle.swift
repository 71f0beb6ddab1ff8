/// Filters whose recipes refer to one another circularly, so that none of them can be made.
package struct RecipeFilterCycle: CustomStringConvertible {
  /// The names of the filters, each of which uses the next, and the last one the first.
  package let names: [String]

  /// - Parameter documents: definitions of filters. Other documents are ignored.
  /// - Returns: nil if none of them leads back to itself. A definition that only uses filters of a cycle is not part of it.
  package init?(among documents: [[UInt8]]) {
    self.init(among: documents.compactMap { try? JSONValue.parse($0) }.compactMap(Definition.init))
  }

  init?(_ document: JSONValue) { self.init(among: [document].compactMap(Definition.init)) }

  private init?(among definitions: [Definition]) {
    let byName = Dictionary(definitions.map { ($0.name.lowercased(), $0) }) { first, _ in first }
    var finished: Set<String> = []
    for definition in definitions {
      // The definitions from one to what it uses, each with the number of uses that were followed.
      var path: [(definition: Definition, followed: Int)] = [(definition, 0)]
      while let (last, followed) = path.last {
        guard followed < last.uses.count, !finished.contains(last.name.lowercased()) else {
          finished.insert(last.name.lowercased())
          path.removeLast()
          continue
        }
        path[path.count - 1].followed += 1
        guard let next = byName[last.uses[followed].lowercased()] else { continue }
        if let start = path.firstIndex(where: { $0.definition.name.lowercased() == next.name.lowercased() }) {
          names = path[start...].map(\.definition.name)
          return
        }
        path.append((next, 0))
      }
    }
    return nil
  }

  /// `a uses b, b uses c and c uses a`.
  package var description: String {
    guard names.count > 1 else { return "\(names[0]) uses itself" }
    let uses = names.indices.map { "\(names[$0]) uses \(names[($0 + 1) % names.count])" }
    return "\(uses.dropLast().joined(separator: ", ")) and \(uses[uses.count - 1])"
  }

  /// The filters that a definition refers to.
  private struct Definition {
    let name: String
    /// The names of the filters of its steps.
    let uses: [String]

    init?(_ document: JSONValue) {
      guard case .object(let members) = document, case .text(let name)? = members["name"],
        case .array(let steps)? = members["steps"]
      else { return nil }
      self.name = name
      uses = steps.compactMap {
        guard case .object(let step) = $0, case .text(let filter)? = step["filter"] else { return nil }
        return filter
      }
    }
  }
}
