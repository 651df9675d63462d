import Foundation

extension ModelClass where Self: ModelObject {
    // MARK: With a report

    /// Makes an object as ``ModelObject/model(json:options:)-(Data,_)`` does, and reports what happened to every
    /// key.
    ///
    /// It never throws.
    ///
    /// ```swift
    /// let (user, report) = User.inspect(json: #"{"usrName": "ann"}"#)
    /// report.unmatchedKeys[0].nearest    // "userName"
    /// ```
    ///
    /// - Returns: The object and the report. If there is no object, ``MappingReport/error`` says why.
    public static func inspect(json: Data, options: MappingOptions? = nil) -> (
        object: Self?, report: MappingReport
    ) {
        inspect(options) { try $0.map(json, root: .object) { try $0.makeRoot(self, &$1) } }
    }

    /// Makes an object from a string of JSON, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The object and the report. If there is no object, ``MappingReport/error`` says why.
    public static func inspect(json: String, options: MappingOptions? = nil) -> (
        object: Self?, report: MappingReport
    ) {
        inspect(options) { try $0.map(json, root: .object) { try $0.makeRoot(self, &$1) } }
    }

    /// Makes an object from a dictionary, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The object and the report. If there is no object, ``MappingReport/error`` says why.
    public static func inspect(
        dictionary: [String: Any], options: MappingOptions? = nil
    ) -> (object: Self?, report: MappingReport) {
        inspect(options) { try $0.make(self, dictionary) }
    }

    private static func inspect(
        _ options: MappingOptions?, _ body: (MappingCall) throws -> Self
    ) -> (object: Self?, report: MappingReport) {
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

    /// Finds mistakes in the class's properties and rules, without a payload.
    ///
    /// It finds properties whose spellings collide, keys that can never match, types that nothing converts, and
    /// properties that cannot both be exported.
    ///
    /// ```swift
    /// #expect(User.audit().isEmpty)      // in a test
    /// ```
    public static func audit() -> [AuditFinding] {
        let schema = ModelSchema.of(self)
        return ClassAudit(schema).findings + ExportLayout.findings(schema.type)
    }

    /// Maps samples and compares them with the class.
    ///
    /// It finds samples that give no object, keys without a property, properties that no sample fills, and values
    /// that don't fit their property or had to be converted. The findings of ``audit()`` come first.
    ///
    /// If a sample is an array, each element is an object of this class. Findings that are the same in many places
    /// are one finding with their number: `No property for $.users[*].nmae (12 times); the nearest is name.`
    ///
    /// A property counts as filled if any sample fills it.
    ///
    /// - Parameter samples: JSON texts, such as recorded responses of a server.
    public static func audit(samples: [Data]) -> [AuditFinding] {
        let reports = samples.enumerated().flatMap { index, sample in
            (elements(of: sample) ?? [sample]).map { (index + 1, inspect(json: $0).report) }
        }
        return audit() + SampleAudit(reports: reports).findings
    }

    /// The elements of a JSON text that is an array; nil for any other text.
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
