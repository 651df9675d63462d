import Foundation
import Testing

@testable import ModelObjects

@Suite struct ArchiveNodeOrderTests {
    /// In ascending order.
    private static let nodes: [ArchiveNode] = [
        .null, .bool(false), .bool(true), .integer(-1), .integer(2), .unsigned(1), .float(-1), .float(.nan),
        .double(-.infinity), .double(-0.0), .double(0), .double(1), .double(.infinity), .double(.nan),
        .double(Double(nan: 7, signaling: false)), .date(.distantPast), .date(.distantFuture), .string(""),
        .string("a"), .string("e\u{301}"), .string("\u{E9}"), .data(Data([0])), .data(Data([0, 0])),
        .data(Data([1])),
        .array([]), .array([.integer(1)]), .array([.integer(1), .null]), .array([.integer(2)]),
        .dictionary([]), .dictionary([.init("a", .integer(2))]), .dictionary([.init("b", .integer(1))]),
        .reference(1), .reference(10), .marked("a", .integer(2)), .marked("b", .integer(1)),
    ]

    @Test func nodesHaveATotalOrder() {
        for (one, left) in Self.nodes.enumerated() where one != 9 && one != 10 {
            for (other, right) in Self.nodes.enumerated() where other != 9 && other != 10 {
                #expect((left < right) == (one < other), "\(left), \(right)")
                #expect((left == right) == (one == other), "\(left), \(right)")
            }
        }
    }

    @Test func zeroAndNegativeZeroDiffer() {
        #expect(ArchiveNode.double(0) != .double(-0.0) && .double(0) < .double(-0.0))
    }

    /// Comparing each level twice would take 2^100 steps.
    @Test func deepValuesAreComparedInOnePass() {
        let deep = (0..<100).reduce(ArchiveNode.integer(1)) { node, _ in .array([node]) }
        let (one, two) = (ArchiveNode.array([deep, .integer(1)]), ArchiveNode.array([deep, .integer(2)]))
        #expect(one < two && !(two < one) && one != two && deep == deep)
    }
}
