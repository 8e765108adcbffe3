import { expect } from 'chai'
import * as fc from 'fast-check'
import { Contact } from '../../../../models/contact.js'
import { calendarOf, daysAfter, dayOf } from '../../../../models/domain/calendar.js'
import { expressionPredicate } from '../../../../models/domain/conditions/expression-predicate.js'
import type { Filter } from '../../../../models/domain/conditions/tree.js'
import { zoneClock } from '../../../../models/domain/time-zone.js'
import { KNOWING, only, storeContacts, whoMeets } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { runs } from '../../../support/runs.js'
import { words } from '../../../support/words.js'

// The database does not know all of them, or knows older rules.
const ZONES = words(`
  UTC Europe/Berlin America/New_York America/Havana Pacific/Apia Pacific/Kiritimati Asia/Kolkata Asia/Almaty
  America/Ciudad_Juarez Africa/Casablanca
`)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Case {
  zone: string
  now: string
  filter: Omit<Filter, 'field'>
  value: string
  holds: boolean
}

const next = (value: number, unit: Filter['unit'] = 'days') => ({ operator: 'withinNext', value, unit }) as const
const yearly = (value?: number) => ({ operator: 'anniversary', ...(value === undefined ? {} : { value }) }) as const

const table: [zone: string, now: string, filter: Case['filter'], matched: string, other: string][] = [
  // Around midnight, the day is that of the zone.
  ['America/New_York', '2026-11-28T04:59:59Z', next(0), '2026-11-27', '2026-11-28'],
  ['America/New_York', '2026-11-28T05:00:00Z', next(0), '2026-11-28', '2026-11-27'],
  ['Pacific/Kiritimati', '2026-11-28T10:00:00Z', next(1), '2026-11-30', '2026-11-28'],
  ['America/New_York', '2026-11-28T04:59:59Z', yearly(), '1990-11-27', '1990-11-28'],
  ['America/New_York', '2026-11-28T05:00:00Z', yearly(), '1990-11-29T04:59:59.999Z', '1990-11-28T04:59:59Z'],
  ['Pacific/Kiritimati', '2026-11-28T10:00:00Z', yearly(), '1996-11-29T00:00:00+14:00', '1996-11-28T23:59:59+14:00'],
  // Over a change of the clock, days are counted on the calendar, and date-times by hours.
  ['Europe/Berlin', '2026-03-28T22:30:00Z', next(1), '2026-03-29', '2026-03-30'],
  ['Europe/Berlin', '2026-10-24T22:30:00Z', next(1), '2026-10-26', '2026-10-27'],
  ['Europe/Berlin', '2026-03-28T22:30:00Z', next(1), '2026-03-29T22:30:00Z', '2026-03-29T22:30:01Z'],
  ['Europe/Berlin', '2026-03-28T22:30:00Z', next(24, 'hours'), '2026-03-29', '2026-03-31'],
  ['Europe/Berlin', '2026-03-28T22:30:00Z', yearly(1), '2001-03-29', '2001-03-30'],
  // 29 February is 28 February in the years without it.
  ['UTC', '2026-02-28T09:00:00Z', yearly(), '2004-02-29', '2004-03-01'],
  ['UTC', '2026-02-28T09:00:00Z', yearly(), '2004-02-28', '2004-02-27'],
  ['UTC', '2028-02-28T09:00:00Z', yearly(), '2004-02-28', '2004-02-29'],
  ['UTC', '2028-02-29T09:00:00Z', yearly(), '2004-02-29', '2004-02-28'],
  ['UTC', '2026-02-25T09:00:00Z', yearly(3), '2004-02-29T12:00:00+05:30', '2004-03-01'],
  ['UTC', '2027-02-28T09:00:00Z', yearly(366), '2004-02-29', '2004-02-28'],
  ['UTC', '2100-02-28T09:00:00Z', yearly(), '2004-02-29', '2004-03-01'],
  // Over the end of the year.
  ['UTC', '2026-12-30T09:00:00Z', yearly(3), '1970-01-02', '1970-01-03'],
  ['UTC', '2026-12-30T09:00:00Z', next(1, 'weeks'), '2027-01-06', '2027-01-07'],
]

const moment = fc.integer({ min: Date.UTC(2023, 11, 20), max: Date.UTC(2029, 0, 10) })
const written = (ms: number, form: number): string => {
  const iso = new Date(ms).toISOString()
  if (form === 0) return iso.slice(0, 'YYYY-MM-DD'.length)
  if (form === 1) return iso
  return form === 2 ? `${iso.slice(0, 19)}Z` : `${new Date(ms + 2 * HOUR_MS).toISOString().slice(0, 23)}+02:00`
}

describe('the days to come, and a day of the year', () => {
  useDatabase()
  let run = 0

  /** Whether a value meets a filter: as a query, as an expression, and as an expression on the time of an event. */
  async function judge({ zone, now: text, filter, value }: Omit<Case, 'holds'>): Promise<boolean[]> {
    const [projectId, now, clock] = [`ahead-${(run += 1)}`, new Date(text), zoneClock(zone)]
    await storeContacts(projectId, [{ data: { due: value }, createdAt: now }])
    const field = 'data.due'
    const byQuery = await whoMeets(projectId, only({ field, ...filter }), { ...KNOWING, now, clock })
    const verdicts = [byQuery.length === 1]
    for (const moment of [now, '$createdAt']) {
      const $expr = expressionPredicate(`$${field}`, { field, ...filter }, moment, clock)
      verdicts.push((await Contact.countDocuments({ projectId, $expr })) === 1)
    }
    return verdicts
  }

  it('are those of the project, near midnight, over changes of the clock and in leap years', async () => {
    for (const [zone, now, filter, matched, other] of table) {
      const what = JSON.stringify([zone, now, filter])
      expect(await judge({ zone, now, filter, value: matched }), `${what} ${matched}`).to.deep.equal([true, true, true])
      expect(await judge({ zone, now, filter, value: other }), `${what} ${other}`).to.deep.equal([false, false, false])
    }
  })

  it('are the same for queries, for expressions and for the time of an event', async () => {
    const apart = fc.integer({ min: -10 * DAY_MS, max: 380 * DAY_MS })
    const amount = fc.integer({ min: 0, max: 366 })
    await fc.assert(
      fc.asyncProperty(
        moment,
        apart,
        amount,
        fc.nat(3),
        fc.constantFrom(...ZONES),
        async (at, ms, days, form, zone) => {
          const [now, value] = [new Date(at).toISOString(), written(at + ms, form)]
          const calendar = calendarOf(zone)
          const today = dayOf(calendar, new Date(at))
          const isDay = form === 0
          const due = isDay ? value : dayOf(calendar, new Date(value))
          const target = daysAfter(today, days)
          const isLeapBirth =
            due.endsWith('-02-29') && target.endsWith('-02-28') && daysAfter(target, 1).endsWith('-03-01')
          const isYearly = due.slice(4) === target.slice(4) || isLeapBirth
          expect(await judge({ zone, now, filter: yearly(days), value })).to.deep.equal([isYearly, isYearly, isYearly])
          const dueMs = Date.parse(value)
          const isNext = isDay ? due >= today && due <= target : dueMs >= at && dueMs <= at + days * DAY_MS
          expect(await judge({ zone, now, filter: next(days), value })).to.deep.equal([isNext, isNext, isNext])
        },
      ),
      runs(60),
    )
  })
})
