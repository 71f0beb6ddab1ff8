import Hummingbird

/// `GET /`: a page to try effects with. It loads everything from this service.
enum PageRoutes {
  private static let files: [(path: String, type: String, bytes: [UInt8])] = [
    ("/", "text/html; charset=utf-8", PackageResources.index_html),
    ("/page.css", "text/css; charset=utf-8", PackageResources.page_css),
    ("/page.js", "text/javascript; charset=utf-8", PackageResources.page_js),
  ]

  /// The content security policy: nothing is loaded from or sent to other origins.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  static func add(to router: Router<BasicRequestContext>, effects: EffectList) {
    for file in files {
      router.get(RouterPath(file.path)) { _, _ in response(file.bytes, file.type) }
    }
    router.get("/effects") { _, _ in response(effects.json, "application/json") }
    router.get("/favicon.ico") { _, _ in Response(status: .noContent) }
  }

  private static func response(_ bytes: [UInt8], _ type: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
