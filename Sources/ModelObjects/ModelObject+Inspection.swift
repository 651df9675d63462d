import Foundation

extension ModelClass {
    // MARK: With a report

    /// Creates an object as ``ModelObject/model(json:options:)-(Data,_)`` does, and reports what happened to every
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

    /// Creates an object from a JSON string, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The object and the report. If there is no object, ``MappingReport/error`` says why.
    public static func inspect(json: String, options: MappingOptions? = nil) -> (
        object: Self?, report: MappingReport
    ) {
        inspect(options) { try $0.map(json, root: .object) { try $0.makeRoot(self, &$1) } }
    }

    /// Creates an object from a dictionary, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The object and the report. If there is no object, ``MappingReport/error`` says why.
    public static func inspect(
        dictionary: [String: Any], options: MappingOptions? = nil
    ) -> (object: Self?, report: MappingReport) {
        inspect(options) { try $0.make(self, dictionary) }
    }

    /// Creates an object from a JSON file, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The object and the report. If there is no object, ``MappingReport/error`` says why. If the file cannot
    ///   be read, the error is a ``ModelError`` with the code ``ModelError/Code/fileFailed``.
    public static func inspect(contentsOf file: URL, options: MappingOptions? = nil) -> (
        object: Self?, report: MappingReport
    ) {
        inspect(options) { try $0.map(Data(ofFile: file), root: .object) { try $0.makeRoot(self, &$1) } }
    }

    static func inspect<Result>(
        _ options: MappingOptions?, problemLimit: Int = ProblemRecord.limit, isUpdate: Bool = false,
        _ body: (MappingCall) throws -> Result
    ) -> (object: Result?, report: MappingReport) {
        let (result, report) = MappingReport.inspecting(self, problemLimit: problemLimit) { builder in
            try body(MappingCall(options: options, type: self, isUpdate: isUpdate, report: builder))
        }
        return (result, report)
    }

    // MARK: Lists with a report

    /// Creates the objects of a JSON array as ``array(json:options:)-(Data,_)`` does, and reports what happened to
    /// every key of every object.
    ///
    /// It never throws. The report's lists contain each finding; ``MappingReport/description`` groups them:
    ///
    /// ```swift
    /// let (users, report) = User.inspectArray(json: #"[{"nmae": "ann"}, {"nmae": "bob"}]"#)
    /// print(report)    // No property for $[*].nmae (2 times, first at line 1); the nearest is name.
    /// ```
    ///
    /// - Returns: The objects and the report. If ``MappingReport/error`` is set, there are no objects.
    public static func inspectArray(json: Data, options: MappingOptions? = nil) -> (
        objects: [Self], report: MappingReport
    ) {
        inspect(options, orElse: []) { try $0.map(json, root: .array) { try $0.makeArray(self, &$1) } }
    }

    /// Creates the objects of a JSON array in a string, and reports what happened to every key of every object.
    ///
    /// It never throws.
    ///
    /// - Returns: The objects and the report. If ``MappingReport/error`` is set, there are no objects.
    public static func inspectArray(json: String, options: MappingOptions? = nil) -> (
        objects: [Self], report: MappingReport
    ) {
        inspect(options, orElse: []) { try $0.map(json, root: .array) { try $0.makeArray(self, &$1) } }
    }

    /// Creates the objects of an array of dictionaries, and reports what happened to every key of every object.
    ///
    /// It never throws.
    ///
    /// - Returns: The objects and the report. If ``MappingReport/error`` is set, there are no objects.
    public static func inspectArray(json: [Any], options: MappingOptions? = nil) -> (
        objects: [Self], report: MappingReport
    ) {
        inspect(options, orElse: []) { try $0.makeArray(self, json) }
    }

    /// Creates the objects of a JSON file that contains an array, and reports what happened to every key of every
    /// object.
    ///
    /// It never throws.
    ///
    /// - Returns: The objects and the report. If ``MappingReport/error`` is set, there are no objects. If the file cannot
    ///   be read, the error is a ``ModelError`` with the code ``ModelError/Code/fileFailed``.
    public static func inspectArray(contentsOf file: URL, options: MappingOptions? = nil) -> (
        objects: [Self], report: MappingReport
    ) {
        inspect(options, orElse: []) {
            try $0.map(Data(ofFile: file), root: .array) { try $0.makeArray(self, &$1) }
        }
    }

