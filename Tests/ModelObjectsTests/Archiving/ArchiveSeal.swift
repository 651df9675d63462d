@testable import ModelObjects

// Also compiled into the target of libFuzzer (`.ci/libfuzzer/run`).

/// Gives changed bytes of an archive the digest of their content, so that reading goes on to the content.
///
/// - Returns: False if the bytes are not a property list with a digest of eight bytes; they stay as they are.
@discardableResult
func seal(_ bytes: inout [UInt8]) -> Bool {
    guard let table = try? PlistTable(validating: bytes),
        let member = try? table.members(of: table.root)[ArchivePlist.digestKey],
        let digest = try? PlistDigest.of(table, table.root, without: [ArchivePlist.digestKey])
    else { return false }
    let place = table.trailer.offset(of: member, in: bytes)
    guard bytes[place] == 0x13 else { return false }
    for index in 0..<8 { bytes[place + 1 + index] = UInt8(truncatingIfNeeded: digest >> (56 - 8 * index)) }
    return true
}
