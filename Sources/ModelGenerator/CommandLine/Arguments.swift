/// The command-line arguments of modelgen.
struct Arguments: Equatable {
    var className: String?
    var isSchema = false
    var output: String?
    var isForced = false
    var isPolymorphic = true
    var isExact = false
    var isHelp = false
    /// Paths; `-` is standard input.
    var files: [String] = []

    init(_ arguments: [String]) throws(Failure) {
        var rest = arguments[...]
        var areOptions = true
        while let argument = rest.popFirst() {
            guard areOptions, argument.hasPrefix("-"), argument != "-" else {
                files.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            let inline = parts.count == 2 ? parts[1] : nil
            func value() throws(Failure) -> String {
                guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
                    throw Failure("Missing value for '\(parts[0])'")
                }
                return value
            }
            switch (parts[0], inline) {
            case ("--class", _): className = try value()
            case ("--output", _), ("-o", nil): output = try value()
            case ("--force", nil): isForced = true
            case ("--schema", nil): isSchema = true
            case ("--no-polymorphism", nil): isPolymorphic = false
            case ("--exact-keys", nil): isExact = true
            case ("--help", nil), ("-h", nil): isHelp = true
            case ("--", nil): areOptions = false
            default: throw Failure("Unknown option '\(argument)'")
            }
        }
        if let className, !Words.isIdentifier(className) || !Words.beginsWithCapital(className) {
            throw Failure(
                "'\(className)' is not a class name: use letters and digits, with a capital first")
        }
        if files.isEmpty { files = ["-"] }
    }

    static let help = """
        OVERVIEW: Make ModelObject classes from JSON samples or a JSON Schema.

        Samples of one class are merged: files whose names differ only in digits at the end (user-1.json,
        user-2.json), and files that share most of their keys. With --class, all files are merged. Without a
        file, the sample is read from standard input.

        USAGE: modelgen [--class <name>] [--schema] [--output <folder> [--force]] [--no-polymorphism] [--exact-keys]
                        [<file> ...]

        ARGUMENTS:
          <file>                  JSON files, with one or more samples each; - is standard input.

        OPTIONS:
          --class <name>          The name of the root's class. Default: the file's name, or Root.
          --schema                Read JSON Schemas (2020-12 or draft-07) instead of samples.
          -o, --output <folder>   Write one file for each root into the folder, instead of printing them.
          --force                 Replace files in the folder that have other content.
          --no-polymorphism       Don't make subclasses for a key whose text goes with different members.
          --exact-keys            Add a rule for every key that the key style spells differently, so that an
                                  export has exactly the sample's keys.
          -h, --help              Show help information.

        """
}

/// The reason why modelgen ends without output.
struct Failure: Error, Equatable {
    let message: String
    /// The file, with line and column if known: `user.json:3:7`.
    var place: String?

    init(_ message: String, at place: String? = nil) {
        (self.message, self.place) = (message, place)
    }

    var description: String { (place.map { $0 + ": " } ?? "") + "error: " + message }
}
