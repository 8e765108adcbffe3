import { expect } from 'chai'
import { retryAfterMs } from '../../../models/domain/retry-after.js'

const now = new Date('2026-03-01T12:00:00.000Z')

const CASES: [header: string | undefined, ms: number | undefined][] = [
  ['120', 120_000],
  [' 1 ', 1_000],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sunday, 01-Mar-26 12:01:00 GMT', 60_000],
  ['86400', 3_600_000],
  ['99999999999999999999', 3_600_000],
  ['Mon, 02 Mar 2026 12:00:00 GMT', 3_600_000],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['Sun, 01 Mar 2026 11:59:59 GMT', undefined],
  ['soon GMT', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
]

describe('retryAfterMs', () => {
  for (const [header, ms] of CASES) {
    it(`reads ${JSON.stringify(header) ?? 'no header'} as ${ms ?? 'nothing'}`, () => {
      expect(retryAfterMs(header, now)).to.equal(ms)
    })
  }
})
