/**
 * How many examples a property is tried with: as many as usual, or RUNS where that is set, for a longer search.
 *
 *   RUNS=5000 npm test -- --timeout 0 test/mail/mime/mime-properties.test.ts
 */
export function runs(usual = 300): { numRuns: number } {
  return { numRuns: Number(process.env['RUNS'] || usual) }
}

/** About as many of the values as usual, at each turn others until all came; all of them at once where RUNS is set. */
export function inTurn<Value>(values: readonly Value[], turn: number, usual: number): Value[] {
  const every = Math.ceil(values.length / runs(usual).numRuns)
  return values.filter((_, index) => (index + turn) % every === 0)
}
