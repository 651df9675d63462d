/// What the file system refused, and why.
struct FileFailure: Error, Equatable {
    enum Operation: String {
        case open, read, create, lock, write, synchronize, rename, resolve
        case setPermissions = "set permissions of"
    }

    let path: String
    let operation: Operation
    /// The system's number for the reason, such as `ENOENT`.
    let code: Int32
    /// The system's sentence for it, such as "No such file or directory".
    let message: String

    init(_ operation: Operation, _ path: String, code: Int32, message: String? = nil) {
        self.path = path
        self.operation = operation
        self.code = code
        self.message = message ?? PosixFile.message(for: code)
    }
}

extension FileFailure: CustomStringConvertible {
    var description: String { "Could not \(operation.rawValue) \(path): \(message)" }
}
