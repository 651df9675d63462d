import Foundation

/// Lends a copy of a text that ends at the last byte of a page, before one that can't be read.
///
/// A read past the end of the text ends the process.
func withTextAtPageEnd<Result>(
    _ text: some Collection<UInt8>, _ body: (Data) throws -> Result
) rethrows -> Result {
    let page = Int(getpagesize())
    let length = (text.count + page - 1) / page * page
    let memory = mmap(nil, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory, Int(bitPattern: memory) != -1, mprotect(memory + length, page, PROT_NONE) == 0 else {
        fatalError("No memory for a text of \(text.count) bytes.")
    }
    defer { munmap(memory, length + page) }
    let start = memory + length - text.count
    UnsafeMutableRawBufferPointer(start: start, count: text.count).copyBytes(from: text)
    return try body(Data(bytesNoCopy: start, count: text.count, deallocator: .none))
}
