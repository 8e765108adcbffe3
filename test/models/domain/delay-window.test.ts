import { expect } from 'chai'
import * as fc from 'fast-check'
import { describeClock, isOpenAt, nextOpening, type DelayWindow } from '../../../models/domain/delay-window.js'
import { runs } from '../../support/runs.js'
import { words } from '../../support/words.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const at = (iso: string): number => Date.parse(iso)
const berlin = (days: number[], from: string, to: string): DelayWindow => {
  return { days, from, to, timezone: 'Europe/Berlin' }
}

type Row = [why: string, window: DelayWindow, from: string, opens: string]
const table = (rows: Row[]): void => {
  for (const [why, window, from, opens] of rows) {
    it(why, () => expect(new Date(nextOpening(window, at(from)))).to.deep.equal(new Date(opens)))
  }
}

describe('nextOpening', () => {
  const weekdays = berlin([1, 2, 3, 4, 5], '09:00', '17:00')
  const nights = berlin([5], '22:00', '02:00')
  const mondays = berlin([1], '00:00', '24:00')
  const evenings = berlin([5], '22:00', '00:00')
  // 2026-03-02 is a Monday; Berlin is an hour ahead of UTC in winter.
  table([
    ['is now while it is open', weekdays, '2026-03-02T10:30:15.250Z', '2026-03-02T10:30:15.250Z'],
    ['is now at its first moment', weekdays, '2026-03-02T08:00Z', '2026-03-02T08:00Z'],
    ['is the same day before it opens', weekdays, '2026-03-02T07:59:59.999Z', '2026-03-02T08:00Z'],
    ['is the next day from its last moment on', weekdays, '2026-03-02T16:00Z', '2026-03-03T08:00Z'],
    ['passes over the days that it leaves out', weekdays, '2026-03-06T20:00Z', '2026-03-09T08:00Z'],
    ['is a week later for a day that is over', berlin([1], '09:00', '10:00'), '2026-03-02T09:00Z', '2026-03-09T08:00Z'],
    ['counts days where its clocks are', mondays, '2026-03-01T22:59Z', '2026-03-01T23:00Z'],
    ['is now after midnight of the day it opened', nights, '2026-03-07T00:30Z', '2026-03-07T00:30Z'],
    ['is a week later when that night is over', nights, '2026-03-07T01:00Z', '2026-03-13T21:00Z'],
    ['is not before midnight of the day after', nights, '2026-03-07T21:30Z', '2026-03-13T21:00Z'],
    ['is now until midnight', evenings, '2026-03-06T22:59:59Z', '2026-03-06T22:59:59Z'],
    ['is over at midnight', evenings, '2026-03-06T23:00Z', '2026-03-13T21:00Z'],
    ['is now all day', mondays, '2026-03-02T22:59:59Z', '2026-03-02T22:59:59Z'],
    ['is over when such a day is', mondays, '2026-03-02T23:00Z', '2026-03-08T23:00Z'],
  ])

  // Berlin: clocks go from 02:00 to 03:00 on 2026-03-29, and from 03:00 back to 02:00 on 2026-10-25, both at 01:00 UTC.
  const office = berlin([1], '09:00', '17:00')
  const sunday = (from: string, to: string): DelayWindow => berlin([7], from, to)
  const nightOfCairo = { days: [5], from: '00:00', to: '06:00', timezone: 'Africa/Cairo' }
  const dayOfApia = { days: [5], from: '09:00', to: '17:00', timezone: 'Pacific/Apia' }
  table([
    ['keeps to the clocks over a change to summer time', office, '2026-03-28T12:00Z', '2026-03-30T07:00Z'],
    ['keeps to the clocks over a change from summer time', office, '2026-10-24T12:00Z', '2026-10-26T08:00Z'],
    [
      'is the first moment after clocks that skip its beginning',
      sunday('02:30', '17:00'),
      '2026-03-28T12:00Z',
      '2026-03-29T01:00Z',
    ],
    ['is a week later where clocks skip all of it', sunday('02:10', '02:50'), '2026-03-28T12:00Z', '2026-04-05T00:10Z'],
    ['is the first of two times that begin it', sunday('02:30', '17:00'), '2026-10-24T12:00Z', '2026-10-25T00:30Z'],
    [
      'is the second pass of an hour that comes twice',
      sunday('01:00', '02:30'),
      '2026-10-25T00:40Z',
      '2026-10-25T01:00Z',
    ],
    ['is right where clocks skip midnight', nightOfCairo, '2026-04-23T12:00Z', '2026-04-23T22:00Z'],
    ['is right where a whole day is skipped', dayOfApia, '2011-12-29T20:00Z', '2012-01-05T19:00Z'],
  ])
})

