import FoundationEssentials
@testable import Inference
import Support
import Testing

@Suite struct SearchOrderTests {
  private func paths(_ folders: [SearchFolder], _ origin: SearchFolder.Origin) -> [String] {
    folders.filter { $0.origin == origin }.map(\.path)
  }

  @Test func `folders are searched in the stated order`() throws {
    let scratch = try TemporaryFolder()
    try scratch.file("project/.dependencies/networks/a.tflite", [])
    let store = NetworkStore(
      networks: "/given/networks", openVINO: "/given/openvino", compiledNetworks: .inUserCache,
      environment: [
        "MATTEKIT_NETWORKS": "/env/one:/env/two", "MATTEKIT_OPENVINO": "/env/openvino", "HOME": "/home/someone",
      ],
      executable: "\(scratch.path)/project/.build/debug/tool")
    let project = "\(scratch.path)/project"
    #expect(
      store.networkFolders == [
        "/given/networks", "/env/one", "/env/two", "\(project)/.build/share/mattekit/networks",
        "\(project)/.build/debug/MatteKit_Models.resources/Weights", "\(project)/.dependencies/networks",
        "\(project)/Models/Weights", "/home/someone/.local/share/mattekit/networks",
        "/usr/local/share/mattekit/networks", "/usr/share/mattekit/networks",
      ])
    #expect(
      store.openVINOFolders == [
        "/given/openvino", "/env/openvino", "\(project)/.build/lib/mattekit/openvino",
        "\(project)/.dependencies/openvino", "/home/someone/.local/share/mattekit/openvino",
        "/home/someone/.local/lib/mattekit/openvino", "/usr/local/lib/mattekit/openvino", "/usr/lib/mattekit/openvino",
      ])
    for search in [store.networkSearch, store.openVINOSearch] {
      let origins = search.map(\.origin)
      #expect(SearchFolder.Origin.allCases == origins.enumerated().filter { origins.firstIndex(of: $1) == $0 }.map(\.1))
    }
    #expect(store.cacheFolder == "/home/someone/.cache/mattekit")
    #expect(store.path(of: "a.tflite") == "\(project)/.dependencies/networks/a.tflite")
    #expect(store.path(of: "b.tflite") == nil)
  }

  @Test func `the user's data folder follows XDG`() {
    func user(_ environment: [String: String]) -> [[String]] {
      let order = SearchOrder(
        namedNetworks: nil, namedOpenVINO: nil, environment: environment, executable: "/opt/app/app")
      return [paths(order.networks, .user), paths(order.openVINO, .user)]
    }
    #expect(
      user(["XDG_DATA_HOME": "/data", "HOME": "/home/x"])
        == [["/data/mattekit/networks"], ["/data/mattekit/openvino", "/home/x/.local/lib/mattekit/openvino"]])
    #expect(
      user(["XDG_DATA_HOME": "relative", "HOME": "/home/x"])
        == [
          ["/home/x/.local/share/mattekit/networks"],
          ["/home/x/.local/share/mattekit/openvino", "/home/x/.local/lib/mattekit/openvino"],
        ])
    #expect(user([:]) == [[], []])
  }

  @Test func `a folder is listed once, for its first reason`() {
    func order(_ executable: String) -> SearchOrder {
      SearchOrder(namedNetworks: nil, namedOpenVINO: nil, environment: [:], executable: executable)
    }
    let installed = order("/usr/local/bin/tool")
    #expect(
      paths(installed.networks, .executable) == [
        "/usr/local/share/mattekit/networks", "/usr/local/bin/MatteKit_Models.resources/Weights",
      ])
    #expect(paths(installed.networks, .local) == [] && paths(installed.openVINO, .local) == [])
    #expect(
      order("/usr/bin/tool").openVINO.map(\.path) == ["/usr/lib/mattekit/openvino", "/usr/local/lib/mattekit/openvino"])
    #expect(
      paths(order("/tool").networks, .executable) == [
        "/share/mattekit/networks", "/MatteKit_Models.resources/Weights",
      ])
  }

  @Test func `a program without the checkout finds what is installed for its user`() throws {
    let scratch = try TemporaryFolder()
    let data = "\(scratch.path)/data/mattekit"
    try scratch.file("data/mattekit/networks/own.xml", [1])
    try scratch.file("data/mattekit/openvino/libopenvino_c.so.2641", [1])
    try scratch.file("stranger/.build/debug/MatteKit_Models.resources/Weights/own.xml", [2])
    func store(_ executable: String) -> NetworkStore {
      NetworkStore(
        networks: nil, openVINO: nil, compiledNetworks: .notKept,
        environment: ["XDG_DATA_HOME": "\(scratch.path)/data"], executable: executable)
    }
    #expect(store("/opt/app/app").path(of: "own.xml") == "\(data)/networks/own.xml")
    #expect(store("/opt/app/app").canFind("own.xml"))
    // The weights in a program's build have priority over installed ones.
    let stranger = store("\(scratch.path)/stranger/.build/debug/app")
    #expect(
      stranger.path(of: "own.xml")
        == "\(scratch.path)/stranger/.build/debug/MatteKit_Models.resources/Weights/own.xml")
    #expect(stranger.runtimePath == "\(data)/openvino/libopenvino_c.so.2641")
  }

  @Test func `files of make install have priority over those of a Debian package`() throws {
    let scratch = try TemporaryFolder()
    let machine = "\(scratch.path)/usr"
    try scratch.file("usr/share/mattekit/networks/a", [1])
    try scratch.file("usr/lib/mattekit/openvino/libopenvino_c.so.1", [1])
    let store = NetworkStore(
      networks: nil, openVINO: nil, compiledNetworks: .notKept, environment: [:], executable: "/opt/app/app",
      machine: machine)
    #expect(store.path(of: "a") == "\(machine)/share/mattekit/networks/a")
    #expect(store.runtimePath == "\(machine)/lib/mattekit/openvino/libopenvino_c.so.1")
    try scratch.file("usr/local/share/mattekit/networks/a", [2])
    try scratch.file("usr/local/lib/mattekit/openvino/libopenvino_c.so.2", [2])
    #expect(store.path(of: "a") == "\(machine)/local/share/mattekit/networks/a")
    #expect(store.runtimePath == "\(machine)/local/lib/mattekit/openvino/libopenvino_c.so.2")
    #expect(store.networkSearch.filter(\.exists).map(\.origin) == [.local, .system])
  }

  @Test func `errors and folders are in the same order`() {
    let store = NetworkStore(
      networks: "/nowhere/a", openVINO: "/nowhere/b", compiledNetworks: .notKept, environment: [:], executable: nil,
      machine: "/nowhere/usr")
    let error = #expect(throws: InferenceError.self) { try store.require(["x.tflite"]) }
    #expect(error == .runtimeMissing(searched: store.openVINOSearch.map(\.path), reason: nil))
    let places = store.openVINOSearch.map(\.path).joined(separator: ", ")
    #expect(error?.description.contains("\(places) (searched in this order)") == true)
  }
}
