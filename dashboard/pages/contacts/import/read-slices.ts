// The page answers between two slices.
const SLICE_BYTES = 128 * 1024

/** The part of `Blob` that reading needs. */
export interface SlicedFile {
  size: number
  slice: (from: number, to: number) => { arrayBuffer: () => Promise<ArrayBuffer> }
}

/** The bytes of a file, slice by slice, so that a large file is never in memory. */
export async function* slicesOf(file: SlicedFile, sliceBytes = SLICE_BYTES): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += sliceBytes) {
    yield new Uint8Array(await file.slice(from, Math.min(from + sliceBytes, file.size)).arrayBuffer())
  }
}
