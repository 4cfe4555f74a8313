import Foundation

extension DiskEntries {
    /// Reads the folder in the background, and removes the least recently used entries if there are too many.
    ///
    /// It runs at the beginning, when there are too many bytes, and each time that an eighth of the maximum was written:
    /// so what other processes write and use is known here, too.
    func sweep() {
        guard index.withLock({ $0.beginSweep() }) else { return }
        sweeps.async { [self] in
            let now = clock()
            let found = folder.entries(removingTemporariesAt: now)
            let openBytes = openBytes
            let surplus = index.withLock { index in
                index.endSweep(with: found, at: now)
                // Some more than necessary, so that the next write needs no sweep.
                return index.bytes > maximumBytes - openBytes
                    ? index.oldest(downTo: maximumBytes / 10 * 9 - openBytes) : []
            }
            surplus.forEach(discard)
        }
    }

    /// Waits for the sweeps that have begun.
    func finishSweep() async {
        await sweeps.run {}
    }
}
