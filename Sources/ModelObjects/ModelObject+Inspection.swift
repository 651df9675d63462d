import Foundation

extension ModelClass where Self: ModelObject {
    // MARK: With a report

    /// Makes an object as `model(json:options:)` does and tells what became of every key.
    ///
    /// Never throws.
    ///
    /// ```swift
    /// let (user, report) = User.inspect(json: #"{"usrName": "ann"}"#)
    /// report.unmatchedKeys[0].nearest    // "userName"
    /// ```
    ///
    /// - Returns: the object, or nil where there is none; and the report, whose `error` says why.
    public static func inspect(json: Data, options: MappingOptions? = nil) -> (Self?, MappingReport) {
        inspect(options) { try $0.map(json, root: .object) { try $0.makeRoot(self, &$1) } }
    }

    /// Makes an object from JSON text and tells what became of every key: see `inspect(json:options:)` from
    /// Data.
    public static func inspect(json: String, options: MappingOptions? = nil) -> (Self?, MappingReport) {
        inspect(options) { try $0.map(json, root: .object) { try $0.makeRoot(self, &$1) } }
    }

    /// Makes an object from a dictionary and tells what became of every key: see `inspect(json:options:)`
    /// from Data.
    public static func inspect(
        dictionary: [String: Any], options: MappingOptions? = nil
    ) -> (Self?, MappingReport) {
        inspect(options) { try $0.make(self, dictionary) }
    }

    private static func inspect(
        _ options: MappingOptions?, _ body: (MappingCall) throws -> Self
    ) -> (Self?, MappingReport) {
        let builder = ReportBuilder()
        do {
            let model = try body(MappingCall(options: options, type: self, report: builder))
            return (model, builder.finished ?? MappingReport())
        } catch {
            var report = builder.finished ?? MappingReport()
            report.error = error
            return (nil, report)
        }
    }

    // MARK: Without a payload

    /// Looks for what can go wrong with the class's properties and rules, without a payload: properties
    /// between whose spellings a key cannot choose, keys that can never match, types that nothing converts,
    /// properties that cannot both be exported.
    ///
    /// ```swift
    /// #expect(User.audit().isEmpty)      // a line of a test
    /// ```
    public static func audit() -> [AuditFinding] {
        let schema = ModelSchema.of(self)
        return ClassAudit(schema).findings + ExportLayout.findings(schema.type)
    }

    /// Maps samples and tells what the class and they do not have in common: samples that give no object,
    /// keys that no property wants, properties that no sample feeds, values that do not fit their property
    /// or had to be converted.
    ///
    /// A sample that holds an array is an array of objects. What is the same in many places is one finding,
    /// with their number: `No property wants $.users[].nmae (12 times); the nearest is name.` The findings of
    /// `audit()` come first.
    ///
    /// A property counts as fed where any sample feeds it.
    ///
    /// - Parameter samples: JSON texts, such as recorded answers of a server.
    public static func audit(samples: [Data]) -> [AuditFinding] {
        let reports = samples.enumerated().flatMap { index, sample in
            (elements(of: sample) ?? [sample]).map { (index + 1, inspect(json: $0).1) }
        }
        return audit() + SampleAudit(reports: reports).findings
    }

    /// The elements of JSON text that is an array; nil of any other.
    private static func elements(of sample: Data) -> [Data]? {
        try? withJSONReader(sample) { reader -> [Data]? in
            guard reader.peek() == UInt8(ascii: "[") else { return nil }
            var elements: [Data] = []
            guard try reader.enterArray() else { return elements }
            repeat {
                _ = reader.peek()
                let start = reader.offset
                try reader.skipValue()
                elements.append(reader.data(from: start))
            } while try reader.hasNextElement()
            try reader.finish()
            return elements
        }
    }
}
