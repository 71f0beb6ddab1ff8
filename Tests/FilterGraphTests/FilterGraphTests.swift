import Testing
@testable import FilterGraph