    /// Creates an object of each member of a JSON object, and reports what happened to every key of every object.
    ///
    /// It never throws.
    ///
    /// - Returns: The objects by key, and the report. If ``MappingReport/error`` is set, there are no objects.
    public static func inspectDictionary(json: Data, options: MappingOptions? = nil) -> (
        objects: [String: Self], report: MappingReport
    ) {
        inspect(options, orElse: [:]) { try $0.map(json, root: .object) { try $0.makeDictionary(self, &$1) } }
    }

    /// Creates an object of each member of a JSON object in a string, and reports what happened to every key of every
    /// object.
    ///
    /// It never throws.
    ///
    /// - Returns: The objects by key, and the report. If ``MappingReport/error`` is set, there are no objects.
    public static func inspectDictionary(json: String, options: MappingOptions? = nil) -> (
        objects: [String: Self], report: MappingReport
    ) {
        inspect(options, orElse: [:]) { try $0.map(json, root: .object) { try $0.makeDictionary(self, &$1) } }
    }

    /// Creates an object of each member of a dictionary of dictionaries, and reports what happened to every key of
    /// every object.
    ///
    /// It never throws.
    ///
    /// - Returns: The objects by key, and the report. If ``MappingReport/error`` is set, there are no objects.
    public static func inspectDictionary(json: [String: Any], options: MappingOptions? = nil) -> (
        objects: [String: Self], report: MappingReport
    ) {
        inspect(options, orElse: [:]) { try $0.makeDictionary(self, json) }
    }

    /// Creates an object of each member of the object in a JSON file, and reports what happened to every key of every
    /// object.
    ///
    /// It never throws.
    ///
    /// - Returns: The objects by key, and the report. If ``MappingReport/error`` is set, there are no objects. If the file
    ///   cannot be read, the error is a ``ModelError`` with the code ``ModelError/Code/fileFailed``.
    public static func inspectDictionary(contentsOf file: URL, options: MappingOptions? = nil) -> (
        objects: [String: Self], report: MappingReport
    ) {
        inspect(options, orElse: [:]) {
            try $0.map(Data(ofFile: file), root: .object) { try $0.makeDictionary(self, &$1) }
        }
    }

    static func inspect<Result>(
        _ options: MappingOptions?, orElse empty: Result, _ body: (MappingCall) throws -> Result
    ) -> (objects: Result, report: MappingReport) {
        let (objects, report) = inspect(options, problemLimit: .max, body)
        return (objects ?? empty, report)
    }

    // MARK: Without a payload

    /// Finds mistakes in the class's properties and rules, without a payload.
    ///
    /// Finds properties whose spellings collide, keys that can never match, types that the library can't convert,
    /// `CodingKeys` enums without effect, properties that can't both be exported, discriminators with unrelated
    /// classes, and default models that objects share. Also finds archive names and versions that lose values, of the
    /// class and of those that its archives can contain. If a property can hold models, the method makes two objects of
    /// the class.
    ///
    /// ```swift
    /// #expect(User.audit().isEmpty)      // in a test
    /// ```
    public static func audit() -> [AuditFinding] {
        ClassAudit(schema: .of(self)).findings + SharedDefaults.findings(self) + ExportLayout.findings(self)
            + ArchiveAudit.findings(self)
    }

    /// Maps samples and compares them with the class.
    ///
    /// Finds samples that give no object, keys without a property, properties that no sample fills, values
    /// that don't fit or had to be converted, and nested models and elements that are rejected. The findings
    /// of ``audit()`` come first. If there are no samples, there is a finding of the kind
    /// ``AuditFinding/Kind/badSample``.
    ///
    /// If a sample is an array, each element is mapped to an object of this class. For objects or an array inside an
    /// envelope, set ``MappingOptions/rootPath``:
    ///
    /// ```swift
    /// let findings = User.audit(samples: [list], options: MappingOptions(rootPath: "data.items"))
    /// ```
    ///
    /// Paths start at the object, except in the reason why a sample can't be mapped. A finding that occurs in several
    /// places is listed once, with a count: `No property for $.cars[*].colour (12 times); the nearest is color.`
    ///
    /// A property counts as filled if any sample has a key for it, even with null or a value that doesn't fit.
    ///
    /// - Parameters:
    ///   - samples: JSON texts, such as recorded responses of a server.
    ///   - options: Options for all samples. They take precedence over ``ModelObject/mappingOptions``.
    public static func audit(samples: [Data], options: MappingOptions? = nil) -> [AuditFinding] {
        audit(samples.enumerated().map { index, sample in ("Sample \(index + 1)", { sample }) }, options)
    }

