#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// Runs one step of a possibly long loop, and releases the objects that Foundation autoreleases in it when it ends.
///
/// Only Apple platforms have autoreleased objects. On other platforms the step runs without a pool.
@inline(__always)
func withAutoreleasePool<Result>(_ step: () throws -> Result) rethrows -> Result {
    #if canImport(ObjectiveC)
    try autoreleasepool(invoking: step)
    #else
    try step()
    #endif
}
