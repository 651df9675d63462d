import Foundation
import ModelObjects
import Testing

/// Random payloads in which every text and every number is a secret.
///
/// Unless values are requested, no printed form of an error, a report or an audit contains a secret.
struct NoValueInMessagesTests {
    private static let seeds = (0..<3).map { UInt64(0x5EC2_E700 + $0) }

    @Test(arguments: Effort.some(of: seeds)) func nothingShowsAValue(seed: UInt64) throws {
        var generator = PayloadGenerator(seed: seed)
        var messages = 0
        for index in 0..<Effort.count(40, atLeast: 4) {
            let json = generator.payload().secret.json
            let note: Comment = "seed \(seed), payload \(index): \(json)"
            for type in [Specimen.self, HookedSpecimen.self] as [ModelObject.Type] {
                for (_, call) in ways(json, type) {
                    let error = #expect(throws: (any Error).self, note) {
                        try call(.strict)
                        throw CancellationError()
                    }
                    if let error { try check(everything(error), note) }
                }
                for report in reports(json, type, nil) {
                    messages += report.problems.count
                    try check(everything(report), note)
                }
            }
            let findings = Specimen.audit(samples: [Data(json.utf8)])
            try check(findings.map { "\($0)" }.joined(), note)
            // Truncated payloads, and payloads with a misplaced text.
            let bytes = Array(json.utf8)
            for damaged in [
                Data(bytes.prefix(index * 7 % max(bytes.count, 1))), Data(bytes.dropLast()),
                Data((json + Payload.secretText).utf8), Data((json.dropLast() + Payload.secretText).utf8),
            ] {
                let report = Specimen.inspect(json: damaged).report
                if let error = report.error { try check(everything(error), note) }
            }
        }
        #expect(messages > 50, "seed \(seed)")
    }

    @Test func noArchiveErrorShowsAValue() throws {
        final class Archived: ModelObject {
            var text = Payload.secretText
            var number = 918_273_645
            var list = [Payload.secretText]
            var inner: Archived?
        }
        let object = Archived()
        object.inner = Archived()
        // With a valid digest, so that the values are read.
        let sound = try EditableArchive(object.archivedData())
        var generator = SeededNumbers(seed: 2_026_1121)
        var errors = 0
        let rounds = Effort.count(2_000)
        for round in 0..<rounds {
            var archive = sound
            archive.mutate(&generator)
            do {
                _ = try Archived.unarchive(data: archive.data())
            } catch {
                errors += 1
                let text = "\(error) \(error.localizedDescription)"
                #expect(!text.contains(Payload.secretText) && !text.contains("918273645"), "round \(round)")
            }
        }
        #expect(errors > rounds / 10)
    }

    private func check(_ text: String, _ note: Comment) throws {
        try #require(!text.contains(Payload.secretText) && !text.contains("918273645"), note)
    }
}

extension Payload {
    static let secretText = "hunter2"

    /// The same payload with a secret in place of every text and every number.
    fileprivate var secret: Payload {
        switch self {
        case .null, .bool: self
        case .number(let text): .number("918273645" + (text.contains(".") ? ".5" : ""))
        case .string: .string(Self.secretText)
        case .array(let elements): .array(elements.map(\.secret))
        case .object(let members): .object(members.map { ($0.key, $0.value.secret) })
        }
    }
}
