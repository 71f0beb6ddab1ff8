import Foundation
import PackagePlugin

/// Writes, in the build, what follows from the declarations of a target's filters: see `FilterFactoryWriter`.
@main struct FilterFactories: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let filters = module.sourceFiles(withSuffix: "swift").map(\.url).filter { $0.path.contains("/Filters/") }
      .sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "FilterFactories.swift")
    return [
      .buildCommand(
        displayName: "Writing initialisers and factories of \(filters.count) files of filters",
        executable: try context.tool(named: "FilterFactoryWriter").url, arguments: [output.path] + filters.map(\.path),
        inputFiles: filters, outputFiles: [output])
    ]
  }
}
