import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Effects on photos over HTTP: a page at `/`, photos to `/photo`, the list of effects at `/effects`, `/healthz` and
/// `/metrics`.
public struct PhotoService: Sendable {
  /// The address on which a service listens.
  public enum Address: Sendable {
    case port(Int, host: String)
    case socket(String)
  }

  private let address: Address
  private let limits: ServiceLimits
  private let effects: EffectList
  private let spool: Spool
  private let queue: PhotoQueue
  private let metrics = ServiceMetrics()
  private let pool: WorkerPool
  private let logger: Logger
  private let onListening: @Sendable (String) -> Void

  /// - Parameters:
  ///   - address: where to listen.
  ///   - limits: the limits of requests.
  ///   - tool: the path of mattetool, whose `worker` processes photos.
  ///   - workerArguments: further options of `mattetool worker`.
  ///   - effects: the effects of `tool`.
  ///   - temporaryFolder: the folder for photos in progress.
  ///   - logger: receives events of workers.
  ///   - onListening: called with the address once connections are accepted.
  /// - Throws: the system's error.
  public init(
    _ address: Address, limits: ServiceLimits, tool: String, workerArguments: [String] = [], effects: EffectList,
    temporaryFolder: String, logger: Logger, onListening: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.address = address
    self.limits = limits
    self.effects = effects
    self.logger = logger
    self.onListening = onListening
    spool = try Spool(in: temporaryFolder)
    queue = PhotoQueue(capacity: limits.queue, workers: limits.workers)
    let arguments = ["worker", "--existing", "overwrite", "--max-seconds", "\(limits.seconds)"] + workerArguments
    pool = WorkerPool(
      WorkerPool.Command(program: tool, arguments: arguments), count: limits.workers, queue: queue, metrics: metrics,
      logger: logger)
  }

  /// Serves until SIGTERM or SIGINT, and then ends gracefully.
  ///
  /// - Throws: where the address cannot be listened on.
  public func run() async throws {
    // A client or worker that disconnects is detected by the system's results.
    signal(SIGPIPE, SIG_IGN)
    defer { spool.remove() }
    let socket: ListeningSocket? = if case .socket(let path) = address { try ListeningSocket(path) } else { nil }
    defer { socket?.remove() }
    var configuration = ServiceGroupConfiguration(
      services: [
        .init(service: pool), .init(service: application(on: socket)),
        .init(service: QueueEnd(queue: queue)),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // A photo takes time; idle connections are closed.
    configuration.maximumGracefulShutdownDuration = .seconds(limits.seconds + 30)
    try await ServiceGroup(configuration: configuration).run()
  }

  private func application(on socket: ListeningSocket?) -> some ApplicationProtocol {
    let (limits, onListening) = (limits, onListening)
    return Application(
      router: router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [RequestDeadlines(head: limits.headSeconds, body: limits.bodySeconds)])),
      configuration: ApplicationConfiguration(
        address: bindAddress, serverName: "mattetool",
        availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
      onServerRunning: { channel in
        socket?.begin()
        onListening(Self.description(of: channel))
      },
      logger: logger)
  }

  private var bindAddress: BindAddress {
    switch address {
    case .port(let port, let host): .hostname(host, port: port)
    case .socket(let path): .unixDomainSocket(path: path)
    }
  }

  private static func description(of channel: any Channel) -> String {
    guard let address = channel.localAddress else { return "" }
    if let path = address.pathname { return path }
    let host = address.ipAddress ?? ""
    return "http://\(host.contains(":") ? "[\(host)]" : host):\(address.port ?? 0)/"
  }

  private var router: Router<BasicRequestContext> {
    let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders())
    router.add(middleware: FailureTexts())
    PageRoutes.add(to: router, effects: effects)
    let photos = PhotoRoute(limits: limits, effects: effects, queue: queue, spool: spool, metrics: metrics)
    router.post("/photo") { request, _ in try await photos.respond(to: request) }
    let (queue, pool, metrics) = (queue, pool, metrics)
    router.get("/healthz") { _, _ in
      let isEnding = await queue.isEnding
      let running = pool.runningCount
      let isWell = !isEnding && running > 0
      let text =
        isEnding ? "ending" : running > 0 ? "ok: \(running) of \(limits.workers) workers" : "no worker runs"
      return Response(
        status: isWell ? .ok : .serviceUnavailable, headers: [.contentType: "text/plain; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
    }
    router.get("/metrics") { _, _ in
      let text = metrics.text(
        waiting: await queue.waitingCount, inWork: await queue.inWork, workers: pool.runningCount)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
    return router
  }
}
