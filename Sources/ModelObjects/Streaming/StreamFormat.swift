/// How a file or a response contains several JSON values.
public enum StreamFormat: Sendable {
    /// The first byte after white space decides: `[` starts an array, the record separator (0x1E) a sequence, and
    /// anything else lines. A byte order mark is skipped.
    ///
    /// With a path, it is ``array``. For writing, it is ``lines``.
    case automatic
    /// One JSON text, with the elements in one of its arrays.
    case array
    /// One JSON value on each line (NDJSON, JSON Lines); blank lines are skipped.
    ///
    /// Lines end with a line feed. A carriage return before it is ignored.
    case lines
    /// JSON text sequences (RFC 7464): the record separator (0x1E) before each value, and a line feed after it.
    case sequence
}
