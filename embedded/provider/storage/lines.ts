import { createReadStream } from 'node:fs'

/** One complete line of a file, without its line feed, and where it starts. */
export interface Line {
  offset: number
  bytes: Buffer
}

/** Yields the complete lines of a file; a torn last line, left by a crash, is not yielded. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0)
  let offset = 0
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1 << 20 })
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield { offset: offset + start, bytes: bytes.subarray(start, end) }
      start = end + 1
    }
    offset += start
    rest = bytes.subarray(start)
  }
}
