/// A failed operation of the file system, and the reason.
struct FileFailure: Error, Equatable, CustomStringConvertible {
    enum Operation: String {
        case open, read, create, lock, write, synchronize, rename, resolve
        case setPermissions = "set permissions of"
    }

    let path: String
    let operation: Operation
    /// The system's error number, such as `ENOENT`.
    let code: Int32
    /// The system's error message, such as "No such file or directory".
    let message: String

    init(_ operation: Operation, _ path: String, code: Int32, message: String? = nil) {
        self.path = path
        self.operation = operation
        self.code = code
        self.message = message ?? PosixFile.message(for: code)
    }

    var description: String { "Could not \(operation.rawValue) \(path): \(message)" }
}
