import ArgumentParser
import MatteKit

/// Types of codes on the command line.
struct CodeTypeList: ExpressibleByArgument {
  let types: Set<MetadataObjectType>

  init?(argument: String) {
    if argument == "all" {
      types = MachineReadableCode.allTypes
      return
    }
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
    let found = names.compactMap { name in
      MachineReadableCode.allTypes.first { $0.rawValue.lowercased() == name }
    }
    guard !names.isEmpty, found.count == names.count else { return nil }
    types = Set(found)
  }
}
