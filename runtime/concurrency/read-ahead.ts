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
    if (reads.length > ahead) yield* resultsOf(reads.splice(0, 1))
  }
  yield* resultsOf(reads)
}

async function* resultsOf<Result>(reads: readonly Promise<Result>[]): AsyncGenerator<Result, void, undefined> {
  for (const reading of reads) yield await reading
}