    /// Maps the contents of files and compares them with the class, as ``audit(samples:options:)-([Data],_)`` does.
    ///
    /// A file that can't be read or mapped is a finding of the kind ``AuditFinding/Kind/badSample``, which contains the
    /// name of the file.
    ///
    /// ```swift
    /// let recorded = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    /// #expect(User.audit(samples: recorded).isEmpty)      // in a test
    /// ```
    ///
    /// - Parameters:
    ///   - samples: Files of JSON text, such as recorded responses of a server.
    ///   - options: Options for all samples.
    @_disfavoredOverload
    public static func audit(samples: [URL], options: MappingOptions? = nil) -> [AuditFinding] {
        audit(
            samples.map { file in
                (PathComponent.escaped(file.lastPathComponent, isQuoted: false), { try Data(ofFile: file) })
            }, options)
    }

    /// Maps the responses in a HAR file, and compares them with the class, as
    /// ``audit(samples:options:)-([Data],_)`` does.
    ///
    /// Browsers and proxies save recorded traffic as HAR files (HTTP Archive 1.2).
    ///
    /// ```swift
    /// let findings = try User.audit(har: Data(contentsOf: file), matching: "/api/users/")
    /// ```
    ///
    /// If no response matches, there is a finding of the kind ``AuditFinding/Kind/badSample``.
    ///
    /// - Parameters:
    ///   - har: The content of the file.
    ///   - pattern: A part of the request's URL, in which `*` matches any characters: `/users/*/cars`. Only
    ///     responses with a body and a status from 200 to 299 are used; other entries can have any form.
    ///   - options: Options for all responses, such as the ``MappingOptions/rootPath`` of their envelope.
    /// - Throws: `JSONSyntaxError`, `ModelError` or `DecodingError` if the file isn't a HAR file.
    public static func audit(
        har: Data, matching pattern: String, options: MappingOptions? = nil
    ) throws -> [AuditFinding] {
        let bodies = try ModelDecoder().decode(HARFile.self, from: har).bodies(matching: pattern)
        if bodies.isEmpty {
            let finding = AuditFinding(
                kind: .badSample, properties: [],
                message: "No response in the HAR file has a body and a URL that matches \(pattern).")
            return audit() + [finding]
        }
        return audit(bodies, options)
    }

    /// Maps the responses in a HAR file, and compares them with the class.
    ///
    /// - Throws: The errors of ``audit(har:matching:options:)-(Data,_,_)``, and ``ModelError/Code/fileFailed`` if the
    ///   file cannot be read.
    public static func audit(
        har: URL, matching pattern: String, options: MappingOptions? = nil
    ) throws -> [AuditFinding] {
        try audit(har: Data(ofFile: har), matching: pattern, options: options)
    }

    private static func audit(
        _ samples: [(name: String, content: () throws -> Data)], _ options: MappingOptions?
    ) -> [AuditFinding] {
        let call = MappingCall(options: options, type: self, mayBeSampled: false)
        var options = options ?? MappingOptions()
        options.rootPath = nil
        let samples = SampleAudit(samples, call) { json in
            inspect(options, problemLimit: .max) { call in
                try call.map(json, root: .object) { try $0.makeRoot(self, &$1) }
            }.report
        }
        return audit() + samples.findings
    }
}

extension ModelObject {
    // MARK: Updates with a report

    /// Fills this object as ``update(json:options:)-(Data,_)`` does, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// ```swift
    /// let report = user.updateWithReport(json: #"{"age": "thirty"}"#)
    /// print(report)    // Expected Int, found string at $.age (line 1, column 9).
    /// ```
    ///
    /// - Returns: The report. If ``MappingReport/error`` is set, the object is unchanged, as after an update that
    ///   throws. Properties without a key are in ``MappingReport/unfilled``, but not in the description.
    public func updateWithReport(json: Data, options: MappingOptions? = nil) -> MappingReport {
        updateWithReport(options) { try $0.fill(self, json) }
    }

    /// Fills this object from a JSON string, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The report. If ``MappingReport/error`` is set, the object is unchanged.
    public func updateWithReport(json: String, options: MappingOptions? = nil) -> MappingReport {
        updateWithReport(options) { try $0.fill(self, json) }
    }

    /// Fills this object from a dictionary, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The report. If ``MappingReport/error`` is set, the object is unchanged.
    public func updateWithReport(dictionary: [String: Any], options: MappingOptions? = nil) -> MappingReport {
        updateWithReport(options) { try $0.fill(self, dictionary) }
    }

    private func updateWithReport(
        _ options: MappingOptions?, _ body: (MappingCall) throws -> Void
    ) -> MappingReport {
        type(of: self).inspect(options, isUpdate: true, body).report
    }
}