/** What the clocks of a zone show, read in another way than the code does. */
function wallClock(zone: string, ms: number): { day: number; minute: number } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    })
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday'] ?? '') + 1
  return { day, minute: Number(parts['hour']) * 60 + Number(parts['minute']) }
}
const formats = new Map<string, Intl.DateTimeFormat>()

function showsTimeIn({ days, from, to, timezone }: DelayWindow, ms: number): boolean {
  const minuteOf = (time: string): number => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1])
  const { day, minute } = wallClock(timezone, ms)
  const dayBefore = day === 1 ? 7 : day - 1
  const [opens, closes] = [minuteOf(from), minuteOf(to)]
  if (opens < closes) return days.includes(day) && opens <= minute && minute < closes
  return (days.includes(day) && minute >= opens) || (days.includes(dayBefore) && minute < closes)
}

describe('any window', () => {
  const zones = words(`
    UTC Europe/Berlin America/New_York Asia/Kolkata Australia/Lord_Howe Africa/Cairo America/St_Johns Asia/Beirut
    Pacific/Apia Africa/Casablanca Pacific/Chatham
  `)
  const time = fc
    .nat(24 * 60 - 1)
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
  const windows = fc
    .record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: time,
      to: fc.oneof(time, fc.constant('24:00')),
      timezone: fc.constantFrom(...zones),
    })
    .filter(({ from, to }) => from !== to)
  const anyTime = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2037-01-01T00:00:00Z') })
  // Most of a year is alike; what is near a change of the clocks is not.
  const changes = words(`
    2026-03-08 2026-03-29 2026-04-05 2026-04-24 2026-09-27 2026-10-25 2026-10-29 2026-11-01 2011-12-30
  `)
  const nearChange = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * DAY_MS, max: 2 * DAY_MS }))
    .map(([day, ms]) => at(`${day}T00:00:00Z`) + ms)
  const moments = fc.oneof(anyTime, nearChange)

  it('opens next at the first minute from now on at which the clocks show a time in it', () => {
    fc.assert(
      fc.property(windows, moments, (window, fromMs) => {
        const opensMs = nextOpening(window, fromMs)
        expect(showsTimeIn(window, opensMs)).to.equal(true)
        expect(opensMs).to.be.at.least(fromMs)
        if (opensMs === fromMs) return
        expect(opensMs % MINUTE_MS).to.equal(0)
        for (let ms = fromMs; ms < opensMs; ms = Math.floor(ms / MINUTE_MS + 1) * MINUTE_MS) {
          expect(showsTimeIn(window, ms), new Date(ms).toISOString()).to.equal(false)
        }
      }),
      runs(50),
    )
  })

  it('is open exactly while the clocks show a time in it', () => {
    fc.assert(
      fc.property(windows, moments, (window, ms) => {
        expect(isOpenAt(window, ms)).to.equal(showsTimeIn(window, ms))
      }),
      runs(500),
    )
  })

  it('opens again within a week, or two where clocks skip it', () => {
    fc.assert(
      fc.property(windows, moments, (window, fromMs) => {
        expect(nextOpening(window, fromMs) - fromMs).to.be.at.most(14 * DAY_MS)
      }),
      runs(500),
    )
  })
})

describe('describeClock', () => {
  it('says what the clocks of the zone show', () => {
    expect(describeClock(at('2026-03-30T07:00:00Z'), 'Europe/Berlin')).to.equal('Mon 09:00')
    expect(describeClock(at('2026-03-01T02:05:59Z'), 'America/New_York')).to.equal('Sat 21:05')
  })
})
