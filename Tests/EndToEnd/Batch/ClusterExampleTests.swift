import Foundation
import MatteKit
import Support
import SystemPackage
import Testing

/// `Cluster/ray` and `Cluster/dask` with modules of a few lines in the place of the engines; `make nightly` has the
/// engines.
@Suite struct ClusterExampleTests {
  private static let ray = """
    import types
    class Handle:
        def __init__(self, worker): self.apply = types.SimpleNamespace(remote=worker.apply)
    def remote(**_):
        return lambda kind: types.SimpleNamespace(
            options=lambda **_: types.SimpleNamespace(remote=lambda options: Handle(kind(options))))
    class ActorPool:
        def __init__(self, workers): self.workers = workers
        def map_unordered(self, apply, jobs): return [apply(self.workers[0], job) for job in jobs]
    def init(**_): pass
    def cluster_resources(): return {"CPU": 2}
    util = types.SimpleNamespace(ActorPool=ActorPool)
    """

  private static let dask = """
    import types
    worker = types.SimpleNamespace()
    def get_worker(): return worker
    def LocalCluster(**_): pass
    class Client:
        def __init__(self, cluster): pass
        def __enter__(self): return self
        def __exit__(self, *_): pass
        def map(self, apply, jobs, options, **_):
            return [types.SimpleNamespace(status="finished", answer=apply(job, options)) for job in jobs]
    def as_completed(futures, **_): return ((future, future.answer) for future in futures)
    """

  @Test(arguments: ["ray", "dask"]) func `an example accepts the options of batch`(engine: String) throws {
    let photos = try PhotoFolder("a.jpg", ".hidden/b.jpg", "below/c.png")
    let bytes = try Data(contentsOf: URL(filePath: photos.file("in/a.jpg")))
    try AtomicFile.write(
      [UInt8](bytes), to: FilePath(bytes: Array(photos.file("in/caf").utf8) + [0xE9] + Array(".jpg".utf8)))
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    try AtomicFile.write(
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0] + frame + [0x3B],
      to: FilePath(photos.file("in/still.gif")))
    try AtomicFile.write([0, 0, 0, 24] + Array("ftypmp42".utf8), to: FilePath(photos.file("in/film.mp4")))
    let modules = photos.file("modules")
    try FileManager.default.createDirectory(atPath: "\(modules)/dask", withIntermediateDirectories: true)
    try Data(Self.ray.utf8).write(to: URL(filePath: "\(modules)/ray.py"))
    try Data(Self.dask.utf8).write(to: URL(filePath: "\(modules)/dask/distributed.py"))
    // The second time the outputs are there, below the photos.
    let output = photos.file("in/out")
    for _ in 0..<2 {
      let outcome = try MatteTool.run(
        URL(filePath: "/usr/bin/env"),
        [
          "python3", "-B", ProjectFolder.root.appending(path: "Cluster/\(engine)/effect.py").path, "hide-codes",
          photos.input, output, "--matte-quality", "fast",
        ], environment: ["MATTETOOL": MatteTool.executable.path, "PYTHONPATH": modules])
      #expect(outcome.status == 0 && outcome.errors.contains("4 of 4 photos have their outputs"), "\(outcome)")
      #expect(outcome.errors.contains("movies are left to `mattetool batch`: 1"), "\(outcome.errors)")
      let made = try MatteTool.run(URL(filePath: "/usr/bin/find"), [output, "-type", "f", "-printf", "x"])
      #expect(made.output == "xxxx", "\(outcome)")
    }
  }
}
