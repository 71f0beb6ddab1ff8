import FoundationEssentials

/// The folders in which networks, OpenVINO and zxing-cpp are searched for, in order. They are defined here and in
/// ``SearchPlaces`` alone.
package struct SearchOrder: Sendable {
  package let networks: [SearchFolder]
  package let openVINO: [SearchFolder]
  /// The folders in which zxing-cpp's library is searched for.
  package let codeReader: [SearchFolder]

  /// The folders given by the environment, the executable's path and the machine.
  package static var ofProcess: SearchOrder {
    SearchOrder(
      namedNetworks: nil, namedOpenVINO: nil, environment: ProcessInfo.processInfo.environment,
      executable: NetworkStore.executable)
  }

  /// - Parameters:
  ///   - namedNetworks: the folder of networks given by the program.
  ///   - namedOpenVINO: the folder of OpenVINO given by the program.
  ///   - environment: the variables of the process.
  ///   - executable: the absolute path of the executable; nil if unknown.
  ///   - machine: the folder of installations for all users; tests use another.
  init(
    namedNetworks: String?, namedOpenVINO: String?, environment: [String: String], executable: String?,
    machine: String = "/usr"
  ) {
    let places = SearchPlaces(environment: environment, executable: executable, machine: machine)
    networks = places.networks(named: namedNetworks)
    openVINO = places.libraries("openvino", variable: "MATTEKIT_OPENVINO", named: namedOpenVINO)
    codeReader = places.libraries("zxing", variable: "MATTEKIT_ZXING", named: nil)
  }
}
