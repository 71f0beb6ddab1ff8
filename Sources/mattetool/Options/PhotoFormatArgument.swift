import ArgumentParser
import MatteKit

extension PhotoFormat: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(pathExtension: argument)
    if !isWritable { return nil }
  }

  public static var allValueStrings: [String] { allCases.filter(\.isWritable).map(\.rawValue) }
}
