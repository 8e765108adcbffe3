/**
 * Runs `read` on every input and yields the results in the order of the inputs. While the caller works on one result,
 * up to `ahead` further reads are running. The first error ends the iteration.
 */
export async function* readAhead<Input, Result>(
  inputs: AsyncIterable<Input>,
  ahead: number,
  read: (input: Input) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const reads: Promise<Result>[] = []
  for await (const input of inputs) {
    const reading = read(input)
    // The error is thrown when the turn of the read has come, which may be after it failed.
    reading.catch(() => undefined)
    reads.push(reading)
    const [first] = reads
    if (reads.length > ahead && first) {
      yield await first
      reads.shift()
    }
  }
  for (const reading of reads) yield await reading
}
