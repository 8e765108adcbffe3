import { expect } from 'chai'
import { snoozeEnd, type SnoozeDuration } from '../../../models/domain/snooze.js'

describe('snoozeEnd', () => {
  const cases: [SnoozeDuration, string, string][] = [
    ['2_weeks', '2026-03-25T10:20:30.400Z', '2026-04-08T10:20:30.400Z'],
    ['1_month', '2026-03-25T10:20:30.400Z', '2026-04-25T10:20:30.400Z'],
    ['1_month', '2026-01-31T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
    ['1_month', '2028-01-31T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
    ['1_month', '2026-12-31T12:00:00.000Z', '2027-01-31T12:00:00.000Z'],
    ['6_months', '2026-08-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
    ['6_months', '2026-01-15T12:00:00.000Z', '2026-07-15T12:00:00.000Z'],
    ['1_year', '2028-02-29T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
    ['1_year', '2026-11-21T12:00:00.000Z', '2027-11-21T12:00:00.000Z'],
  ]
  for (const [duration, from, end] of cases) {
    it(`ends ${duration} from ${from} at ${end}`, () => {
      expect(snoozeEnd(duration, new Date(from)).toISOString()).to.equal(end)
    })
  }
})
