const SEED = 20_260_302

/**
 * How many examples a property is tried with: as many as usual, the same each time, so that no test fails by chance; or
 * RUNS where that is set, for a longer search among others.
 *
 *   RUNS=5000 npm test -- --timeout 0 test/mail/mime/mime-properties.test.ts
 */
export function runs(usual = 300): { numRuns: number; seed?: number } {
  const wanted = Number(process.env['RUNS'] || 0)
  return wanted > 0 ? { numRuns: wanted } : { numRuns: usual, seed: SEED }
}

/** About as many of the values as usual, at each turn others until all came; all of them at once where RUNS is set. */
export function inTurn<Value>(values: readonly Value[], turn: number, usual: number): Value[] {
  const every = Math.ceil(values.length / runs(usual).numRuns)
  return values.filter((_, index) => (index + turn) % every === 0)
}
