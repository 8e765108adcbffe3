/**
 * How many examples a property is tried with: as many as usual, or RUNS where that is set, for a longer search.
 *
 *   RUNS=5000 npm test -- --timeout 0 test/mail/mime/mime-properties.test.ts
 */
export function runs(usual = 300): { numRuns: number } {
  return { numRuns: Number(process.env['RUNS'] || usual) }
}
