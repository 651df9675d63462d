// Task: a server maps thousands of payloads. Detect in production that a client sends something different.

import Foundation
import ModelObjects

final class Order: ModelObject {
    var product = ""
    var quantity = 0
    var note: String?

    override class var propertyRules: [String: PropertyRule] {
        ["product": .required]
    }
}

/// Counts findings, as a metrics library would.
///
/// The monitor's closure can be called by several threads.
final class Metrics: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [String: Int] = [:]

    func add(_ name: String) { lock.withLock { counts[name, default: 0] += 1 } }

    var lines: [String] {
        lock.withLock { counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" } }
    }
}

let metrics = Metrics()

// One in ten, so that this sample has something to show; one in a thousand is enough for a busy server.
ModelObject.monitor = MappingMonitor(oneIn: 10) { report in
    if report.error != nil { metrics.add("\(report.type): rejected") }
    for group in report.summary { metrics.add("\(report.type): \(group.kind) \(group.path)") }
}

/// A request handler.
func handle(_ body: String) -> Int {
    do {
        _ = try Order(json: body)
        return 201
    } catch {
        return 422
    }
}

// The simulated server: the clients' new version sends another key and a text, and sometimes no product.
var statuses: [Int: Int] = [:]
for request in 1...2_000 {
    let body: String
    switch request {
    case ...1_000: body = #"{"product": "tea", "quantity": 2}"#
    case _ where request % 50 == 0: body = #"{"quantity": 2}"#
    default: body = #"{"product": "tea", "quantity": "2", "remark": "no sugar"}"#
    }
    statuses[handle(body), default: 0] += 1
}
print(
    "answers:", statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))

print("\nfindings of every tenth call:")
for line in metrics.lines { print(line) }

// It can be turned off, and set again, while the server runs.
ModelObject.monitor = nil
_ = handle("not JSON")
print("\nafter that:", metrics.lines.count, "kinds of findings")
