import ArgumentParser
import Glibc
import Logging
import MatteService
import SystemPackage

@main
struct MatteToolServe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mattetool serve",
    abstract: "Apply effects to photos over HTTP, with a page to try them.",
    discussion: """
      POST the bytes of a photo to /photo. The answer is the result; its header MatteKit-Report has the report, as JSON:

        curl --data-binary @photo.jpg 'http://127.0.0.1:8080/photo?effect=hide-faces&set=method%3Dfill' -o hidden.jpg

      The photo may also be the only file of a form (curl -F photo=@photo.jpg).

      Query parameters are effect (several joined by %2B), set (key=value, repeatable), only-face (repeatable), format \
      (jpeg, heic, avif, png, webp, tiff, jxl, or same), and mattes (embed, none, or beside). A request that accepts \
      multipart/form-data gets parts: report, photo and, with mattes=beside, matte.hair and others. Settings that name \
      files are refused.

      GET / is a page to try effects, /effects lists them as JSON, /healthz says whether photos are accepted, and \
      /metrics is for Prometheus.

      `mattetool worker` processes handle the photos. If a photo crashes one or exceeds a limit, only that photo \
      fails. Options after -- are passed to them: mattetool serve --port 8080 -- --matte-quality fast

      Statuses: 200; 400 wrong query; 403 a page of another site; 408 the photo did not arrive in time; 413 it is too \
      large; 422 it is not a picture; 500 a crash; 503 the queue is full, or the service is shutting down \
      (Retry-After); 504 it took too long.

      On SIGTERM and Ctrl-C photos in progress are finished and answered; new ones get 503. There is neither \
      encryption nor authentication: put a proxy in front if anyone other than this machine's users can reach it.

      Exit codes: 0 ended by a signal; 64 wrong usage; 69 mattetool does not run; 73 the address cannot be listened on.
      """)

  @Option(help: ArgumentHelp("Listen on this port; 0 for any free one.", valueName: "n")) var port: Int?
  @Option(
    help: ArgumentHelp("Listen on a Unix socket instead of a port.", valueName: "path"), completion: .file())
  var socket: String?
  @Option(help: ArgumentHelp("With --port: the address to listen on.", valueName: "address")) var host = "127.0.0.1"
  @Option(
    help: ArgumentHelp("How many photos are processed at once (default: half of the processors).", valueName: "n"))
  var workers: Int?
  @Option(help: ArgumentHelp("How many further photos may wait.", valueName: "n")) var queue = 16
  @Option(help: ArgumentHelp("The largest photo file, such as 64M.", valueName: "size"))
  var maxBytes = ByteCount(bytes: 64 << 20)
  @Option(help: ArgumentHelp("The maximum time for a photo.", valueName: "seconds")) var maxSeconds = 60.0
  @Option(
    help: ArgumentHelp("The maximum time for the head of a request, and for an idle connection.", valueName: "seconds"))
  var headSeconds = 15.0
  @Option(help: ArgumentHelp("The maximum time for a photo to arrive.", valueName: "seconds")) var bodySeconds = 60.0
  @Option(help: ArgumentHelp("The memory limit of each worker, such as 2G.", valueName: "size")) var memory: String?
  @Option(
    help: ArgumentHelp("The folder for photos while they are processed (default: $TMPDIR or /tmp).", valueName: "dir"),
    completion: .directory)
  var temporary: String?
  @Option(help: .hidden) var tool = "mattetool"
  @Argument(parsing: .postTerminator, help: "Options of `mattetool worker`, after --.") var workerOptions: [String] = []

  func validate() throws {
    guard (port == nil) != (socket == nil) else { throw ValidationError("give either --port or --socket") }
    if let port, !(0...65535).contains(port) { throw ValidationError("--port takes a number from 0 to 65535") }
    if let workers, !(1...256).contains(workers) { throw ValidationError("--workers takes a number from 1 to 256") }
    guard (0...10_000).contains(queue) else { throw ValidationError("--queue takes a number from 0 to 10000") }
    for (name, value) in [("max", maxSeconds), ("head", headSeconds), ("body", bodySeconds)] {
      guard value > 0, value <= 1e6 else {
        throw ValidationError("--\(name)-seconds takes a number of seconds above 0")
      }
    }
  }

  func run() async throws {
    var logger = Logger(label: "mattetool serve") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .notice
    var limits = ServiceLimits()
    limits.workers = workers ?? max(sysconf(Int32(_SC_NPROCESSORS_ONLN)) / 2, 1)
    (limits.queue, limits.bytes, limits.seconds) = (queue, maxBytes.bytes, maxSeconds)
    (limits.headSeconds, limits.bodySeconds) = (headSeconds, bodySeconds)
    let effects: EffectList
    let service: PhotoService
    do {
      effects = try await EffectList.list(of: tool)
    } catch {
      Self.log("error: \(error)")
      throw ExitCode(69)
    }
    if socket == nil, !["127.0.0.1", "::1", "localhost"].contains(host) {
      Self.log("warning: anyone who can reach \(host) can have photos processed; there is no authentication")
    }
    do {
      service = try PhotoService(
        socket.map(PhotoService.Address.socket) ?? .port(port ?? 0, host: host), limits: limits, tool: tool,
        workerArguments: (memory.map { ["--memory", $0] } ?? []) + workerOptions, effects: effects,
        temporaryFolder: temporary ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp", logger: logger
      ) { Self.log("listening on \($0)") }
      try await service.run()
    } catch {
      Self.log("error: \(error)")
      throw ExitCode(73)
    }
  }

  private static func log(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll("mattetool serve: \(text)\n".utf8)
  }
}
